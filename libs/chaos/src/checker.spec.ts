import { eventually, scratchDatabase, World } from '@stockbook/testing';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { checks, findViolations } from './checker.js';
import type { Evidence } from './checks/check.js';
import { databaseChecks } from './checks/database.js';
import { CATALOG_PLANTS } from './checks/plants/catalog-plants.fixture.js';
import { INVOICE_PLANTS, PROMOTION_PLANTS } from './checks/plants/promotion-plants.fixture.js';
import { WEBHOOK_PLANTS } from './checks/plants/webhook-plants.fixture.js';
import { RECORD_PLANTS } from './checks/plants/record-plants.fixture.js';
import { STOCK_PLANTS } from './checks/plants/stock-plants.fixture.js';
import { Gate } from './load/gate.js';
import { HAS_ROWS, hasEverything } from './load/complete-journal.fixture.js';
import { Journal } from './load/journal.js';
import { type LoadOptions, runLoad } from './load/load.js';
import { resolveUnknown } from './load/resolve.js';
import { openShops, type ShopAccount, SHOPS } from './load/shop.js';
import { untilQuiet } from './quiet.js';
import { Random } from '@stockbook/process';
import type { RunSql } from './system/run-sql.js';
import { subscriptions } from './system/subscriptions.js';
import { deliverAll } from './deliver-all.js';
import { Receivers } from './webhooks/receivers.js';

const LOAD_LIMIT_MS = 120_000;

let world: World;
let runner: QueryRunner;
const run: RunSql = (sql, values = []) => runner.query(sql, [...values]);
let evidence: Evidence;
let shops: ShopAccount[];

async function loadUntil(done: () => Promise<boolean>, options: LoadOptions): Promise<void> {
  const over = new AbortController();
  const load = runLoad(options, over.signal);
  await eventually(done, LOAD_LIMIT_MS).finally(() => over.abort());
  await load;
}

beforeAll(async () => {
  world = await World.open();
  runner = world.assembly.running.settings.db.source.createQueryRunner();
  const receivers = await Receivers.open(new Random(1));
  shops = await openShops(world.url, world.provisioning, SHOPS, receivers);
  const journal = new Journal(shops);
  const gate = new Gate([world.url]);
  const load = { gate, journal, random: new Random(1), clients: 9, pause_ms: 20 };
  const everything = async () => hasEverything(journal) && (await run(HAS_ROWS)).length > 0;
  // The last requests may delete rows that the test wants to spoil.
  while (!(await everything())) await loadUntil(everything, load);
  await resolveUnknown(gate, journal);
  await gate.close();
  receivers.mend();
  // Reservations that expire later would have webhooks after the receivers are gone.
  await untilQuiet(run, { subscriptions, planted: [] });
  expect(journal.wrong).toEqual([]);
  evidence = { ...journal.evidence, planted: [], subscriptions, receipts: receivers.receipts };
  await deliverAll(run, world.url, shops);
  await world.settled();
  await receivers.close();
}, 240_000);
afterAll(async () => {
  await runner.release();
  await world.close();
});
beforeEach(() => runner.startTransaction());
afterEach(() => runner.rollbackTransaction());

const violations = (seen = evidence, asked = checks) => findViolations(run, seen, asked);

test('a run without faults has no violation', async () => {
  expect(await violations()).toEqual([]);
});

const ONE_ORDER =
  '(SELECT order_id FROM sales.sale_order WHERE deducts AND date_deleted IS NULL ORDER BY order_id LIMIT 1)';
const LAST_FLOW = `(SELECT max(item_flow_id) FROM inventory.item_flow WHERE document = 'order')`;
const ONE_ADDITION = `(SELECT min(item_flow_id) FROM inventory.item_flow WHERE document = 'item_stock')`;
const LATE_EVENT = `(SELECT event_id FROM sales.outbox_archive WHERE topic = 'sale.order' AND sequence > 1 LIMIT 1)`;
const EVENT = 'event_id, account_id, topic, name, version, aggregate_id, sequence, payload';
const OF_ANY = 'FROM sales.outbox_archive LIMIT 1';

