import { type CallOf, purchaseOrder, Refused } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, referenceFaults, useFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { authorOf } from '../document/shown-document.js';
import { References } from '../references.js';
import { editPurchaseOrder } from './purchase-order-edit.js';
import { narrow, PURCHASE_ORDER_SORTS } from './purchase-order-list.js';
import { withReceived } from './purchase-order-progress.js';
import { PurchaseOrderRow } from './purchase-order.entity.js';
import { orderLines, purchaseTotal, totalFaults } from './purchase-order-writes.js';
import { purchaseOrders, type PurchaseOrders } from './purchase-orders.js';

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
    const { rate, faults: ofRate } = await this.references.rateOf(caller, input);
    return this.db.transact(call, async (tx) => {
      const missing = await referenceFaults(tx, caller, PurchaseOrderRow, input);
      const { lines, faults } = await orderLines(tx, caller, [], withReceived(input.item, new Map()), { rate });
      Refused.ifAny([...ofRate, ...missing, ...faults, ...totalFaults(input.item)]);
      const values = {
        ...authorOf(caller),
        comment: input.comment ?? '',
        location_id: input.location_id,
        supplier_id: input.supplier_id ?? 0,
        total: purchaseTotal(lines),
        currency: input.currency ?? '',
        currency_value: rate,
        date_estimated_arrival: input.date_estimated_arrival || null,
        date_received: input.date_received || null,
        status: 'open' as const,
      };
      const { header } = await this.orders.insert(tx, call, values, lines);
      return { purchase_order_id: header.purchase_order_id };
    });
  }

  @Handles(purchaseOrder.edit)
  async edit(call: CallOf<typeof purchaseOrder.edit>) {
    const { purchase_order_id } = call.input;
    const rate = await this.references.rateOf(call.caller, call.input);
    return this.db.transact(call, async (tx) => {
      await editPurchaseOrder(tx, this.orders, call, rate);
      return { purchase_order_id };
    });
  }

  @Handles(purchaseOrder.delete)
  delete(call: CallOf<typeof purchaseOrder.delete>) {
    return this.db.transact(call, async (tx) => {
      const stored = await this.orders.claim(tx, call);
      Refused.ifAny(await useFaults(tx, call.caller, PurchaseOrderRow, stored.header));
      await this.orders.remove(tx, call, stored);
      return { purchase_order_id: call.input.purchase_order_id };
    });
  }

  @Handles(purchaseOrder.get)
  async get(call: CallOf<typeof purchaseOrder.get>) {
    const query = narrow(this.orders.query(call), call.input);
    const { records, ...page } = await this.orders.list(call, PURCHASE_ORDER_SORTS, query);
    return { ...page, purchase_orders: records };
  }
}
