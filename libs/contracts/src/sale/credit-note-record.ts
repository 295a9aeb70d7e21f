import { Flag, Id, ListOf, Money, Quantity, Text, When } from '../fields/fields.js';
import { OrderTotal } from './order-record.js';
import { SaleDocument } from './sale-document.js';

export class CreditNoteProduct {
  @Id() credit_note_product_id!: number;
  @Id({ doc: 'Additive: the line of the order that is credited; 0: none.' }) order_product_id!: number;
  @Id({ doc: '0: free text, no item of the inventory.' }) item_id!: number;
  @Text({ doc: 'Image URL or path.' }) thumb!: string;
  @Text() name!: string;
  @Text() model!: string;
  @Text() sku!: string;
  @Quantity() quantity!: number;
  @Money() price!: number;
  @Money({ doc: 'quantity x price.' }) total!: number;
  @Money({
    optional: true,
    cost: true,
    doc: 'Unit cost in the base currency: at which it came back, or before that of the order line or as given.',
  })
  cost?: number;
  @Flag({ doc: 'Whether the whole line has gone back to stock.' }) restocked!: boolean;
  @When({ doc: 'Additive: when it went back; empty: not yet.' }) date_restocked!: string;
}
export class CreditNote extends SaleDocument {
  @Id() credit_note_id!: number;
  @Id({ doc: '0: none.' }) order_id!: number;
  @Text() credit_note_status!: string;
  @Id({ doc: '0: none.' }) credit_note_status_id!: number;
  @Flag({ doc: 'Additive: whether its items go back to stock, by its own flag or by its status.' }) restock!: boolean;
  @ListOf(() => OrderTotal, { optional: true, doc: 'Additive: amounts beside the lines.' }) totals?: OrderTotal[];
  @Flag({ optional: true, doc: "Additive: its total was allowed to exceed what is left of the order's." })
  allow_over_credit?: boolean;
  @ListOf(() => CreditNoteProduct) products!: CreditNoteProduct[];
}
