import {
  type Call,
  type Fault,
  noReference,
  Refused,
  type SealedSecret,
  type WebhookKind,
  settingsReference,
  ownCall,
  webhookSubscriptions,
} from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';
import type { Services } from '@stockbook/rpc';
import type { AllowedNetworks } from '../http/networks.js';
import { urlFault } from '../http/target.js';
import type { WebhookSecrets } from './webhook-secrets.js';

const MOST_HEADERS = 10;
const NAME = /^[a-zA-Z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const OF_CONNECTION = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect'];
const OURS = new RegExp(
  `^(${OF_CONNECTION.join('|')}|(proxy|content|webhook|stockbook)-.*|traceparent|tracestate)$`,
  'i',
);
/** Allows visible ASCII and spaces, but no line ends. */
const VALUE = /^[\x20-\x7e]{0,1000}$/;
export const MASK = '********';

/** The fields of a request that have rules of their own. */
export interface GivenFields {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly headers?: Record<string, unknown>;
  readonly view_cost?: boolean;
  readonly filter_channel_id?: readonly number[];
  readonly filter_order_status_id?: readonly number[];
  readonly channel_group_ids?: readonly number[];
}

/** These fields say what is sent; a pull subscription has none of them. */
const SENT = ['url', 'headers', 'throttle_per_second', 'ordered', 'enabled'] as const;
type Sent = { readonly [F in (typeof SENT)[number]]?: unknown };

/** Returns why an endpoint of this kind cannot have these fields. */
export function kindFaults(kind: WebhookKind, given: Sent): Fault[] {
  if (kind === 'push') return [];
  return SENT.filter((field) => given[field] !== undefined).map((field) =>
    invalid(field, 'is for what is sent, and the events of a pull subscription are read'),
  );
}

export function refusePull({ kind, webhook_id }: { readonly kind: WebhookKind; readonly webhook_id: number }): void {
  if (kind === 'push') return;
  const message = `Webhook ${webhook_id} is a pull subscription: nothing is sent, and getEvent reads its events.`;
  throw new Refused({ code: 'invalid', field: 'webhook_id', message });
}

const invalid = (field: string, must: string): Fault => ({ code: 'invalid', field, message: `${field} ${must}.` });

/** Returns why the fields cannot be stored, without a look at other records. */
export function fieldFaults({ url, events, headers }: GivenFields, networks: AllowedNetworks): Fault[] {
  const wrongUrl = url === undefined ? undefined : urlFault(url, networks);
  const unknown = (events ?? []).flatMap((name, i) =>
    webhookSubscriptions.has(name)
      ? []
      : [invalid(`events[${i}]`, `must be an event or a section of events, not "${name}"`)],
  );
  return [
    ...(wrongUrl ? [invalid('url', wrongUrl)] : []),
    ...(events && !events.length ? [invalid('events', 'must name an event or a section')] : []),
    ...unknown,
    ...headerFaults(headers ?? {}),
  ];
}

function headerFaults(headers: Record<string, unknown>): Fault[] {
  const names = Object.keys(headers);
  if (names.length > MOST_HEADERS) return [invalid('headers', `must be at most ${MOST_HEADERS}`)];
  return names.flatMap((name) => {
    const path = `headers.${name}`;
    if (!NAME.test(name) || OURS.test(name)) return [invalid(path, 'is not a header that can be set')];
    const value = headers[name];
    return typeof value === 'string' && VALUE.test(value)
      ? []
      : [invalid(path, 'must be a text of at most 1000 ASCII characters')];
  });
}

const CHANNELS = statement(
  'existing_channels',
  `SELECT channel_id FROM integration.channel
   WHERE account_id = $1 AND channel_id = ANY ($2::bigint[]) AND date_deleted IS NULL`,
);

/** Returns why the filters cannot be stored: they name records that do not exist. */
export async function filterFaults(call: Call, given: GivenFields, db: Db, services: Services): Promise<Fault[]> {
  const {
    filter_channel_id: channels = [],
    filter_order_status_id: statuses = [],
    channel_group_ids: groups = [],
  } = given;
  const [known, settings] = await Promise.all([
    channels.length ? db.query<{ channel_id: number }>(CHANNELS, [call.caller.account_id, channels]) : [],
    statuses.length || groups.length ? services.ask(settingsReference.get, ownCall(call, {})) : undefined,
  ]);
  const isChannel = new Set(known.map(({ channel_id }) => channel_id));
  const isStatus = new Set(settings?.output.order_statuses.map(({ order_status_id }) => order_status_id));
  const isGroup = new Set(settings?.output.channel_group_ids);
  return [
    ...groups.filter((id) => !isGroup.has(id)).map((id) => noReference('channel_group_ids', 'channel group', id)),
    ...channels.filter((id) => !isChannel.has(id)).map((id) => noReference('filter_channel_id', 'channel', id)),
    ...statuses
      .filter((id) => !isStatus.has(id))
      .map((id) => noReference('filter_order_status_id', 'order status', id)),
  ];
}

/** Returns the headers to store, sealed; a mask stands for the value that is stored. */
export function sealedHeaders(
  given: Record<string, unknown>,
  stored: Readonly<Record<string, SealedSecret>>,
  secrets: WebhookSecrets,
  account_id: number,
): Record<string, SealedSecret> {
  const values = new Map(Object.entries(stored));
  const sealed = Object.entries(given).map(([name, value]) => {
    const known = value === MASK ? values.get(name) : secrets.seal(String(value), account_id);
    if (!known)
      throw new Refused(invalid(`headers.${name}`, 'is a mask that stands for no stored value: give the value itself'));
    return [name, known] as const;
  });
  return Object.fromEntries(sealed);
}
