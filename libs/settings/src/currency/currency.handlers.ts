import { type CallOf, currency, Currency, currencyChanged, Refused } from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Handles, PlainRecords, useFaults, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseDuplicate } from '../duplicate.js';
import { baseCurrencyFaults, currencyFaults } from './currency-rules.js';
import { CurrencyRow } from './currency.entity.js';

@Controller()
export class CurrencyHandlers {
  private readonly currencies: PlainRecords<CurrencyRow, 'currency_id', Currency>;

  constructor(db: Db) {
    this.currencies = new PlainRecords(db, CurrencyRow, 'currency_id', currencyChanged, toCurrency);
  }

  @Handles(currency.add)
  add(call: CallOf<typeof currency.add>) {
    Refused.ifAny(currencyFaults(call.input));
    return this.currencies.add(call).catch(refuseCode(call.input.code));
  }

  @Handles(currency.edit)
  edit(call: CallOf<typeof currency.edit>) {
    const { caller, input } = call;
    const { currency_id, code } = input;
    const edited = this.currencies.edit(call, async (tx) => {
      const row = await claim(tx, caller, CurrencyRow, { currency_id });
      const isBase = (await useFaults(tx, caller, CurrencyRow, row)).length > 0;
      Refused.ifAny([...currencyFaults(input), ...(isBase ? baseCurrencyFaults(row, input) : [])]);
    });
    return edited.catch(refuseCode(code));
  }

  @Handles(currency.delete)
  delete(call: CallOf<typeof currency.delete>) {
    return this.currencies.delete(call);
  }

  @Handles(currency.get)
  async get(call: CallOf<typeof currency.get>) {
    const sorts = { code: 'currency.code', date_modified: 'currency.date_modified' };
    const { records, ...page } = await this.currencies.list(call, sorts);
    return { ...page, currencies: records };
  }
}

const refuseCode = (code = '') => refuseDuplicate('currency_code', `There is already a currency ${code}.`);

export const toCurrency = showAs(Currency);
