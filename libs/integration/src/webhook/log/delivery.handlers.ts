import { type CallOf, noRecord, Refused, webhook } from '@stockbook/contracts';
import { Db, fittingRowsOf } from '@stockbook/persistence';
import { Handles, publishActions } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { LOCK_ENDPOINTS } from '../dispatch/dispatch-statements.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import {
  claimEndpoint,
  rightsFaults,
  seesEndpoint,
  visibleColumns,
  visibleSections,
} from '../endpoint/webhook-rights.js';
import { listDeliveries } from './delivery-list.js';
import {
  FEED,
  FIND,
  type FoundDelivery,
  HOLD_RECOVERED,
  POSITION_OF,
  RECOVER,
  REDELIVER,
} from './redelivery-statements.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DEFAULT_LIMIT = 20;
const DONE = { failed: ['exhausted', 'cancelled'], missing: [], all: ['exhausted', 'cancelled', 'delivered'] };

interface FeedRow {
  readonly event_id: string;
  readonly event: string;
  readonly body: string;
}

@Controller()
export class DeliveryHandlers {
  constructor(
    private readonly db: Db,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Handles(webhook.getDelivery)
  getDelivery(call: CallOf<typeof webhook.getDelivery>) {
    return listDeliveries(this.db, call);
  }

  @Handles(webhook.redeliver)
  redeliver(call: CallOf<typeof webhook.redeliver>) {
    const { caller, input } = call;
    return this.db.transact(call, async (tx) => {
      const delivery_id = [...new Set(input.delivery_id)];
      const found = await tx.query<FoundDelivery>(FIND, [tx.account_id, delivery_id, ...visibleColumns(caller)]);
      const seen = found.filter((each) => seesEndpoint(caller, each));
      const known = new Set(seen.map((each) => each.delivery_id));
      Refused.ifAny(delivery_id.filter((id) => !known.has(id)).map((id) => noRecord('delivery', id)));
      Refused.ifAny(found.flatMap((each) => rightsFaults(caller, { ...each, events: [each.section] }, 'redeliver to')));
      tx.send(LOCK_ENDPOINTS, [tx.account_id, found.map(({ webhook_id }) => webhook_id)]);
      for (const each of REDELIVER) await tx.query(each, [tx.account_id, delivery_id]);
      const endpoints = [...new Set(found.map(({ webhook_id }) => webhook_id))];
      publishActions(tx, call, { change: 'redelivered', resource: 'integration/webhook' }, endpoints);
      tx.afterCommit(this.dispatcher.wake);
      return { delivery_id };
    });
  }

  @Handles(webhook.recover)
  recover(call: CallOf<typeof webhook.recover>) {
    const { caller, input } = call;
    const { webhook_id, date_start, date_end, what } = input;
    return this.db.transact(call, async (tx) => {
      const row = await claimEndpoint(tx, caller, webhook_id);
      Refused.ifAny(rightsFaults(caller, row, 'recover the deliveries of'));
      const range = [tx.account_id, webhook_id, date_start || '-infinity', date_end || 'infinity'];
      tx.send(LOCK_ENDPOINTS, [tx.account_id, [webhook_id]]);
      const recovered = await tx.query(RECOVER, [...range, DONE[what ?? 'failed'], what !== 'failed']);
      tx.send(HOLD_RECOVERED, [tx.account_id, [webhook_id]]);
      publishActions(tx, call, { change: 'recovered', resource: 'integration/webhook' }, [webhook_id]);
      tx.afterCommit(this.dispatcher.wake);
      return { webhook_id, count: recovered.length };
    });
  }

  @Handles(webhook.getEvent)
  async getEvent({ caller, input }: CallOf<typeof webhook.getEvent>) {
    const { after, limit = DEFAULT_LIMIT, filter_event, order = 'ASC' } = input;
    const from = after ? await this.positionOf(caller.account_id, after) : 0;
    const seen = [...visibleColumns(caller), visibleSections(caller)];
    const values = [caller.account_id, from, limit, caller.view_cost, filter_event || null, ...seen];
    const { rows: events, isCut } = await fittingRowsOf<FeedRow>(this.db, FEED[order], values, ['body']);
    return { events, ...(isCut && { truncated: true }) };
  }

  private async positionOf(account_id: number, event_id: string): Promise<number> {
    const [found] = UUID.test(event_id)
      ? await this.db.query<{ position: number }>(POSITION_OF, [account_id, event_id])
      : [];
    if (!found) throw new Refused({ ...noRecord('event', event_id), field: 'after' });
    return found.position;
  }
}
