import { Refused, shownDate, type Webhook } from '@stockbook/contracts';
import { MASK } from './webhook-fields.js';
import type { WebhookRow } from './webhook.entity.js';

/** An endpoint as answers and facts show it. */
export const toWebhook = (row: WebhookRow): Webhook => ({
  webhook_id: row.webhook_id,
  url: maskedUrl(row.url),
  description: row.description,
  events: row.events,
  payload: row.payload,
  headers: Object.fromEntries(Object.keys(row.headers).map((name) => [name, MASK])),
  filter_channel_id: row.filter_channel_id,
  filter_order_status_id: row.filter_order_status_id,
  throttle_per_second: row.throttle_per_second,
  ordered: row.ordered,
  view_cost: row.view_cost,
  channel_group_ids: row.channel_group_ids ?? [],
  status: row.status,
  failing_since: shownDate(row.failing_since),
  disabled_reason: row.disabled_reason,
  secret_hint: row.secret_hint,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
});

/** URLs carry tokens: the values of the query are not shown. */
export function maskedUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return search ? `${origin}${pathname}${maskedQuery(search)}` : text;
}

/** The target of a redirect, which may repeat the query of the endpoint. It may be relative. */
export const maskedLocation = (text: string): string => text.replace(/\?.*/s, maskedQuery);

const maskedQuery = (search: string): string => `?${search.slice(1).split('&').map(maskedPart).join('&')}`;
/** A part without a name is a value. */
const maskedPart = (part: string): string => part.replace(VALUE, MASK);
const VALUE = /(?<==).*|^[^=]*$/;

/** The URL to store: a masked one that is given back stands for the stored one. */
export function urlToStore(given: string, stored = ''): string {
  if (stored && given === maskedUrl(stored)) return stored;
  if (!new URL(given).search.includes(MASK)) return given;
  const message = 'url has a mask that stands for no stored value: give the value itself.';
  throw new Refused({ code: 'invalid', field: 'url', message });
}
