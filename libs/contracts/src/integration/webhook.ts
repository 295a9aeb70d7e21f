import { MOST_WAIT_S } from '../call.js';
import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { Flag, Id, Ids, Int, Json, ListOf, One, OneOf, Text, Texts, When } from '../fields/fields.js';
import {
  DeliveryAttempt,
  deliveryStates,
  type DeliveryState,
  Webhook,
  WebhookDelivery,
  type WebhookKind,
  webhookKinds,
  webhookPayloads,
  webhookStatuses,
  type WebhookStatus,
} from './webhook-record.js';
import { webhookSections } from './webhook-events.js';

const optional = { optional: true } as const;
const SEQUENCE = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;

class WebhookKey {
  @Id() webhook_id!: number;
}
class WebhookFields {
  @Text({ ...optional, max: 1_000 }) description?: string;
  @OneOf(webhookPayloads, { ...optional, doc: 'thin: the id of the record alone. full by default.' })
  payload?: (typeof webhookPayloads)[number];
  @Json({
    ...optional,
    max: 8_192,
    doc: 'Up to 10 headers that each delivery has, as texts. Replaced as a whole; a mask stays as it is.',
  })
  headers?: Record<string, unknown>;
  @Ids({ ...optional, max: 100, doc: 'Orders and credit notes of these channels alone.' }) filter_channel_id?: number[];
  @Ids({ ...optional, max: 100, doc: 'Orders in these statuses alone.' }) filter_order_status_id?: number[];
  @Int({ ...optional, min: 0, max: 1_000, doc: 'Deliveries a second; 0: no limit.' }) throttle_per_second?: number;
  @Flag({ ...optional, doc: 'Events of one record arrive in their order; true by default.' }) ordered?: boolean;
  @Flag({ ...optional, doc: 'Bodies show cost; needs the permission to view cost. false by default.' })
  view_cost?: boolean;
  @Ids({
    ...optional,
    max: 100,
    doc:
      'Only records of these channel groups, and only events of orders, credit notes and items. ' +
      'At most the groups of the user; those by default.',
  })
  channel_group_ids?: number[];
}
const EVENTS = { doc: 'Events like sale_order.added, or sections like sale_order.' } as const;
const URL_FIELD = { min: 1, max: 2_048, trim: true } as const;
class WebhookAdd extends WebhookFields {
  @OneOf(webhookKinds, {
    ...optional,
    doc:
      'push (default): events are sent to url. pull: they are read by getEvent; ' +
      'without url, headers, throttle_per_second and ordered.',
  })
  kind?: WebhookKind;
  @Text({ ...URL_FIELD, ...optional, doc: 'An https URL of the public Internet; required unless kind is pull.' })
  url?: string;
  @Texts(EVENTS) events!: string[];
}
class WebhookEdit extends WebhookFields {
  @Id() webhook_id!: number;
  @Text({ ...URL_FIELD, ...optional, doc: 'Needs all rights that the endpoint has.' }) url?: string;
  @Texts({ ...EVENTS, ...optional }) events?: string[];
  @Flag({ ...optional, doc: 'false disables it; true enables it again and releases what was held.' }) enabled?: boolean;
}
class WebhookSecret extends WebhookKey {
  @Text({
    ...optional,
    doc: 'whsec_ and base64; in the first answer alone, for it is stored sealed. None of a pull subscription.',
  })
  secret?: string;
}
class WebhookGet extends RecordPageRequest {
  @Id(optional) webhook_id?: number;
  @OneOf(webhookStatuses, optional) filter_status?: WebhookStatus;
  @When(optional) filter_date_modified?: string;
  @Flag(optional) filter_deleted?: boolean;
  @OneOf(['date_added', 'date_modified'], optional) sort?: 'date_added' | 'date_modified';
}
class DeliveryCount {
  @OneOf(deliveryStates) state!: DeliveryState;
  @Int(SEQUENCE) count!: number;
}
class ListedWebhook extends Webhook {
  @When({ doc: 'Empty: never.' }) last_success!: string;
  @Text({ doc: 'The error of the last failed attempt.' }) last_error!: string;
  @ListOf(() => DeliveryCount, { doc: 'Deliveries of the last 24 hours, by state.' }) deliveries!: DeliveryCount[];
  @Flag(optional) deleted?: boolean;
}
class WebhookPage extends Page {
  @ListOf(() => ListedWebhook) webhooks!: ListedWebhook[];
}
class WebhookRotate extends WebhookKey {
  @Int({ ...optional, min: 0, max: 168, doc: 'The old secret signs too for this many hours; 24 by default.' })
  grace_hours?: number;
}

