import { Page, PageRequest } from '../common.js';
import { read, resource } from '../contract.js';
import { fact } from '../facts.js';
import { Id, Int, ListOf, OneOf, Rate, Text, When } from '../fields.js';

class CurrencyKey {
  @Id() currency_id!: number;
}
class CurrencyGet extends PageRequest {
  @Id({ optional: true }) currency_id?: number;
  @OneOf(['code', 'date_modified'], { optional: true }) sort?: 'code' | 'date_modified';
}
export class Currency extends CurrencyKey {
  @Text({ doc: 'Three capital letters of ISO 4217.' }) code!: string;
  @Text() symbol_left!: string;
  @Text() symbol_right!: string;
  @Int({ min: 0, max: 8 }) decimal_place!: number;
  @Rate({ doc: 'Units of this currency for one of the base currency.' }) value!: number;
  @When() date_modified!: string;
}
class CurrencyPage extends Page {
  @ListOf(() => Currency) currencies!: Currency[];
}

export const currency = resource('setting/currency', 'settings', {
  get: read(CurrencyGet, CurrencyPage, 'Lists currencies.'),
});

export const currencyChanged = fact('setting.currency', Currency);
