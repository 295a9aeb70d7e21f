import {
  type CallOf,
  sampleOf,
  Refused,
  TEST_DATA,
  TEST_EVENT,
  webhook,
  webhookChanged,
  type WebhookSection,
  webhookSections,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, publishActions } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { v7 as uuidV7 } from 'uuid';
import { variantOf } from '../dispatch/endpoint.js';
import { Sender } from '../dispatch/sender.js';
import { claimEndpoint, hasRightsOf } from '../endpoint/webhook-rights.js';
import { renderBodies } from '../fan-out/render.js';
import { DEADLINE_MS } from '../http/webhook-http.js';
import { shownAttempt } from './delivery-list.js';
import { ADD_TEST, DOMAIN_OF, NEXT_POSITION } from './redelivery-statements.js';

/** Left of the request's time for writing the attempt down. */
const REST_MS = 1_500;
/** A sample is no change of a record. */
const NO_SEQUENCE = 0;

@Controller()
export class WebhookTestHandlers {
  constructor(
    private readonly db: Db,
    private readonly sender: Sender,
  ) {}

  /** Sends outside of any transaction: a receiver may take its time. A dry run sends nothing. */
  @Handles(webhook.test)
  async test(call: CallOf<typeof webhook.test>) {
    const { caller, input, dry_run, traceparent } = call;
    const { webhook_id, event = TEST_EVENT } = input;
    const { section, record } = sampleOfEvent(event);
    await this.db.refuseRepeated(call);
    const [endpoint, domain] = await this.db.transactFor([caller.account_id], async (tx) => {
      const claimed = await claimEndpoint(tx, caller, webhook_id);
      const [account] = await tx.query<{ domain: string }>(DOMAIN_OF, [tx.account_id]);
      return [claimed, account?.domain ?? ''] as const;
    });
    if (dry_run) return { webhook_id, delivery_id: 0 };
    const [event_id, now] = [uuidV7(), new Date()];
    const head = { event_id, created_at: now.toISOString(), sequence: NO_SEQUENCE };
    const bodies = renderBodies(section, event, head, domain, { record }, endpoint.view_cost);
    const { body_full: full, body_cost, body_thin: thin } = bodies;
    const sending = {
      delivery_id: event_id,
      event_id,
      body: { full, cost: body_cost ?? full, thin }[variantOf(endpoint)],
      trigger: 'test',
      number: 1,
      deadline_ms: Math.max(1, Math.min(DEADLINE_MS, call.deadline - Date.now() - REST_MS)),
      traceparent,
    } as const;
    const { outcome, attempt } = await this.sender.send(endpoint, sending);
    return this.db.transact(call, async (tx) => {
      const [next] = await tx.query<{ position: number }>(NEXT_POSITION, [tx.account_id]);
      const result = [outcome.failure ? 'exhausted' : 'delivered', JSON.stringify(attempt), outcome.failure ?? ''];
      const values = [
        tx.account_id,
        next?.position,
        now,
        event_id,
        event,
        webhook_id,
        full,
        body_cost,
        thin,
        ...result,
      ];
      const [added] = await tx.query<{ delivery_id: number }>(ADD_TEST, values);
      publishActions(tx, call, { change: 'tested', resource: 'integration/webhook' }, [webhook_id]);
      const shown = shownAttempt(attempt, hasRightsOf(caller, endpoint));
      return { webhook_id, delivery_id: added?.delivery_id ?? 0, attempt: shown };
    });
  }
}

interface Sample {
  readonly section: Pick<WebhookSection, 'fact' | 'key'>;
  readonly record: object;
}

function sampleOfEvent(event: string): Sample {
  if (event === TEST_EVENT) return { section: { fact: webhookChanged, key: ['message'] }, record: TEST_DATA };
  const section = webhookSections.find(({ events }) => events.includes(event));
  if (section) return { section, record: sampleOf(section.fact.record) };
  const message = `event must be ${TEST_EVENT} or an event of a section, not "${event}".`;
  throw new Refused({ code: 'invalid', field: 'event', message });
}
