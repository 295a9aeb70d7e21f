import { applyTaxes } from './apply-taxes.js';
import type { Taxation, TaxedCart, TaxedLine, TaxRule } from './tax-rules.js';

/** Returns an enabled tax that prices do not contain. */
export const taxOf = (rate: number, others: Partial<TaxRule> = {}): TaxRule => ({
  tax_id: 1,
  name: 'VAT',
  code: '',
  type: 'P',
  rate,
  inclusive: false,
  status: true,
  sort_order: 0,
  ...others,
});

/** Returns the taxes of a cart, in US dollars and rounded for each line by default. */
export const taxed = (
  products: readonly TaxedLine[],
  taxes: readonly TaxRule[],
  others: Partial<TaxedCart> = {},
): Taxation =>
  applyTaxes({ currency_value: 1, decimal_place: 2, products, totals: [], rounding: 'line', ...others }, taxes);
