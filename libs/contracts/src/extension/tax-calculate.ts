import { type TaxRounding, taxRoundings } from '@stockbook/promotions';
import { Id, Ids, ListOf, Money, OneOf, Quantity, Rate, Text } from '../fields/fields.js';
import { OrderTotal } from '../sale/order-record.js';

const optional = { optional: true } as const;
const TAXES = { ...optional, max: 100 } as const;
const ROUNDING =
  'line (default): each tax is rounded on each line, and stands in the totals of the line; document: ' +
  'once, in the totals of the order.';

class TaxedProduct {
  @Id({ ...optional, doc: 'Changes nothing.' }) item_id?: number;
  @Quantity() quantity!: number;
  @Money() price!: number;
  @Money({ ...optional, doc: 'The amount off each unit.' }) discount?: number;
  @Money({ ...optional, doc: 'The amount off the whole line, on top of the discount of each unit.' })
  discount_total?: number;
  @ListOf(() => OrderTotal, { ...optional, doc: 'The totals that promotions answer; lines of taxes are replaced.' })
  totals?: OrderTotal[];
  @Ids({ ...TAXES, doc: "The line's own taxes; absent: those of the cart; empty: none." }) tax_ids?: number[];
}
class TaxedTotal extends OrderTotal {
  @Ids({ ...TAXES, doc: 'Its own taxes; empty: none; absent: it is shared by the goods, and taxed with them.' })
  tax_ids?: number[];
}
export class TaxCalculate {
  @Text({ max: 16, ...optional, doc: 'Code of a currency of the account; empty: the base currency.' })
  currency?: string;
  @Rate({ min: 0, ...optional, doc: "0: the account's rate." }) currency_value?: number;
  @ListOf(() => TaxedProduct, { min: 1 }) products!: TaxedProduct[];
  @ListOf(() => TaxedTotal, { ...optional, doc: 'Promotions, shipping and fees; lines of taxes are replaced.' })
  totals?: TaxedTotal[];
  @Ids({ ...TAXES, doc: 'The taxes to compute; absent: all that are enabled.' }) tax_ids?: number[];
  @OneOf(taxRoundings, { ...optional, doc: ROUNDING }) rounding?: TaxRounding;
}
class TaxCalculatedProduct {
  @ListOf(() => OrderTotal, { doc: 'The given lines, then the taxes.', max: 2_000 }) totals!: OrderTotal[];
}
export class TaxCalculated {
  @ListOf(() => TaxCalculatedProduct, { doc: 'The products of the request, one for each.' })
  products!: TaxCalculatedProduct[];
  @ListOf(() => OrderTotal, { doc: 'The given lines, then the taxes.', max: 2_000 }) totals!: OrderTotal[];
  @Money({ doc: 'The goods with all totals lines.' }) total!: number;
}
