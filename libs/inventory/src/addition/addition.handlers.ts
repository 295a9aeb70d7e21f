import {
  addition,
  type Addition,
  additionChanged,
  type AdditionLine,
  type CallOf,
  type Fault,
  Refused,
} from '@stockbook/contracts';
import { Db, SharedWrites, type Tx } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { editedRate } from '../document/document-rate.js';
import { authorOf, dateAdded, shownDocument } from '../document/shown-document.js';
import { type Pricing, StockDocument } from '../document/stock-document.js';
import { purchaseOrders, type PurchaseOrders } from '../purchase-order/purchase-orders.js';
import { closeReceipt, openReceipt } from '../purchase-order/receipts.js';
import { type AccountRate, References } from '../references.js';
import { AdditionLineRow, AdditionRow } from './addition.entity.js';

type Edit = CallOf<typeof addition.edit>;

interface NewAddition {
  readonly call: CallOf<typeof addition.add>;
  readonly pricing: Required<Pick<Pricing, 'rate' | 'faults'>>;
}

@Controller()
export class AdditionHandlers {
  private readonly orders: PurchaseOrders;
  private readonly additions: StockDocument<AdditionRow, AdditionLineRow, 'item_addition_id', AdditionLine, Addition>;
  private readonly writes;

  constructor(
    private readonly db: Db,
    private readonly references: References,
  ) {
    this.orders = purchaseOrders(db);
    this.additions = new StockDocument(db, {
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
    this.writes = SharedWrites.each(db, (tx, given: NewAddition) => this.write(tx, given), {
      rowsOf: ({ call }) => call.input.addition.length,
      keysOf: changedBy,
    });
  }

  @Handles(addition.add, { sharesConnections: true })
  async add(call: CallOf<typeof addition.add>) {
    return this.writes.run({ call, pricing: await this.references.rateOf(call.caller, call.input) });
  }

  @Handles(addition.edit)
  async edit(call: Edit) {
    const { item_addition_id } = call.input;
    const rate = await this.references.rateOf(call.caller, call.input);
    return this.db.transact(call, async (tx) => {
      await this.change(tx, call, rate);
      return { item_addition_id };
    });
  }

  @Handles(addition.delete)
  delete(call: CallOf<typeof addition.delete>) {
    const { item_addition_id } = call.input;
    return this.db.transact(call, async (tx) => {
      const stored = await this.additions.claim(tx, call);
      const receipt = await openReceipt(tx, call, this.orders, stored.header.purchase_order_id);
      await this.additions.remove(tx, call, stored);
      if (receipt) await closeReceipt(tx, call, this.orders, receipt);
      return { item_addition_id };
    });
  }

  @Handles(addition.get)
  async get(call: CallOf<typeof addition.get>) {
    const sorts = {
      item_addition_id: 'addition.item_addition_id',
      date_added: 'addition.date_added',
      date_modified: 'addition.date_modified',
    };
    const query = this.additions.query(call);
    const { filter_purchase_order_id: id } = call.input;
    if (id !== undefined) query.andWhere('addition.purchase_order_id = :id', { id });
    const { records, ...page } = await this.additions.list(call, sorts, query);
    return { ...page, additions: records };
  }

  private async write(tx: Tx, { call, pricing }: NewAddition): Promise<{ item_addition_id: number }> {
    const { caller, input } = call;
    const { purchase_order_id = 0, currency = '', comment = '' } = input;
    const origin = { ...authorOf(caller), ...dateAdded(input) };
    const values = { ...origin, comment, purchase_order_id, currency, currency_value: pricing.rate };
    const receipt = await openReceipt(tx, call, this.orders, purchase_order_id);
    const { header } = await this.additions.add(tx, call, values, input.addition, pricing);
    if (receipt) await closeReceipt(tx, call, this.orders, receipt, { ...input, lines: input.addition });
    return { item_addition_id: header.item_addition_id };
  }

  private async change(tx: Tx, call: Edit, account_rate: AccountRate): Promise<void> {
    const { input } = call;
    const stored = await this.additions.claim(tx, call);
    const { purchase_order_id, currency_value: old_rate } = stored.header;
    if ((input.purchase_order_id ?? purchase_order_id) !== purchase_order_id)
      throw new Refused(fixedOrder(stored.header));
    const priced = editedRate(stored.header, input, account_rate);
    const pricing = { rate: priced.currency_value, old_rate };
    const receipt = await openReceipt(tx, call, this.orders, purchase_order_id);
    await this.additions.edit(tx, call, stored, { comment: input.comment, ...priced }, input.addition, pricing);
    if (receipt) await closeReceipt(tx, call, this.orders, receipt, { ...input, lines: input.addition });
  }
}

const changedBy = ({ call: { input } }: NewAddition): string[] => [
  ...input.addition.map(({ item_id }) => `item ${item_id}`),
  ...(input.purchase_order_id ? [`purchase order ${input.purchase_order_id}`] : []),
];

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
  items: lines.map(({ item_id, name, location_id, quantity, cost }) => ({
    item_id,
    name,
    location_id,
    quantity,
    cost,
  })),
});