/** One of each kind of fault, as it would lie in the database. */
const PLANTS: readonly (readonly [check: string, sql: string])[] = [
  ['an acknowledged order is missing', `DELETE FROM sales.sale_order WHERE order_id = ${ONE_ORDER}`],
  [
    'a request has placed more than one order',
    `UPDATE sales.sale_order one SET shipping_tracking = other.shipping_tracking FROM sales.sale_order other
     WHERE one.account_id = other.account_id AND one.order_id = ${ONE_ORDER} AND other.order_id <> one.order_id`,
  ],
  [
    'an order exists that no client placed',
    'INSERT INTO sales.sale_order (account_id, order_id) SELECT account_id, 1000000 FROM settings.account LIMIT 1',
  ],
  [
    'an order is not as its last acknowledged change has left it',
    `UPDATE sales.sale_order SET version = version + 1 WHERE order_id = ${ONE_ORDER}`,
  ],
  [
    'the lines of an order are not the last acknowledged ones',
    `UPDATE sales.sale_order_product SET quantity = quantity + 1 WHERE order_id = ${ONE_ORDER}`,
  ],
  [
    'an acknowledged write has no stored answer',
    `DELETE FROM sales.request_key WHERE answer = (SELECT max(answer) FROM sales.request_key)`,
  ],
  [
    'inventory has not seen the last change of an order',
    `UPDATE inventory.stock_demand SET version = version - 1 WHERE document_id = ${ONE_ORDER}`,
  ],
  [
    'a line wants of the stock what its document does not say',
    `UPDATE inventory.stock_demand_line SET wanted = wanted + 1 WHERE document_id = ${ONE_ORDER}`,
  ],
  [
    'a line has taken what its flow rows do not add up to',
    `UPDATE inventory.stock_demand_line SET taken = taken + 1 WHERE document_id = ${ONE_ORDER}`,
  ],
  [
    'a line has taken more than it wants',
    `UPDATE inventory.stock_demand_line SET taken = wanted + 1 WHERE document_id = ${ONE_ORDER}`,
  ],
  [
    'a line waits though its pieces are there',
    `UPDATE inventory.stock_demand_line line SET taken = 0 FROM inventory.item_stock stock
     WHERE line.taken > 0 AND stock.on_hand > 1000 AND (line.account_id, line.item_id, line.location_id)
       = (stock.account_id, stock.item_id, stock.location_id)`,
  ],
  [
    'sales does not know what the stock gave for a line',
    `UPDATE sales.sale_order_product SET taken = taken + 1 WHERE order_id = ${ONE_ORDER}`,
  ],
  [
    'a balance is not the one before plus the quantity',
    `UPDATE inventory.item_flow SET balance = balance + 1 WHERE item_flow_id = ${LAST_FLOW}`,
  ],
  [
    'a balance is not the one before plus the quantity',
    `UPDATE inventory.item_flow SET seq = seq + 1 WHERE item_flow_id = ${LAST_FLOW}`,
  ],
  ['a stock is not what its flow adds up to', 'UPDATE inventory.item_stock SET on_hand = on_hand + 1'],
  [
    'the worth of an item is not the sum of its values',
    `UPDATE inventory.item_flow SET value = value + 0.00000001 WHERE item_flow_id = ${LAST_FLOW}`,
  ],
  ['stock is below zero where that is not allowed', 'UPDATE inventory.item_flow SET balance = -1'],
  [
    'an acknowledged addition of stock is not there exactly once',
    `DELETE FROM inventory.item_flow WHERE item_flow_id = ${ONE_ADDITION}`,
  ],
  [
    'an acknowledged addition of stock is not there exactly once',
    `INSERT INTO inventory.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value,
       variance, average_cost, document, document_id, document_version, line, user_id, username, comment)
     SELECT account_id, item_id, location_id, 1000000, quantity, balance, unit_cost, value, variance, average_cost,
       document, NULL, NULL, line, user_id, username, comment
     FROM inventory.item_flow WHERE item_flow_id = ${ONE_ADDITION}`,
  ],
  [
    'an acknowledged addition of stock is not there exactly once',
    `UPDATE inventory.item_flow SET unit_cost = 99 WHERE item_flow_id = ${ONE_ADDITION}`,
  ],
  ['an event was never sent', `INSERT INTO sales.outbox (${EVENT}, bytes) SELECT ${EVENT}, 1 ${OF_ANY}`],
  ['an event is in the archive twice', 'INSERT INTO sales.outbox_archive SELECT * FROM sales.outbox_archive LIMIT 1'],
  ['an event has not reached a consumer', `DELETE FROM inventory.inbox WHERE event_id = ${LATE_EVENT}`],
  ['an event was consumed that nobody published', `DELETE FROM sales.outbox_archive WHERE event_id = ${LATE_EVENT}`],
  [
    'a consumer has an event twice',
    `ALTER TABLE inventory.inbox DROP CONSTRAINT inbox_pkey;
     INSERT INTO inventory.inbox SELECT * FROM inventory.inbox LIMIT 1`,
  ],
  [
    'the sequence of a key has a gap',
    `UPDATE sales.outbox_archive SET sequence = sequence + 100 WHERE event_id = ${LATE_EVENT}`,
  ],
  ['the events of an order are not its versions', `DELETE FROM sales.outbox_archive WHERE event_id = ${LATE_EVENT}`],
  [
    'a consumer has applied the events of a key in another order',
    `UPDATE inventory.inbox SET created_at = created_at - interval '1 hour' WHERE event_id = ${LATE_EVENT}`,
  ],
  [
    'an event is parked that is good',
    `INSERT INTO inventory.parked_event (consumer, ${EVENT}) SELECT 'inventory', ${EVENT} ${OF_ANY}`,
  ],
  [
    'an event is deferred, though nothing is locked',
    `INSERT INTO inventory.parked_event (consumer, retry_at, ${EVENT}) SELECT 'inventory', now(), ${EVENT} ${OF_ANY}`,
  ],
  [
    'an inbox has an event of another account',
    `UPDATE inventory.inbox SET account_id = 0 WHERE event_id = ${LATE_EVENT}`,
  ],
  [
    'the row count of orders is not their number',
    'DELETE FROM sales.sale_order_row_count WHERE ctid = (SELECT ctid FROM sales.sale_order_row_count LIMIT 1)',
  ],
  [
    'the row count of customers is not their number',
    'INSERT INTO sales.customer_row_count SELECT * FROM sales.customer_row_count',
  ],
  [
    'the row count of items is not their number',
    'INSERT INTO inventory.item_row_count SELECT * FROM inventory.item_row_count',
  ],
  [
    'the items of a category are not those that name it',
    `INSERT INTO inventory.item_category SELECT account_id, 1000000, item_id, channel_group_id, date_deleted
     FROM inventory.item`,
  ],
  [
    'a stock is not in the state that its thresholds say',
    `UPDATE inventory.item_stock SET state = 'warning' WHERE on_hand > 0`,
  ],
  [
    'a threshold that was crossed once was published twice',
    `INSERT INTO inventory.outbox_archive (outbox_id, ${EVENT})
     SELECT 1000000 + n, gen_random_uuid(), 1, 'inventory.stock', 'inventory.stock.changed', 1, 7, n,
       '{"change": "warning", "record": {"location_id": 3}}'
     FROM generate_series(1, 2) n`,
  ],
  ...CATALOG_PLANTS,
  ...RECORD_PLANTS,
  ...STOCK_PLANTS,
  ...PROMOTION_PLANTS,
  ...INVOICE_PLANTS,
  ...WEBHOOK_PLANTS,
  ...[
    ['inventory.item_flow', 'inventory.item'],
    ['inventory.item_stock', 'inventory.item'],
    ['inventory.item_stock', 'inventory.location'],
    ['inventory.stock_demand_line', 'inventory.item'],
    ['inventory.stock_demand_line', 'sales.sale_order'],
    ['inventory.stock_demand', 'sales.sale_order'],
    ['sales.sale_order_product', 'inventory.item'],
    ['sales.sale_order_product', 'sales.sale_order'],
    ['sales.sale_order_history', 'sales.sale_order'],
    ['sales.sale_order', 'sales.customer'],
    ['sales.sale_credit_note', 'sales.sale_order'],
    ['sales.customer_reward', 'sales.customer'],
    ['sales.channel_payout', 'sales.sale_order'],
    ['inventory.reservation', 'sales.sale_order'],
    ['sales.sale_order', 'integration.channel'],
    ['integration.promotion_history', 'sales.sale_order'],
    ['integration.promotion_history', 'integration.promotion'],
    ['sales.sale_order', 'settings.order_status'],
  ].map(([table, owner]): [string, string] => [
    `${table} refers to another account's ${owner}`,
    `UPDATE ${owner} SET account_id = account_id + 1000`,
  ]),
];

