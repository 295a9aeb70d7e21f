import { World } from '@stockbook/testing';
import { CHANNEL_IDS, type Filtered, isSubscribed, type Subscriber, SUBSCRIBES } from './subscriptions.js';

/** Returns all combinations of one value for each field. */
const combinations = <T extends object>(values: { readonly [K in keyof T]: readonly T[K][] }): T[] =>
  Object.entries<readonly unknown[]>(values).reduce<object[]>(
    (sofar, [field, each]) => sofar.flatMap((given) => each.map((value) => ({ ...given, [field]: value }))),
    [{}],
  ) as T[];

const GROUPS = { 1: [1], 2: [], 3: [1, 2] };
const endpoints = combinations<Omit<Subscriber, 'account_id' | 'webhook_id' | 'kind' | 'view_cost' | 'channel_ids'>>({
  events: [['sale_order'], ['sale_order.added', 'inventory_item'], []],
  filter_channel_id: [[], [1], [2, 3]],
  filter_order_status_id: [[], [5]],
  channel_group_ids: [null, [], [1], [2], [1, 3], [4]],
});
const events = combinations<Filtered>({
  name: ['sale_order.added', 'sale_order.edited'],
  section: ['sale_order'],
  channel_id: [null, 0, 1, 2],
  channel_group_id: [null, 0, 1, 4],
  order_status_id: [null, 5, 6],
});

test('asks the same in memory and in SQL', async () => {
  const world = await World.shared();
  const { account_id } = await world.account();
  const { source } = world.assembly.running.integration.db;
  for (const [group, channels] of Object.entries(GROUPS))
    await source.query(`INSERT INTO integration.webhook_channel_group VALUES ($1, $2, $3, 1, now())`, [
      account_id,
      group,
      channels,
    ]);
  const found: { endpoint: number; event: number; channel_ids: number[] | null; subscribes: boolean }[] =
    await source.query(
      `SELECT webhook.webhook_id::int AS endpoint, event.position::int AS event,
         ${CHANNEL_IDS} AS channel_ids, (${SUBSCRIBES}) IS TRUE AS subscribes
       FROM json_populate_recordset(NULL::integration.webhook, $1) webhook,
         json_populate_recordset(NULL::integration.webhook_event, $2) event`,
      [
        JSON.stringify(endpoints.map((each, webhook_id) => ({ ...each, account_id, webhook_id }))),
        JSON.stringify(events.map((each, position) => ({ ...each, account_id, position }))),
      ],
    );
  const others = found.filter(({ endpoint, event, channel_ids, subscribes }) => {
    const subscriber = { ...endpoints[endpoint]!, channel_ids, view_cost: false };
    return isSubscribed(subscriber, events[event]!) !== subscribes;
  });
  expect(found).toHaveLength(endpoints.length * events.length);
  expect(new Set(found.map(({ subscribes }) => subscribes)).size).toBe(2);
  expect(others).toEqual([]);
});
