import type { TotalLine } from '../rules.js';

export const taxRoundings = ['line', 'document'] as const;
export type TaxRounding = (typeof taxRoundings)[number];

/** A tax as `extension/module/tax/get` shows it. */
export interface TaxRule {
  readonly tax_id: number;
  readonly name: string;
  readonly code: string;
  /** `P` means that `rate` is a percentage, `F` that it is an amount for each unit, in the base currency. */
  readonly type: 'P' | 'F';
  readonly rate: number;
  /** True if prices contain the tax. */
  readonly inclusive: boolean;
  readonly status: boolean;
  readonly sort_order: number;
}
export interface TaxedLine {
  readonly quantity: number;
  readonly price: number;
  readonly discount?: number;
  readonly discount_total?: number;
  /** The lines of promotions and fees of this line alone. */
  readonly totals?: readonly TotalLine[];
  /** If it is absent, the taxes of the cart apply. */
  readonly tax_ids?: readonly number[];
}
export interface TaxedTotal extends TotalLine {
  /** If it is absent, the line is shared by the goods and taxed with them. */
  readonly tax_ids?: readonly number[];
}
export interface TaxedCart {
  /** One unit of the base currency is worth this many units of the cart's currency. */
  readonly currency_value: number;
  readonly decimal_place: number;
  readonly products: readonly TaxedLine[];
  readonly totals: readonly TaxedTotal[];
  /** If they are absent, all taxes that are enabled apply. */
  readonly tax_ids?: readonly number[];
  readonly rounding: TaxRounding;
}
/** The totals lines to post, in the cart's currency. */
export interface Taxation {
  readonly products: readonly { readonly totals: readonly TotalLine[] }[];
  readonly totals: readonly TotalLine[];
  /** The goods with all totals lines and the taxes that prices do not contain. */
  readonly total: number;
}
