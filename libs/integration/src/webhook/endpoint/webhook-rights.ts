import {
  type Caller,
  type Fault,
  noRecord,
  noReference,
  Refused,
  scopedSubscriptions,
  webhookSections,
  webhookSubscriptions,
} from '@stockbook/contracts';
import { claim, type ScopeColumn, type Tx, visibleIds } from '@stockbook/persistence';
import { WebhookRow } from './webhook.entity.js';

type Shown = Pick<WebhookRow, 'view_cost' | 'events'>;

/** Tells whether a caller sees an endpoint, which requires that the caller sees all of its records. */
export const seesEndpoint = (
  caller: Pick<Caller, 'channel_group_ids'>,
  { channel_group_ids }: { readonly channel_group_ids: readonly number[] | null },
): boolean =>
  caller.channel_group_ids === null ||
  (channel_group_ids !== null && channel_group_ids.every((id) => caller.channel_group_ids?.includes(id)));

/** Returns SQL for a caller who is limited to the ids of the parameter. */
export const seenBy = (ids: string): string => `webhook.channel_group_ids <@ ${ids}::bigint[]`;

/** `ids` is the parameter with the `visibleIds` of the column. */
export const isEventSeen: Readonly<Record<ScopeColumn, (ids: string) => string>> = {
  channel_id: (ids) => `(${ids}::bigint[] IS NULL OR event.channel_id IS NULL OR event.channel_id = ANY (${ids}))`,
  // A test stands for no record.
  channel_group_id: (ids) => `(${ids}::bigint[] IS NULL OR event.channel_id IS NOT NULL OR event.webhook_id IS NOT NULL
     OR event.channel_group_id = ANY (${ids}))`,
};
export const visibleColumns = (caller: Caller) =>
  [visibleIds(caller, 'channel_group_id'), visibleIds(caller, 'channel_id')] as const;

const mayAccess = ({ accessible }: Caller, resource: string): boolean => accessible?.includes(resource) ?? true;

export const visibleSections = (caller: Caller): string[] =>
  webhookSections.filter(({ resource }) => mayAccess(caller, resource)).map(({ name }) => name);

function lackingRights(caller: Caller, { view_cost, events }: Shown): string[] {
  const resources = new Set(events.flatMap((name) => webhookSubscriptions.get(name)?.resource ?? []));
  const lacking = [...resources].filter((resource) => !mayAccess(caller, resource));
  return [
    ...(view_cost && !caller.view_cost ? ['the permission to view cost'] : []),
    ...lacking.map((resource) => `the right to access ${resource}`),
  ];
}

/** Tells whether a caller may see all that an endpoint gets. */
export const hasRightsOf = (caller: Caller, shown: Shown): boolean => !lackingRights(caller, shown).length;

/** `doing` reads like `change the url of`. */
export const rightsFaults = (caller: Caller, row: Shown & Pick<WebhookRow, 'webhook_id'>, doing: string): Fault[] =>
  lackingRights(caller, row).map((right) => ({
    code: 'forbidden',
    message: `You may not ${doing} webhook ${row.webhook_id}: it needs ${right}.`,
  }));

/** Returns why the caller may not subscribe an endpoint to these events; those that it has already stay. */
export const accessFaults = (caller: Caller, events: readonly string[], known: readonly string[] = []): Fault[] =>
  events.flatMap((name, i) => {
    if (known.includes(name)) return [];
    const rights = lackingRights(caller, { view_cost: false, events: [name] });
    return rights.map((right) => ({
      code: 'forbidden',
      field: `events[${i}]`,
      message: `events[${i}] "${name}" needs ${right}.`,
    }));
  });

export async function claimEndpoint(tx: Tx, caller: Caller, webhook_id: number): Promise<WebhookRow> {
  const row = await claim(tx, caller, WebhookRow, { webhook_id });
  if (!seesEndpoint(caller, row)) throw new Refused(noRecord('webhook', webhook_id));
  return row;
}

/** Null stands for all groups. */
export function groupsOf({ channel_group_ids: own }: Caller, given: readonly number[] | undefined): number[] | null {
  const groups = given?.length ? [...new Set(given)] : own && [...own];
  if (groups && !groups.length)
    throw new Refused({ code: 'forbidden', message: 'You may not use webhooks: you are limited to no channel group.' });
  Refused.ifAny(
    (groups ?? [])
      .filter((id) => own && !own.includes(id))
      .map((id) => noReference('channel_group_ids', 'channel group', id)),
  );
  return groups;
}

/** Returns why an endpoint with these groups cannot get these events. */
export const eventFaults = (events: readonly string[], channel_group_ids: readonly number[] | null): Fault[] =>
  events.flatMap((name, i) => {
    if (!channel_group_ids || scopedSubscriptions.has(name)) return [];
    const message =
      `events[${i}] must be of records that have a channel or a channel group, not "${name}": ` +
      'the endpoint is limited to channel groups.';
    return [{ code: 'forbidden', field: `events[${i}]`, message }];
  });
