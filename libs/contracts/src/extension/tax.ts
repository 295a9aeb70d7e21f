import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Int, ListOf, Money, Name, OneOf, Text, When } from '../fields/fields.js';
import { TaxCalculate, TaxCalculated } from './tax-calculate.js';

const TYPES = ['P', 'F'] as const;
const TYPE = { doc: 'P: rate is a percentage; F: a fixed amount for each unit, in the base currency.' };

class TaxKey {
  @Id() tax_id!: number;
}
class TaxFields {
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Text({ optional: true, max: 64, trim: true, doc: 'Part of the code of its totals lines.' }) code?: string;
  @Flag({ optional: true, doc: 'Prices contain it.' }) inclusive?: boolean;
  @Flag({ optional: true, doc: 'Whether it is enabled; default true.' }) status?: boolean;
  @Int({ optional: true }) sort_order?: number;
}
class TaxAdd extends TaxFields {
  @Name() name!: string;
  @OneOf(TYPES, TYPE) type!: (typeof TYPES)[number];
  @Money({ min: 0 }) rate!: number;
}
class TaxEdit extends TaxFields {
  @Id() tax_id!: number;
  @Name({ optional: true }) name?: string;
  @OneOf(TYPES, { ...TYPE, optional: true }) type?: (typeof TYPES)[number];
  @Money({ min: 0, optional: true }) rate?: number;
}
class TaxGet extends RecordPageRequest {
  @Id({ optional: true }) tax_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @Flag({ optional: true }) filter_status?: boolean;
  @When({ optional: true }) filter_date_modified?: string;
  @OneOf(['name', 'rate', 'date_modified'], { optional: true }) sort?: 'name' | 'rate' | 'date_modified';
}
export class Tax extends TaxKey {
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Text() code!: string;
  @OneOf(TYPES, TYPE) type!: (typeof TYPES)[number];
  @Money() rate!: number;
  @Flag() inclusive!: boolean;
  @Flag() status!: boolean;
  @Int() sort_order!: number;
  @When() date_modified!: string;
}
class TaxPage extends Page {
  @ListOf(() => Tax) taxes!: Tax[];
}

const additive = { additive: true };

export const tax = resource('extension/module/tax', 'integration', {
  add: once(TaxAdd, TaxKey, 'Adds a tax.', additive),
  edit: write(TaxEdit, TaxKey, 'Changes a tax; absent fields stay as they are.', additive),
  delete: once(TaxKey, TaxKey, 'Deletes a tax.', additive),
  get: read(TaxGet, TaxPage, 'Lists taxes.'),
  calculate: read(TaxCalculate, TaxCalculated, 'Computes the taxes of a cart; the answer is ready to post.', additive),
});

export const taxChanged = fact('extension.module.tax', Tax);