test.each(PLANTS)('finds that %s', async (check, sql) => {
  await runner.query(sql);
  const found = await violations(evidence, { [check]: checks[check]! });
  expect(found.map((violation) => violation.check)).toContain(check);
});

test('a poisoned event that was lost is found', async () => {
  const event = { event_id: '00000000-0000-7000-8000-000000000000', topic: 'sale.order' };
  const consumers = subscriptions.filter(({ topic }) => topic === 'sale.order').map(({ consumer }) => consumer);
  const check = 'a poisoned event, or one behind it, is not parked';
  const missedBy = async (harmless_to: typeof consumers) =>
    (await violations({ ...evidence, planted: [{ ...event, harmless_to }] })).map((violation) => violation.check);
  expect(await missedBy([])).toEqual(consumers.map(() => check));
  expect(await missedBy(consumers.slice(1))).toEqual([check]);
});

test('a deadlock is found, and fails the spec on whose database it came about', async () => {
  const database = await scratchDatabase();
  const clients = [1, 2].map(() => new Client({ connectionString: database.url }));
  const lock = (key: number) => `SELECT pg_advisory_xact_lock(${key})`;
  for (const [index, client] of clients.entries()) {
    await client.connect();
    await client.query('BEGIN');
    await client.query(lock(index));
  }
  const outcomes = await Promise.allSettled(clients.map((client, index) => client.query(lock(1 - index))));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const client of clients) {
    await client.query('ROLLBACK');
    await client.query('SELECT pg_stat_force_next_flush()');
  }
  const check = 'transactions have deadlocked';
  const asked = { [check]: databaseChecks[check]! };
  const found = await findViolations(async (sql) => (await clients[0]!.query(sql)).rows, evidence, asked);
  expect(found).toMatchObject([{ check }]);
  for (const client of clients) await client.end();
  await expect(database.dropWithoutDeadlocks()).rejects.toThrow('Transactions have deadlocked 1 times.');
});

test('each check is seen to find something', () => {
  const others = ['a poisoned event, or one behind it, is not parked', 'transactions have deadlocked'];
  const planted = new Set([...PLANTS.map(([check]) => check), ...others]);
  expect(Object.keys(checks).filter((name) => !planted.has(name))).toEqual([]);
});

test('a delivery that is held for good is reported, not sent again by hand', async () => {
  await run(new Map(WEBHOOK_PLANTS).get('a delivery is neither done nor given up') ?? '');
  await expect(deliverAll(run, world.url, shops, 100)).rejects.toThrow('1 webhooks are not delivered');
});
