import { type CallOf, currency, type Currency, shownDate } from '@stockbook/contracts';
import { Db, pageOf } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { CurrencyRow } from './currency.entity.js';

@Controller()
export class CurrencyHandlers {
  constructor(private readonly db: Db) {}

  @Handles(currency.get)
  async get({ caller, input }: CallOf<typeof currency.get>) {
    const query = this.db.read(CurrencyRow, 'currency', caller);
    if (input.currency_id !== undefined) query.andWhere('currency.currency_id = :id', { id: input.currency_id });
    const columns = { code: 'currency.code', date_modified: 'currency.date_modified' };
    const [rows, total] = await pageOf(query, input, 'currency_id', columns);
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
