import { fact } from '../facts.js';
import { Flag, Id, Ids, Int, Json, ListOf, OneOf, Text, Texts, When } from '../fields/fields.js';

export const webhookPayloads = ['full', 'thin'] as const;
/** Events are sent to the URL of a push endpoint; those of a pull endpoint are read by getEvent. */
export const webhookKinds = ['push', 'pull'] as const;
export type WebhookKind = (typeof webhookKinds)[number];
export const webhookStatuses = ['enabled', 'failing', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** Classes of failed attempts. */
const webhookFailures = [
  'dns_failed',
  'address_refused',
  'connect_refused',
  'tls_invalid',
  'timeout',
  'connection_lost',
  'bad_response',
  'redirect',
  'status_4xx',
  'status_5xx',
  'gone',
] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

/** An endpoint as its facts show it. */
export class Webhook {
  @Id() webhook_id!: number;
  @OneOf(webhookKinds, { doc: 'pull: its events are read by getEvent, and none is sent.' }) kind!: WebhookKind;
  @Text({ doc: 'Its origin, the first word of its path and the names of its query; all else is masked.' }) url!: string;
  @Text() description!: string;
  @Texts({ doc: 'Events, or sections, which stand for all their events, also those that are added later.' })
  events!: string[];
  @OneOf(webhookPayloads) payload!: (typeof webhookPayloads)[number];
  @Json({ doc: 'Sent with each delivery; the values are masked.' }) headers!: Record<string, unknown>;
  @Ids({ doc: 'Orders and credit notes of these channels alone; empty: of all.' }) filter_channel_id!: number[];
  @Ids({ doc: 'Orders in these statuses alone; empty: in all.' }) filter_order_status_id!: number[];
  @Int({ min: 0, doc: '0: no limit.' }) throttle_per_second!: number;
  @Flag({ doc: 'Events of one record arrive in their order.' }) ordered!: boolean;
  @Flag({ doc: 'Whether bodies show cost.' }) view_cost!: boolean;
  @Ids({ doc: 'The endpoint gets records of these channel groups alone; empty: of all.' }) channel_group_ids!: number[];
  @OneOf(webhookStatuses) status!: WebhookStatus;
  @When({ doc: 'Since when nothing succeeds; empty: it does.' }) failing_since!: string;
  @Text({ doc: 'Why it is disabled.' }) disabled_reason!: string;
  @Text({ doc: 'The last characters of the newest secret.' }) secret_hint!: string;
  @When() date_added!: string;
  @When() date_modified!: string;
}

/** The dispatcher makes the changes failing, disabled and recovered. */
export const webhookChanged = fact('integration.webhook', Webhook, [
  'added',
  'edited',
  'deleted',
  'secret_rotated',
  'failing',
  'disabled',
  'recovered',
]);

export const deliveryStates = [
  'pending',
  'held',
  'retrying',
  'postponed',
  'delivered',
  'exhausted',
  'cancelled',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryTriggers = ['scheduled', 'manual', 'recover', 'test'] as const;
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

const MS = { min: 0, max: 1_000_000 } as const;
const BYTES = { min: 0 } as const;

/** One request to a receiver. */
export class DeliveryAttempt {
  @Int({ min: 1 }) number!: number;
  @OneOf(deliveryTriggers) trigger!: DeliveryTrigger;
  @When() date_start!: string;
  @Int({ ...MS, doc: '0 with an open connection, as connect_ms and tls_ms.' }) dns_ms!: number;
  @Int(MS) connect_ms!: number;
  @Int(MS) tls_ms!: number;
  @Int({ ...MS, doc: 'The time from the start to the first byte of the answer.' }) first_byte_ms!: number;
  @Int(MS) total_ms!: number;
  @Text({ doc: 'Its origin, the first word of its path and the names of its query; all else is masked.' }) url!: string;
  @Text({ doc: 'The address connected to.' }) address!: string;
  @Text({ doc: 'Like TLSv1.3; empty without TLS.' }) tls!: string;
  @Json({ doc: 'The headers include the signature; values of the endpoint itself are masked.' })
  request_headers!: Record<string, unknown>;
  @Int(BYTES) body_bytes!: number;
  @Int({ ...BYTES, doc: '0: there was no answer.' }) status!: number;
  @Json({ doc: 'The first headers of the answer, at most 20.' }) response_headers!: Record<string, unknown>;
  @Text({ doc: 'The first 4 KiB; empty without the rights of the endpoint.' }) response_body!: string;
  @Flag({ doc: 'Whether the answer was longer.' }) truncated!: boolean;
  @OneOf(webhookFailures, { optional: true, doc: 'The kind of failure; absent if the attempt succeeded.' })
  failure?: WebhookFailure;
  @Text({ optional: true }) message?: string;
  @Text({ optional: true, doc: 'The remedy that the owner of the endpoint has.' }) remedy?: string;
  @Flag({ optional: true, doc: 'True of a failure if a later attempt of the delivery has succeeded.' })
  later_succeeded?: boolean;
}

/** An event on its way to an endpoint. */
export class WebhookDelivery {
  @Id() delivery_id!: number;
  @Id() webhook_id!: number;
  @Text() event_id!: string;
  @Text() event!: string;
  @Text({ doc: 'Like sale/order/42.' }) record!: string;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER }) sequence!: number;
  @OneOf(deliveryStates) state!: DeliveryState;
  @Text({ doc: 'Why it was cancelled or given up, or why it waits: disabled or breaker_open.' }) reason!: string;
  @OneOf(deliveryTriggers) trigger!: DeliveryTrigger;
  @When({ doc: 'The time of the event.' }) date_added!: string;
  @When({ doc: 'The time at which the next attempt is due; empty: none is planned.' }) next_try_at!: string;
  @Id({ doc: 'The earlier delivery of the record that this one waits for; 0: none.' }) held_by!: number;
  @ListOf(() => DeliveryAttempt, { doc: 'The newest ones, if a page with long answers has no room for all.' })
  attempts!: DeliveryAttempt[];
  @Text({
    max: 1_048_576,
    optional: true,
    doc: 'The body as the endpoint gets it now; with delivery_id, for a caller who has the rights of the endpoint.',
  })
  body?: string;
}
