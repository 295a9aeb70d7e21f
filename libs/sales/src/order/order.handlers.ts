import { type CallOf, type Fault, type Order, order, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { constraintOf, Db, groupBy, type Tx } from '@stockbook/persistence';
import { actorOf, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import {
  addCustomer,
  addedCustomer,
  customerOf,
  findCustomer,
  holdCustomer,
} from '../customer/order/order-customer.js';
import { creditFaults, creditNoteUses, creditsOf, restockUses } from '../credit-note/write/order-credits.js';
import { ChannelActivity } from './place/channel-activity.js';
import { changeRow, isSubscribed } from './facts/order-facts.js';
import { OrderItems } from './place/order-items.js';
import { itemsOf } from './place/order-lines.js';
import { locationOf, relocation } from './stock/order-location.js';
import { OrderList } from './list/order-list.js';
import { OrderSummaries } from './list/order-summary.js';
import { lockFaults } from './record/order-lock.js';
import { isPending } from './complete/order-lookup.js';
import { type Placement, placeOrder } from './place/order-placement.js';
import { claimKeyOf, PromotionClaims } from './promotion/promotion-claims.js';
import { promotionRows } from './promotion/order-promotions.js';
import { OrderReferences } from './place/order-references.js';
import { type EditTerms, editTerms, reviseOrder } from './edit/order-revision.js';
import { toOrder } from './list/order-shown.js';
import { type OrderRecord, readLines, sameImported } from './record/order-records.js';
import { deleteOrders, insertOrder, recordHistory, replaceLines, updateOrder } from './record/order-writes.js';
import { claimOrder, claimOrders, findOrder } from './record/order-visibility.js';

type Add = CallOf<typeof order.add>;
type Edit = CallOf<typeof order.edit>;

@Controller()
export class OrderHandlers {
  private readonly list: OrderList;
  private readonly summaries: OrderSummaries;

  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
    private readonly channels: ChannelActivity,
    private readonly claims: PromotionClaims,
  ) {
    this.list = new OrderList(db);
    this.summaries = new OrderSummaries(db);
  }

  @Handles(order.add)
  async add(call: Add): Promise<{ order: Order }> {
    const { caller, input } = call;
    const { account_id } = caller;
    const [items, customer_id] = await Promise.all([
      // Without the inventory an order is taken as it is given, and completed later.
      this.items.findIfUp(call, input.products),
      this.customerClaiming(call),
      this.references.prepare(account_id),
    ]);
    try {
      return await this.references.apply(account_id, (reference) => {
        const placement = placeOrder(input, { ...reference, caller, items, customer_id, now: new Date() });
        return this.db.transact(call, (tx) => this.place(tx, call, placement));
      });
    } catch (error) {
      if (constraintOf(error) !== 'sale_order_imported') throw error;
      throw (await this.importedBefore(call)) ?? error;
    }
  }

  @Handles(order.edit)
  async edit(call: Edit): Promise<{ order: Order }> {
    const { caller, input } = call;
    const { account_id } = caller;
    const { order_id, products } = input;
    const [stored, lines, found, customer_id] = await Promise.all([
      findOrder(this.db, caller, order_id),
      products ? readLines(this.db, account_id, [order_id]) : [],
      this.items.find(call, products ?? []),
      input.customer_id ? findCustomer(this.db, account_id, input.customer_id) : undefined,
    ]);
    if (stored) await this.claimAdded(call, stored);
    const items = [...found, ...(stored ? itemsOf(lines.filter((line) => !isPending(stored, line))) : [])];
    const terms = await this.references.apply(account_id, (reference) =>
      editTerms(input, { ...reference, caller, stored, items, customer_id }),
    );
    return this.db.transact(call, (tx) => this.revise(tx, call, terms));
  }

  @Handles(order.delete)
  delete(call: CallOf<typeof order.delete>): Promise<{ order_id?: number; order_ids?: number[] }> {
    const { caller, input } = call;
    const { order_id, batch_id } = input;
    const ids = [...new Set(batch_id?.length ? batch_id : order_id ? [order_id] : [])];
    if (!ids.length)
      throw new Refused({ code: 'invalid', field: 'order_id', message: 'order_id or batch_id is required.' });
    return this.db.transact(call, async (tx) => {
      const [is_subscribed, claimed, uses] = await Promise.all([
        isSubscribed(tx),
        claimOrders(tx, caller, ids),
        creditNoteUses(tx, ids),
      ]);
      Refused.ifAny([...claimed.flatMap(lockFaults), ...uses]);
      const deleted = await deleteOrders(tx, claimed);
      const lines = groupBy(await readLines(tx, caller.account_id, ids), ({ order_id }) => order_id);
      await recordHistory(tx, deleted, caller, 'Deleted.');
      const changes = deleted.map((order) => {
        const after = { order, lines: lines.get(order.order_id) ?? [] };
        return changeRow({ change: 'deleted', actor: actorOf(call), after }, is_subscribed);
      });
      const former = new Map(claimed.map((order) => [order.order_id, order]));
      publishAll(tx, [...changes, ...deleted.flatMap((order) => promotionRows(former.get(order.order_id), order))]);
      return batch_id?.length ? { order_ids: ids } : { order_id };
    });
  }

  @Handles(order.get)
  get(call: CallOf<typeof order.get>) {
    return this.list.page(call);
  }

  @Handles(order.getSummary)
  getSummary(call: CallOf<typeof order.getSummary>) {
    return this.summaries.page(call);
  }

  /** The customer of a new order, after the uses of its strict promotions are claimed. */
  private async customerClaiming(call: Add): Promise<number | undefined> {
    const { caller, input } = call;
    const totals = [...input.totals, ...input.products.flatMap((product) => product.totals ?? [])];
    const [customer_id, strict] = await Promise.all([
      customerOf(this.db, caller.account_id, input),
      this.claims.strictIn(caller.account_id, totals),
    ]);
    await this.claims.claim(call, strict, { ...input, customer_id: customer_id ?? 0 });
    return customer_id;
  }

  /** The uses of strict promotions that an edit adds are claimed; those that the order has are not judged again. */
  private async claimAdded(call: Edit, stored: OrderRecord): Promise<void> {
    const { totals = [], products = [], customer_id } = call.input;
    const given = [...totals, ...products.flatMap((product) => product.totals ?? [])];
    const strict = await this.claims.strictIn(call.caller.account_id, given);
    const added = strict.filter((id) => !stored.promotions.some(({ promotion_id }) => promotion_id === id));
    await this.claims.claim(call, added, { ...stored, customer_id: customer_id || stored.customer_id });
  }

  private async place(tx: Tx, call: Add, placement: Placement): Promise<{ order: Order }> {
    const { caller, input } = call;
    const customer = placement.order.customer_id ? undefined : await addCustomer(tx, input);
    const customer_id = customer?.customer_id ?? placement.order.customer_id;
    const order = { ...placement.order, customer_id };
    const added = await insertOrder(tx, { ...placement, order }, caller);
    if (!added) throw new Refused(noLocation(order));
    tx.afterCommit(() => this.channels.note(caller, input.channel_id));
    publishAll(tx, [
      ...(customer?.date_added ? [addedCustomer(tx, call, customer, input)] : []),
      changeRow({ change: 'added', actor: actorOf(call), after: added }, added.is_subscribed),
      ...promotionRows(undefined, added.order, claimKeyOf(call)),
    ]);
    return { order: toOrder(added.order, added.lines) };
  }

  private async revise(tx: Tx, call: Edit, terms: EditTerms): Promise<{ order: Order }> {
    const { caller, input } = call;
    const [customer_id, is_subscribed, stored] = await Promise.all([
      input.customer_id && holdCustomer(tx, input.customer_id),
      isSubscribed(tx),
      claimOrder(tx, caller, input.order_id),
    ]);
    const [storedLines, credited] = await Promise.all([
      readLines(tx, tx.account_id, [stored.order_id]),
      terms.lines ? creditsOf(tx, stored.order_id) : [],
    ]);
    const revision = reviseOrder(stored, storedLines, { ...input, customer_id }, terms);
    if (revision.lines) Refused.ifAny(creditFaults(revision.lines, credited));
    const wanted = revision.lines ?? storedLines;
    if (stored.deducts && !revision.order.deducts) Refused.ifAny(await restockUses(tx, stored.order_id));
    const located = { ...stored, deducts: revision.order.deducts };
    const location_id = await locationOf(tx, located, wanted, terms.channels_location_id);
    const lines = revision.lines ? await replaceLines(tx, stored.order_id, revision.lines) : storedLines;
    const row = await updateOrder(tx, stored, { ...revision.order, location_id });
    const isNewStatus = row.order_status_id !== stored.order_status_id;
    if (isNewStatus) await recordHistory(tx, [row], caller, '');
    if (location_id !== stored.location_id)
      await recordHistory(tx, [row], caller, relocation(stored.location_id, location_id));
    const change = isNewStatus ? 'status_changed' : 'edited';
    const states = { before: { order: stored, lines: storedLines }, after: { order: row, lines } };
    publishAll(tx, [
      changeRow({ change, actor: actorOf(call), ...states }, is_subscribed),
      ...promotionRows(stored, row, claimKeyOf(call)),
    ]);
    return { order: toOrder(row, lines) };
  }

  private async importedBefore({ caller, input }: Add): Promise<Refused | undefined> {
    const { channel_id, imported_order_id } = input;
    const order_id = await sameImported(this.db, caller.account_id, channel_id, imported_order_id);
    if (!order_id) return undefined;
    const message = `Order ${order_id} of channel ${channel_id} has the imported_order_id ${imported_order_id} already.`;
    return new Refused({ code: 'duplicate', field: 'imported_order_id', message });
  }
}

const noLocation = ({ channel_id, location_id }: Placement['order']): Fault => ({
  code: 'invalid',
  field: 'channel_id',
  message: `Channel ${channel_id} has no location for its orders: location ${location_id} is deleted.`,
});
