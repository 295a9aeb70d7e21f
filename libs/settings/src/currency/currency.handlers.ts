import { type CallOf, currency, type Currency, shownDate } from '@stockbook/contracts';
import { Db, listQuery, pageOf } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { CurrencyRow } from './currency.entity.js';

@Controller()
export class CurrencyHandlers {
  constructor(private readonly db: Db) {}

  @Handles(currency.get)
  async get(call: CallOf<typeof currency.get>) {
    const query = listQuery(this.db, CurrencyRow, 'currency_id', call);
    const sorts = { code: 'currency.code', date_modified: 'currency.date_modified' };
    const [rows, total] = await pageOf(query, call.input, 'currency_id', sorts);
    return { total, currencies: rows.map(toCurrency) };
  }
}

export const toCurrency = (row: CurrencyRow): Currency => ({
  currency_id: row.currency_id,
  code: row.code,
  symbol_left: row.symbol_left,
  symbol_right: row.symbol_right,
  decimal_place: row.decimal_place,
  value: row.value,
  date_modified: shownDate(row.date_modified),
});
