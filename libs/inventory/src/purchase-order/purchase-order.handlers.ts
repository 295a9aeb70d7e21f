import { type CallOf, purchaseOrder, Refused } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { Handles, referenceFaults, useFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { editedRate } from '../document/document-rate.js';
import { refuseHidden, withVisibleItems } from '../document/document-scope.js';
import { authorOf } from '../document/shown-document.js';
import { type AccountRate, References } from '../references.js';
import { isAwaited } from './awaited-orders.js';
import { narrow, PURCHASE_ORDER_SORTS } from './purchase-order-list.js';
import { dateReceived, purchaseOrderStatus, withReceived } from './purchase-order-progress.js';
import { PurchaseOrderRow } from './purchase-order.entity.js';
import { loweredFaults, orderLines, purchaseTotal } from './purchase-order-writes.js';
import { PURCHASE_ORDER, purchaseOrders, type PurchaseOrders } from './purchase-orders.js';
import { receivedPieces } from './receipts.js';

type Edit = CallOf<typeof purchaseOrder.edit>;

@Controller()
export class PurchaseOrderHandlers {
  private readonly orders: PurchaseOrders;

  constructor(
    private readonly db: Db,
    private readonly references: References,
  ) {
    this.orders = purchaseOrders(db);
  }

  @Handles(purchaseOrder.add)
  async add(call: CallOf<typeof purchaseOrder.add>) {
    const { caller, input } = call;
    const { rate, faults: known } = await this.references.rateOf(caller, input);
    return this.db.transact(call, async (tx) => {
      const faults = [...known, ...(await referenceFaults(tx, caller, PurchaseOrderRow, input))];
      const lines = await orderLines(tx, caller, [], withReceived(input.item, new Map()), { rate }, faults);
      const values = {
        ...authorOf(caller),
        comment: input.comment ?? '',
        location_id: input.location_id,
        supplier_id: input.supplier_id ?? 0,
        total: purchaseTotal(lines, input.item, faults),
        currency: input.currency ?? '',
        currency_value: rate,
        date_estimated_arrival: input.date_estimated_arrival || null,
        date_received: input.date_received || null,
        status: 'open' as const,
      };
      Refused.ifAny(faults);
      const { header } = await this.orders.insert(tx, call, values, lines);
      return { purchase_order_id: header.purchase_order_id };
    });
  }

  @Handles(purchaseOrder.edit)
  async edit(call: Edit) {
    const { purchase_order_id } = call.input;
    const rate = await this.references.rateOf(call.caller, call.input);
    return this.db.transact(call, async (tx) => {
      await this.change(tx, call, rate);
      return { purchase_order_id };
    });
  }

  @Handles(purchaseOrder.delete)
  delete(call: CallOf<typeof purchaseOrder.delete>) {
    return this.db.transact(call, async (tx) => {
      const stored = await this.claim(tx, call);
      Refused.ifAny(await useFaults(tx, call.caller, PurchaseOrderRow, stored.header));
      await this.orders.remove(tx, call, stored);
      return { purchase_order_id: call.input.purchase_order_id };
    });
  }

  @Handles(purchaseOrder.get)
  async get(call: CallOf<typeof purchaseOrder.get>) {
    const query = withVisibleItems(call.caller, PURCHASE_ORDER, narrow(this.orders.query(call), call.input));
    const { records, ...page } = await this.orders.list(call, PURCHASE_ORDER_SORTS, query);
    return { ...page, purchase_orders: records };
  }

  private async claim(tx: Tx, call: CallOf<typeof purchaseOrder.delete>) {
    const stored = await this.orders.claim(tx, call);
    await refuseHidden(tx, call.caller, PURCHASE_ORDER, call.input.purchase_order_id);
    return stored;
  }

  private async change(tx: Tx, call: Edit, account_rate: AccountRate): Promise<void> {
    const { caller, input } = call;
    const stored = await this.claim(tx, call);
    const { header } = stored;
    const priced = editedRate(header, input, account_rate);
    const received = await receivedPieces(tx, header.purchase_order_id);
    const given = withReceived(input.item ?? stored.lines, received);
    const status = purchaseOrderStatus(given, input.closed ?? header.status === 'closed');
    const is_awaited_again = isAwaited(status) && !isAwaited(header.status);
    const { location_id = header.location_id, supplier_id = header.supplier_id } = input;
    const places = { location_id, supplier_id };
    const faults = await referenceFaults(tx, caller, PurchaseOrderRow, places, is_awaited_again ? undefined : header);
    const terms = { rate: priced.currency_value, is_awaited_again };
    const lines = await orderLines(tx, caller, stored.lines, given, terms, faults);
    const total = purchaseTotal(lines, input.item ?? [], faults);
    Refused.ifAny([...faults, ...loweredFaults(stored, lines, received)]);
    const cleared = input.date_received === '' && { date_received: null };
    const values = {
      comment: input.comment,
      location_id: input.location_id,
      supplier_id: input.supplier_id,
      total,
      ...priced,
      date_estimated_arrival: dayOf(input.date_estimated_arrival),
      date_received: input.date_received || dateReceived({ ...header, ...cleared }, status, caller.zone),
      status,
    };
    await this.orders.update(tx, call, stored, values, lines);
  }
}

/** Reads a given day; null stands for the empty one, undefined for none given. */
const dayOf = (day: string | undefined): string | null | undefined => (day === undefined ? day : day || null);
