import {
  type CallOf,
  sampleOf,
  Refused,
  TEST_DATA,
  TEST_EVENT,
  type webhook,
  webhookChanged,
  type WebhookSection,
  webhookSections,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { publishActions } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { v7 as uuidV7 } from 'uuid';
import { LOCK_ENDPOINTS } from '../dispatch/dispatch-statements.js';
import { variantOf } from '../dispatch/lane/endpoint.js';
import { Slots } from '../dispatch/lane/slots.js';
import { Sender } from '../dispatch/sender.js';
import { refusePull } from '../endpoint/webhook-fields.js';
import { claimEndpoint, hasRightsOf } from '../endpoint/webhook-rights.js';
import type { WebhookRow } from '../endpoint/webhook.entity.js';
import { renderBodies } from '../fan-out/render.js';
import { DEADLINE_MS } from '../http/webhook-http.js';
import { shownAttempt } from './delivery-list.js';
import { ADD_TEST, END_TEST, NEXT_POSITION } from './redelivery-statements.js';

/** This part of the request's time is kept for writing down the attempt. */
const REST_MS = 1_500;
/** A sample is no change of a record. */
const NO_SEQUENCE = 0;

@Injectable()
export class WebhookTest {
  constructor(
    private readonly db: Db,
    private readonly sender: Sender,
    private readonly slots: Slots,
  ) {}

  /** Logs the sample before it is sent, so that a repetition sends nothing, and sends outside any transaction. */
  async send(call: CallOf<typeof webhook.test>) {
    const { caller, input, dry_run, traceparent } = call;
    const { webhook_id, event = TEST_EVENT } = input;
    const { section, record } = sampleOfEvent(event);
    const [event_id, now] = [uuidV7(), new Date()];
    const head = { event_id, created_at: now.toISOString(), sequence: NO_SEQUENCE };
    // The answer that is stored with the log has no attempt yet.
    let logged: Logged | undefined;
    const begun = await this.db.transact(call, async (tx) => {
      const endpoint = await claimEndpoint(tx, caller, webhook_id);
      refusePull(endpoint);
      if (!this.slots.isFree(endpoint)) throw tooBusy();
      const [account] = await tx.query<{ position: number; domain: string }>(NEXT_POSITION, [tx.account_id]);
      const bodies = renderBodies(section, event, head, account?.domain ?? '', { record }, endpoint.view_cost);
      const { body_full: full, body_cost, body_thin: thin } = bodies;
      const key = [tx.account_id, webhook_id, account?.position, now];
      const values = [...key, event_id, event, full, body_cost, thin];
      const [added] = await tx.query<{ delivery_id: number }>(ADD_TEST, values);
      publishActions(tx, call, { change: 'tested', resource: 'integration/webhook' }, [webhook_id]);
      logged = { endpoint, key, body: { full, cost: body_cost ?? full, thin }[variantOf(endpoint)] };
      return { webhook_id, delivery_id: added?.delivery_id ?? 0 };
    });
    if (dry_run || !logged) return { webhook_id, delivery_id: 0 };
    const { endpoint, key, body } = logged;
    const deadline_ms = Math.max(1, Math.min(DEADLINE_MS, call.deadline - Date.now() - REST_MS));
    const sending = {
      delivery_id: event_id,
      event_id,
      body,
      trigger: 'test',
      number: 1,
      deadline_ms,
      traceparent,
    } as const;
    const free = this.slots.take(endpoint);
    const { outcome, attempt } = await this.sender.send(endpoint, sending).finally(free);
    const answer = { ...begun, attempt: shownAttempt(attempt, caller, hasRightsOf(caller, endpoint)) };
    await this.db.transactFor([caller.account_id], async (tx) => {
      const state = outcome.failure ? 'exhausted' : 'delivered';
      tx.send(LOCK_ENDPOINTS, [tx.account_id, [webhook_id]]);
      tx.send(END_TEST, [...key, state, JSON.stringify(attempt), outcome.failure ?? '']);
      this.db.amendAnswer(tx, call, answer);
    });
    return answer;
  }
}

/** A sample that is logged and not sent yet. */
interface Logged {
  readonly endpoint: WebhookRow;
  readonly key: readonly unknown[];
  readonly body: string;
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

export const tooBusy = (): Refused =>
  new Refused({
    code: 'unavailable',
    message: 'Too many webhooks are being sent now; the same request can be repeated safely.',
  });
