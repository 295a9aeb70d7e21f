import { type CallOf, noRecord, Refused, webhook } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, publishActions } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { LOCK_ENDPOINTS } from '../dispatch/dispatch-statements.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { refusePull } from '../endpoint/webhook-fields.js';
import { claimEndpoint, rightsFaults, seesEndpoint, visibleColumns } from '../endpoint/webhook-rights.js';
import { listDeliveries } from './delivery-list.js';
import { FIND, type FoundDelivery, HOLD_RECOVERED, RECOVER, REDELIVER } from './redelivery-statements.js';

const DONE = { failed: ['exhausted', 'cancelled'], missing: [], all: ['exhausted', 'cancelled', 'delivered'] };

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
      refusePull(row);
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
}
