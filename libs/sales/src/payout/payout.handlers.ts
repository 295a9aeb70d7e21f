import { type CallOf, channelPayout, orderChanged, payoutAdded, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, groupBy, type Tx } from '@stockbook/persistence';
import { actorOf, factRow, Handles, judgeSize } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { changeRow, orderSubscriptions, shownStates } from '../order/facts/order-facts.js';
import { OrderReferences } from '../order/reference/order-references.js';
import { type OrderRecord, readLines } from '../order/record/order-records.js';
import { claimOrders } from '../order/record/order-visibility.js';
import { payoutPage } from './payout-list.js';
import { checkReferences, findOrders, type OrderPayoutGiven } from './payout-orders.js';
import { addToOrders, insertPayouts, type PayoutRecord, repetitionFaults, toPayout } from './payout-records.js';

type Add = CallOf<typeof channelPayout.add>;

/** Records payouts of channels for their orders, each once by the channel's reference. */
@Controller()
export class PayoutHandlers {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
  ) {}

  @Handles(channelPayout.add)
  async add(call: Add) {
    const { caller, input } = call;
    const { payouts, faults } = await findOrders(this.db, call);
    await this.references.apply(caller.account_id, (reference) =>
      checkReferences(input, { ...reference, caller }, faults),
    );
    return this.db.transact(call, (tx) => this.record(tx, call, payouts));
  }

  @Handles(channelPayout.get)
  get(call: CallOf<typeof channelPayout.get>) {
    return payoutPage(this.db, call);
  }

  /** The lock on the orders comes before the payouts: an edit comes before all of this, or meets a locked order. */
  private async record(tx: Tx, call: Add, payouts: readonly OrderPayoutGiven[]) {
    const { caller, input } = call;
    const { channel_id } = input;
    const is_subscribed = await orderSubscriptions.has(tx);
    const orders = await claimOrders(tx, caller, [...new Set(payouts.map(({ order_id }) => order_id))]);
    const added = await insertPayouts(tx, { ...caller, channel_id }, payouts);
    if (added.length < payouts.length) Refused.ifAny(await repetitionFaults(tx, channel_id, payouts));
    const paid = new Set(added.map(({ order_id }) => order_id));
    const changed = orders.filter(({ order_id }) => paid.has(order_id));
    const places = new Map(payouts.map(({ reference }, index) => [reference, index]));
    added.sort((one, other) => (places.get(one.reference) ?? 0) - (places.get(other.reference) ?? 0));
    await publishPayouts(tx, call, { before: changed, added, is_subscribed });
    const results = payouts.map(({ order_id }, index) => ({ index, order_id }));
    return { added: added.length, repeated: payouts.length - added.length, results };
  }
}

interface Recorded {
  readonly before: readonly OrderRecord[];
  readonly added: readonly PayoutRecord[];
  readonly is_subscribed: boolean;
}

async function publishPayouts(tx: Tx, call: Add, { before, added, is_subscribed }: Recorded): Promise<void> {
  const ids = before.map(({ order_id }) => order_id);
  const [after, lines] = await Promise.all([addToOrders(tx, before, added), readLines(tx, tx.account_id, ids)]);
  const linesByOrder = groupBy(lines, ({ order_id }) => order_id);
  const actor = actorOf(call);
  const stateOf = (order: OrderRecord) => ({ order, lines: linesByOrder.get(order.order_id) ?? [] });
  const edits = before.map((order, i) => {
    const states = { before: stateOf(order), after: stateOf(after[i] ?? order) };
    const shown = shownStates(states);
    judgeSize(tx, orderChanged, { change: 'edited', ...shown });
    return changeRow({ change: 'edited', actor, ...states, shown }, is_subscribed);
  });
  const facts = added.map((row) =>
    factRow(tx, payoutAdded, { id: row.channel_payout_id, sequence: 1, change: 'added', actor, after: toPayout(row) }),
  );
  publishAll(tx, [...edits, ...facts]);
}
