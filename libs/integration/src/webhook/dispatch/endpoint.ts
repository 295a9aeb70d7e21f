import type { WebhookRow } from '../endpoint/webhook.entity.js';
import type { Health } from './breaker.js';

/** An endpoint as the dispatcher reads it. */
export type Endpoint = Pick<
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
  | 'status'
  | 'date_deleted'
  | 'secrets'
  | 'failing_since'
>;

export interface EndpointHealth extends Health {
  first_exhausted: Date | null;
  last_exhausted: Date | null;
}

export type Claimed = Endpoint &
  Omit<EndpointHealth, 'open_until'> & { readonly open_for_ms: number | null; readonly blocked: readonly string[] };

/** The body that an endpoint gets. */
export type Variant = 'full' | 'cost' | 'thin';
export const variantOf = ({ payload, view_cost }: Pick<Endpoint, 'payload' | 'view_cost'>): Variant =>
  payload === 'thin' ? 'thin' : view_cost ? 'cost' : 'full';

export const endpointKey = ({ account_id, webhook_id }: Pick<Endpoint, 'account_id' | 'webhook_id'>): string =>
  `${account_id}/${webhook_id}`;
