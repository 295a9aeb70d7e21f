import {
  type Addition,
  type addition,
  additionChanged,
  type AdditionLine,
  type CallOf,
  type Fault,
  Refused,
} from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { editedRate } from '../document/document-rate.js';
import { authorOf, dateAdded, shownDocument } from '../document/shown-document.js';
import { type Pricing, StockDocument } from '../document/stock-document.js';
import { purchaseOrders, type PurchaseOrders } from '../purchase-order/purchase-orders.js';
import { withReceipt } from '../purchase-order/receipts.js';
import type { AccountRate } from '../references.js';
import { AdditionLineRow, AdditionRow } from './addition.entity.js';

export interface NewAddition {
  readonly call: CallOf<typeof addition.add>;
  readonly pricing: Required<Pick<Pricing, 'rate' | 'faults'>>;
}

/** Writes additions together with the purchase orders that they are receipts of. */
@Injectable()
export class Additions {
  private readonly orders: PurchaseOrders;
  private readonly stock: StockDocument<AdditionRow, AdditionLineRow, 'item_addition_id', AdditionLine, Addition>;

  constructor(db: Db) {
    this.orders = purchaseOrders(db);
    this.stock = new StockDocument(db, {
      document: 'addition',
      moves: { counts_as: 'added' },
      header: AdditionRow,
      line: AdditionLineRow,
      key: 'item_addition_id',
      changed: additionChanged,
      show: toAddition,
      placesOf: ({ location_id, quantity }) => [{ field: 'location_id', location_id, quantity }],
      rowOf: ({ item_id, location_id, quantity }, terms) => ({ item_id, location_id, quantity, ...terms }),
    });
  }

  get documents() {
    return this.stock.documents;
  }

  async add(tx: Tx, { call, pricing }: NewAddition): Promise<{ item_addition_id: number }> {
    const { caller, input } = call;
    const { purchase_order_id = 0, currency = '', comment = '', addition: lines } = input;
    const origin = { ...authorOf(caller), ...dateAdded(input) };
    const values = { ...origin, comment, purchase_order_id, currency, currency_value: pricing.rate };
    const change = () => this.stock.add(tx, call, values, lines, pricing);
    const { header } = await withReceipt(tx, call, this.orders, purchase_order_id, change, { ...input, lines });
    return { item_addition_id: header.item_addition_id };
  }

  async edit(tx: Tx, call: CallOf<typeof addition.edit>, account_rate: AccountRate): Promise<void> {
    const { input } = call;
    const { comment, addition: lines } = input;
    const stored = await this.documents.claim(tx, call);
    const { purchase_order_id, currency_value: old_rate } = stored.header;
    if ((input.purchase_order_id ?? purchase_order_id) !== purchase_order_id)
      throw new Refused(fixedOrder(stored.header));
    const priced = editedRate(stored.header, input, account_rate);
    const pricing = { rate: priced.currency_value, old_rate };
    const change = () => this.stock.edit(tx, call, stored, { comment, ...priced }, lines, pricing);
    await withReceipt(tx, call, this.orders, purchase_order_id, change, { ...input, lines });
  }

  async remove(tx: Tx, call: CallOf<typeof addition.delete>): Promise<void> {
    const stored = await this.documents.claim(tx, call);
    const change = () => this.stock.remove(tx, call, stored);
    await withReceipt(tx, call, this.orders, stored.header.purchase_order_id, change);
  }
}

const fixedOrder = ({ item_addition_id, purchase_order_id }: AdditionRow): Fault => ({
  code: 'invalid',
  field: 'purchase_order_id',
  message: `purchase_order_id cannot change; that of addition ${item_addition_id} is ${purchase_order_id}.`,
});

const toAddition = (header: AdditionRow, lines: readonly AdditionLineRow[]): Addition => ({
  item_addition_id: header.item_addition_id,
  purchase_order_id: header.purchase_order_id,
  currency: header.currency,
  currency_value: header.currency_value,
  ...shownDocument(header),
  items: lines.map(({ item_id, name, location_id, quantity, cost }) => {
    return { item_id, name, location_id, quantity, cost };
  }),
});
