import {
  type CallOf,
  sampleOf,
  Refused,
  TEST_EVENT,
  webhook,
  webhookSections,
  withoutCost,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, publishActions } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { v7 as uuidV7 } from 'uuid';
import { Sender } from '../dispatch/sender.js';
import { claimEndpoint } from '../endpoint/webhook-rights.js';
import { DEADLINE_MS } from '../http/webhook-http.js';
import { shownAttempt } from './delivery-list.js';
import { ADD_TEST, NEXT_POSITION } from './redelivery-statements.js';

/** Left of the request's time for writing the attempt down. */
const REST_MS = 1_500;

@Controller()
export class WebhookTestHandlers {
  constructor(
    private readonly db: Db,
    private readonly sender: Sender,
  ) {}

  /** Sends outside of any transaction: a receiver may take its time. A dry run sends nothing. */
  @Handles(webhook.test)
  async test(call: CallOf<typeof webhook.test>) {
    const { caller, input, dry_run } = call;
    const { webhook_id, event = TEST_EVENT } = input;
    const data = sampleData(event);
    const endpoint = await this.db.transactFor([caller.account_id], (tx) => claimEndpoint(tx, caller, webhook_id));
    if (dry_run) return { webhook_id, delivery_id: 0 };
    const [event_id, now] = [uuidV7(), new Date()];
    const body = JSON.stringify({ event, type: event, event_id, timestamp: now.toISOString(), sequence: 0, data });
    const deadline_ms = Math.max(1, Math.min(DEADLINE_MS, call.deadline - Date.now() - REST_MS));
    const { traceparent } = call;
    const sending = {
      delivery_id: event_id,
      event_id,
      body,
      trigger: 'test',
      number: 1,
      deadline_ms,
      traceparent,
    } as const;
    const { outcome, attempt } = await this.sender.send(endpoint, sending);
    return this.db.transact(call, async (tx) => {
      const [next] = await tx.query<{ position: number }>(NEXT_POSITION, [tx.account_id]);
      const result = [outcome.failure ? 'exhausted' : 'delivered', JSON.stringify(attempt), outcome.failure ?? ''];
      const values = [tx.account_id, next?.position, now, event_id, event, webhook_id, body, ...result];
      const [added] = await tx.query<{ delivery_id: number }>(ADD_TEST, values);
      publishActions(tx, call, { change: 'tested', resource: 'integration/webhook' }, [webhook_id]);
      return { webhook_id, delivery_id: added?.delivery_id ?? 0, attempt: shownAttempt(attempt, true) };
    });
  }
}

/** The data of a sample, which has no cost: it stands for no record. */
function sampleData(event: string): object {
  if (event === TEST_EVENT) return { message: 'This is a test.' };
  const section = webhookSections.find(({ events }) => events.includes(event));
  if (section) return { ...withoutCost(section.fact.record, sampleOf(section.fact.record)), previous: {} };
  const message = `event must be ${TEST_EVENT} or an event of a section, not "${event}".`;
  throw new Refused({ code: 'invalid', field: 'event', message });
}
