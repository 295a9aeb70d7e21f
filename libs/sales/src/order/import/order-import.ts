import { type CallOf, type channel, noReference, type Order, type OrderImported, Refused } from '@stockbook/contracts';
import { constraintOf, Db, maySee } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { OrderEditing } from '../edit/order-edit.js';
import { toOrder } from '../list/order-shown.js';
import { ChannelActivity } from '../place/channel-activity.js';
import { OrderAdding } from '../place/order-add.js';
import { OrderReferences } from '../reference/order-references.js';
import { channelFaults } from '../reference/order-terms.js';
import { type OrderRecord, readImported, readLines } from '../record/order-records.js';
import { claimOrder } from '../record/order-visibility.js';
import type { OrderSource } from '../record/order.entity.js';
import { isKnown, noteSource, sourceOf } from '../record/order-source.js';

/** Each attempt fails because another request has added, changed or deleted this very order. */
const MOST_ATTEMPTS = 10;

type Import = CallOf<typeof channel.importOrder>;

const known = (order: Order): OrderImported => ({ order, created: false });

/** Takes the orders of sales channels: adds those that are new, and edits the others. */
@Injectable()
export class OrderImporting {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly adding: OrderAdding,
    private readonly editing: OrderEditing,
    private readonly activity: ChannelActivity,
  ) {}

  async import(call: Import): Promise<OrderImported> {
    const { channel_id, imported_order_id } = call.input;
    // This check comes first, so that the answer does not depend on whether the channel has this order.
    if (!maySee(call.caller, { channel_id })) throw new Refused(noReference('channel_id', 'channel', channel_id));
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const imported = await this.tryImport(call).catch(unlessOvertaken);
      if (!imported) continue;
      if (!call.dry_run) this.activity.note(call.caller, channel_id);
      return imported;
    }
    const message = `Order ${imported_order_id} is being imported and deleted by others; repeat the request.`;
    throw new Refused({ code: 'unavailable', message });
  }

  private async tryImport(call: Import): Promise<OrderImported> {
    const { caller } = call;
    const { date_modified = '', ...content } = call.input;
    const { channel_id, imported_order_id } = content;
    const source = sourceOf(content, date_modified);
    const stored = await readImported(this.db, caller.account_id, channel_id, imported_order_id);
    if (!stored) return this.adding.addImported({ ...call, input: content }, source);
    if (isKnown(stored, source)) return this.keep(call, stored, source);
    const input = { ...content, payments: content.payments ?? [], order_id: stored.order_id };
    return this.editing.edit({ ...call, input }, known, source);
  }

  /** Nothing is looked up for a content that changes nothing, so this works without the inventory. */
  private async keep(call: Import, { channel_id, order_id }: OrderRecord, source: OrderSource): Promise<OrderImported> {
    const { caller } = call;
    await this.references.apply(caller.account_id, (reference) =>
      Refused.ifAny(channelFaults(channel_id, { ...reference, caller, source })),
    );
    return this.db.transact(call, async (tx) => {
      const order = await claimOrder(tx, caller, order_id);
      if (!isKnown(order, source)) throw new Overtaken();
      await noteSource(tx, order, source);
      return known(toOrder(order, await readLines(tx, caller.account_id, [order_id])));
    });
  }
}

/** Rolls an import back: another one has brought other content since this one looked. */
class Overtaken extends Error {}

/** The order that the import looked for was added, changed or deleted meanwhile. */
function unlessOvertaken(error: unknown): undefined {
  const isAddedAndGone = constraintOf(error) === 'sale_order_imported';
  const isOther =
    error instanceof Refused && error.faults.some(({ code }) => code === 'duplicate' || code === 'unknown_record');
  if (error instanceof Overtaken || isAddedAndGone || isOther) return undefined;
  throw error;
}
