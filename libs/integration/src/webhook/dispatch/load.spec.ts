import { ok, World } from '@stockbook/testing';
import { LOAD } from './load.js';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const eventsReadIn = (node: PlanNode): number =>
  (node.Plans ?? []).reduce(
    (sum, child) => sum + eventsReadIn(child),
    node['Relation Name']?.startsWith('webhook_event') ? node['Actual Rows'] * node['Actual Loops'] : 0,
  );

test('a load reads the events of its own deliveries, however many others there are', async () => {
  const world = await World.shared();
  const { account_id, api } = await world.account();
  const { source } = world.assembly.running.integration.db;
  const webhook = { url: 'https://hook.invalid', events: ['webhook.recovered' as const] };
  const { webhook_id } = ok(await api.integration.webhook.add(webhook));
  ok(await api.integration.webhook.edit({ webhook_id, enabled: false }));
  await world.settled();
  const fill = (table: string, columns: string, values: string) =>
    source.query(
      `INSERT INTO integration.${table} (account_id, position, date_added, section, record_id, ${columns})
       SELECT $1, n, date_trunc('day', now()) + n * interval '1 ms', 'sale_order', n, ${values}
       FROM generate_series(1, 20000) n`,
      [account_id],
    );
  await fill(
    'webhook_event',
    'event_id, name, sequence, body_full, body_thin',
    `gen_random_uuid(), 'x', 1, '{}', '{}'`,
  );
  await fill('webhook_queue', 'webhook_id, state', `${webhook_id}, 'pending'`);
  await source.query('ANALYZE integration.webhook_event, integration.webhook_queue');
  const values = [[account_id], [webhook_id], ['full'], [1_000_000], [19_900], [10], ...[[], [], [], [], []]];
  const [row] = await source.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${LOAD.text}`, values);
  const { Plan: plan } = row['QUERY PLAN'][0];
  expect(plan['Actual Rows']).toBe(10);
  expect(eventsReadIn(plan)).toBe(10);
});
