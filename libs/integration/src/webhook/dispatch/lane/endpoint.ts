import type { Scope } from '@stockbook/persistence';
import type { WebhookRow } from '../../endpoint/webhook.entity.js';
import type { Delivery } from './delivery.js';
import type { StoredHealth } from './breaker.js';

/** An endpoint as the dispatcher reads it. */
export type Endpoint = Pick<Scope, 'channel_ids'> &
  Pick<
    WebhookRow,
    | 'account_id'
    | 'webhook_id'
    | 'version'
    | 'url'
    | 'events'
    | 'payload'
    | 'headers'
    | 'filter_channel_id'
    | 'filter_order_status_id'
    | 'throttle_per_second'
    | 'ordered'
    | 'view_cost'
    | 'channel_group_ids'
    | 'status'
    | 'date_deleted'
    | 'secrets'
  >;

/** A delivery that later ones of its record wait for. */
export type Retry = Pick<Delivery, 'section' | 'record_id' | 'position'>;
export type Claimed = Endpoint & StoredHealth & { readonly retries: readonly Retry[] };

/** The body that an endpoint gets. */
export type Variant = 'full' | 'cost' | 'thin';
export const variantOf = ({ payload, view_cost }: Pick<Endpoint, 'payload' | 'view_cost'>): Variant =>
  payload === 'thin' ? 'thin' : view_cost ? 'cost' : 'full';

export const endpointKey = ({ account_id, webhook_id }: Pick<Endpoint, 'account_id' | 'webhook_id'>): string =>
  `${account_id}/${webhook_id}`;

export const keyColumns = (endpoints: readonly Pick<Endpoint, 'account_id' | 'webhook_id'>[]): number[][] => [
  endpoints.map(({ account_id }) => account_id),
  endpoints.map(({ webhook_id }) => webhook_id),
];

/** The channels of the endpoint's groups change without its version. */
export const isOutdated = (known: Endpoint, read: Endpoint): boolean =>
  known.version < read.version ||
  (known.version === read.version && String(known.channel_ids) !== String(read.channel_ids));
