import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Id, Int, ListOf, OneOf, Rate, Text, When } from '../fields/fields.js';

const CODE = 'Three capital letters of ISO 4217.';
const VALUE = 'Units of this currency for one of the base currency, whose own value is 1.';
const ADDITIVE = { additive: true };

class CurrencyKey {
  @Id() currency_id!: number;
}
class CurrencyFields {
  @Text({ optional: true, max: 16 }) symbol_left?: string;
  @Text({ optional: true, max: 16 }) symbol_right?: string;
  @Int({ optional: true, min: 0, max: 8, doc: 'Default 2.' }) decimal_place?: number;
}
class CurrencyAdd extends CurrencyFields {
  @Text({ min: 1, max: 3, doc: CODE }) code!: string;
  @Rate({ doc: VALUE }) value!: number;
}
class CurrencyEdit extends CurrencyFields {
  @Id() currency_id!: number;
  @Text({ optional: true, min: 1, max: 3, doc: CODE }) code?: string;
  @Rate({ optional: true, doc: VALUE }) value?: number;
}
class CurrencyGet extends RecordPageRequest {
  @Id({ optional: true }) currency_id?: number;
  @OneOf(['code', 'date_modified'], { optional: true }) sort?: 'code' | 'date_modified';
}
export class Currency extends CurrencyKey {
  @Text({ doc: CODE }) code!: string;
  @Text() symbol_left!: string;
  @Text() symbol_right!: string;
  @Int({ min: 0, max: 8 }) decimal_place!: number;
  @Rate({ doc: VALUE }) value!: number;
  @When() date_modified!: string;
}
class CurrencyPage extends Page {
  @ListOf(() => Currency) currencies!: Currency[];
}

export const currency = resource(
  'setting/currency',
  'settings',
  {
    add: once(CurrencyAdd, CurrencyKey, 'Adds a currency.', ADDITIVE),
    edit: write(CurrencyEdit, CurrencyKey, 'Changes a currency; absent fields stay as they are.', ADDITIVE),
    delete: once(CurrencyKey, CurrencyKey, 'Deletes a currency that is not the base currency.', ADDITIVE),
    get: read(CurrencyGet, CurrencyPage, 'Lists currencies.'),
  },
  { concernsAll: true },
);

export const currencyChanged = fact('setting.currency', Currency);
