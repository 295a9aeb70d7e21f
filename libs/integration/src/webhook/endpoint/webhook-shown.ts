import { Refused, shownDate, type Webhook } from '@stockbook/contracts';
import { MASK } from './webhook-fields.js';
import type { WebhookRow } from './webhook.entity.js';

/** Returns an endpoint as answers and facts show it. */
export const toWebhook = (row: WebhookRow): Webhook => ({
  webhook_id: row.webhook_id,
  kind: row.kind,
  url: row.url && maskedUrl(row.url),
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

/** URLs carry tokens: origin, first word of the path and names of the query are shown. */
export function maskedUrl(text: string): string {
  const { origin, pathname, search, hash } = new URL(text);
  const shown = maskedPath(pathname) + maskedQuery(search);
  return shown === pathname && !hash ? text : origin + shown;
}

/** Returns the target of a redirect, which may repeat what the URL of the endpoint has. It may be relative. */
export function maskedLocation(text: string): string {
  if (URL.canParse(text)) return new URL(text).origin === 'null' ? MASK : maskedUrl(text);
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(text) ?? [];
  return maskedPath(path) + maskedQuery(search);
}

/** Matches lower-case letters alone: a token that is the first segment has digits or capitals. */
const WORD = /^[a-z]+(?:[-_.][a-z]+)*$/;
const LONGEST_WORD = 24;

function maskedPath(path: string): string {
  const [, slash = '', first = '', rest = ''] = /^(\/?)([^/]*)(.*)$/s.exec(path) ?? [];
  if (!first && !rest) return path;
  if (first.length > LONGEST_WORD || !WORD.test(first)) return slash + MASK;
  return slash + first + (rest.length > 1 ? `/${MASK}` : rest);
}

const maskedQuery = (search: string): string => search && `?${search.slice(1).split('&').map(maskedPart).join('&')}`;
/** A part without a name is a value. */
const maskedPart = (part: string): string => part.replace(VALUE, MASK);
const VALUE = /(?<==).*|^[^=]*$/;

/** Returns the URL to store: a masked one that is given back stands for the stored one. */
export function urlToStore(given: string, stored = ''): string {
  if (stored && given === maskedUrl(stored)) return stored;
  const { pathname, search } = new URL(given);
  if (!(pathname + search).includes(MASK)) return given;
  const message = 'url has a mask that stands for no stored value: give the value itself.';
  throw new Refused({ code: 'invalid', field: 'url', message });
}