class DeliveryGet extends RecordPageRequest {
  @Id(optional) delivery_id?: number;
  @Id(optional) filter_webhook_id?: number;
  @OneOf(deliveryStates, optional) filter_state?: DeliveryState;
  @Text({ ...optional, max: 255 }) filter_event?: string;
  @Text({ ...optional, max: 255, doc: 'Like sale/order/42.' }) filter_record?: string;
  @When({ ...optional, doc: 'Events from this point in time on.' }) filter_date_added_start?: string;
  @When({ ...optional, bound: 'end', doc: 'Events up to this point in time.' }) filter_date_added_end?: string;
}
class DeliveryPage extends Page {
  @ListOf(() => WebhookDelivery) deliveries!: WebhookDelivery[];
}
class Redeliver {
  @Ids({ min: 1, max: 100, doc: 'Deliveries to send once more, with the same webhook-id.' }) delivery_id!: number[];
}
class Redelivered {
  @Ids() delivery_id!: number[];
}

const recoverable = ['failed', 'missing', 'all'] as const;
class Recover extends WebhookKey {
  @When() date_start!: string;
  @When({ ...optional, bound: 'end', doc: 'Empty: now.' }) date_end?: string;
  @OneOf(recoverable, {
    ...optional,
    doc:
      'failed: exhausted and cancelled; missing: never tried; all: delivered ones too. ' +
      'failed and missing by default.',
  })
  what?: (typeof recoverable)[number];
}
class Recovered extends WebhookKey {
  @Int({ min: 0, doc: 'Deliveries that are sent, the oldest first; those of 50 records a second.' }) count!: number;
}
class WebhookTest extends WebhookKey {
  @Text({ ...optional, max: 255, doc: 'The event to send a sample of; webhook.test by default.' }) event?: string;
}
class WebhookTested extends WebhookKey {
  @Id() delivery_id!: number;
  @One(() => DeliveryAttempt, {
    ...optional,
    doc: 'The attempt that was made; absent in a dry run, and in a repetition while the first request runs.',
  })
  attempt?: DeliveryAttempt;
}

class EventGet {
  @Id({
    ...optional,
    doc: 'Reads the events of this subscription alone, as it shows them; needs all rights that it has.',
  })
  webhook_id?: number;
  @Text({
    ...optional,
    max: 64,
    doc: 'The cursor of the page before, or an event_id, behind which to go on; empty: from the oldest that is kept.',
  })
  after?: string;
  @Int({
    ...optional,
    min: 0,
    max: MOST_WAIT_S,
    doc:
      'While there is no event, the answer waits for one for so many seconds; ' +
      '0 by default, in a batch and with DESC.',
  })
  wait?: number;
  @Int({ ...optional, min: 1, max: 100, doc: 'Default 20.' }) limit?: number;
  @Text({ ...optional, max: 255, doc: 'An event or a section.' }) filter_event?: string;
  @OneOf(['ASC', 'DESC'], { ...optional, anyCase: true, doc: 'Default ASC, the oldest first.' }) order?: 'ASC' | 'DESC';
}
class WebhookEvent {
  @Text() event_id!: string;
  @Text() event!: string;
  @Text({
    max: 1_048_576,
    doc: 'The body that endpoints get; it has cost if the caller may view cost and an endpoint had view_cost then.',
  })
  body!: string;
}
class EventPage {
  @ListOf(() => WebhookEvent, { doc: 'Events stand in the order of their commits, or the newest first.' })
  events!: WebhookEvent[];
  @Text({ doc: 'Behind all that this page has looked at: what `after` takes next, also of an empty page.' })
  cursor!: string;
  @Flag({
    ...optional,
    doc: 'The page ended early, as at 4 MiB: more events may follow behind its cursor, or with DESC be older.',
  })
  truncated?: boolean;
}

const additive = { additive: true };
const showing = { additive: true, needs: { shows: [...new Set(webhookSections.map((each) => each.resource))] } };

export const webhook = resource('integration/webhook', 'integration', {
  add: once(
    WebhookAdd,
    WebhookSecret,
    'Adds an endpoint that events are sent to, or a subscription that is read.',
    showing,
  ),
  edit: write(WebhookEdit, WebhookKey, 'Changes an endpoint; absent fields stay as they are.', showing),
  delete: once(WebhookKey, WebhookKey, 'Deletes an endpoint and cancels its deliveries.', additive),
  get: read(WebhookGet, WebhookPage, 'Lists endpoints.', additive),
  rotateSecret: once(
    WebhookRotate,
    WebhookSecret,
    'Gives an endpoint a new secret; the old one signs too for some time.',
    showing,
  ),
  getDelivery: read(DeliveryGet, DeliveryPage, 'Lists deliveries with their attempts, the newest first.', showing),
  redeliver: write(Redeliver, Redelivered, 'Sends deliveries once more.', showing),
  recover: write(Recover, Recovered, 'Sends what an endpoint has missed.', showing),
  test: write(WebhookTest, WebhookTested, 'Sends a sample now and answers with what came of it.', showing),
  getEvent: read(EventGet, EventPage, 'Lists the events of the last 30 days, and waits for new ones.', {
    ...showing,
    waits: true,
  }),
});
