import type { WebhookRow } from '../endpoint/webhook.entity.js';

/** The fields of an endpoint that decide whether it gets an event. */
export type Subscriber = Pick<
  WebhookRow,
  'account_id' | 'webhook_id' | 'events' | 'filter_channel_id' | 'filter_order_status_id' | 'view_cost'
>;

/** The fields of an event that filters judge; null where its record has none. */
export interface Filtered {
  readonly name: string;
  readonly section: string;
  readonly channel_id: number | null;
  readonly order_status_id: number | null;
}

const passes = (allowed: readonly number[], id: number | null): boolean =>
  !allowed.length || id === null || allowed.includes(id);

/** Whether an endpoint subscribes to an event. Only events of records that have a channel or a status are filtered by it. */
export const isSubscribed = (
  {
    events,
    filter_channel_id,
    filter_order_status_id,
  }: Pick<Subscriber, 'events' | 'filter_channel_id' | 'filter_order_status_id'>,
  { name, section, channel_id, order_status_id }: Filtered,
): boolean =>
  (events.includes(section) || events.includes(name)) &&
  passes(filter_channel_id, channel_id) &&
  passes(filter_order_status_id, order_status_id);
