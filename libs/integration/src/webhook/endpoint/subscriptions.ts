import { groupCondition, maySee, type Scope } from '@stockbook/persistence';
import type { WebhookRow } from './webhook.entity.js';

/** The fields of an endpoint that decide whether it gets an event. */
export type Subscriber = Scope &
  Pick<
    WebhookRow,
    'account_id' | 'webhook_id' | 'kind' | 'events' | 'filter_channel_id' | 'filter_order_status_id' | 'view_cost'
  >;

/** Selects the channels of the groups to which an endpoint is limited; null stands for all. */
export const CHANNEL_IDS = `CASE WHEN webhook.channel_group_ids IS NOT NULL THEN ARRAY (
       SELECT unnest(channels) FROM integration.webhook_channel_group known
       WHERE known.account_id = webhook.account_id AND known.channel_group_id = ANY (webhook.channel_group_ids)
     ) END`;

/** Asks in SQL what `isSubscribed` asks in memory: the feed and sending again find events in the table. */
export const SUBSCRIBES = `(event.section = ANY (webhook.events) OR event.name = ANY (webhook.events))
     AND event.webhook_id IS NULL
     AND (webhook.filter_channel_id = '{}' OR event.channel_id IS NULL
       OR event.channel_id = ANY (webhook.filter_channel_id))
     AND (webhook.filter_order_status_id = '{}' OR event.order_status_id IS NULL
       OR event.order_status_id = ANY (webhook.filter_order_status_id))
     AND (webhook.channel_group_ids IS NULL OR event.channel_id = ANY (${CHANNEL_IDS})
       OR event.channel_id IS NULL AND ${groupCondition('event.channel_group_id', 'webhook.channel_group_ids')})`;

/** The fields of an event that filters judge; null where its record has none. */
export interface Filtered {
  readonly name: string;
  readonly section: string;
  readonly channel_id: number | null;
  readonly channel_group_id: number | null;
  readonly order_status_id: number | null;
}

const passes = (allowed: readonly number[], id: number | null): boolean =>
  !allowed.length || id === null || allowed.includes(id);

/** A record without a channel or a group is not among those of a limited endpoint. */
function isInGroups(scope: Scope, { channel_id, channel_group_id }: Filtered): boolean {
  if (scope.channel_group_ids === null) return true;
  if (channel_id !== null) return maySee(scope, { channel_id });
  return channel_group_id !== null && maySee(scope, { channel_group_id });
}

/**
 * Tells whether an endpoint subscribes to an event. A filter of channels or statuses lets through the events whose
 * records have none.
 */
export const isSubscribed = (
  endpoint: Omit<Subscriber, 'account_id' | 'webhook_id' | 'kind'>,
  event: Filtered,
): boolean =>
  (endpoint.events.includes(event.section) || endpoint.events.includes(event.name)) &&
  passes(endpoint.filter_channel_id, event.channel_id) &&
  passes(endpoint.filter_order_status_id, event.order_status_id) &&
  isInGroups(endpoint, event);
