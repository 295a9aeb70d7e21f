import { call } from '@stockbook/auth';
import type { Db } from '@stockbook/persistence';
import { ok, type TestUser, World } from '@stockbook/testing';
import { Pool } from 'pg';
import { stepsOf } from '../data/bulk.js';
import { auditFilling } from './audit.fixture.js';
import { creditNoteFilling } from './credit-notes.fixture.js';
import { itemFilling } from '../data/items.js';
import { customerFilling, orderFilling } from '../data/sales.js';
import { documentFilling } from './documents.fixture.js';
import { extensionFilling } from './extensions.fixture.js';
import { webhookFilling } from './webhooks.fixture.js';
import { entryFilling } from './entries.fixture.js';
import { payoutFilling } from './payouts.fixture.js';
import { promotionUseFilling } from './promotion-uses.fixture.js';
import { cases } from './plan-cases.fixture.js';
import { exceptions } from './plan-exceptions.fixture.js';
import { jobFilling } from './jobs.fixture.js';
import { neighbourFilling, settingsFilling, shortLists } from './settings.fixture.js';
import { isPlannedAnew, noteStatements, scannedTables, type Sent } from './sent-statements.fixture.js';

/** Enough rows that reading a whole table is never the cheapest way to a part of it. */
const ROWS = 20_000;
const BIG = [
  'item',
  'item_stock',
  'item_cost',
  'item_flow',
  'sale_order',
  'sale_order_product',
  'sale_credit_note',
  'sale_credit_note_product',
  'item_category',
  'item_bundle',
  ...['addition', 'deduction', 'transfer', 'reservation', 'purchase_order', 'stock_take_job', 'transfer_job'].flatMap(
    (document) => [document, `${document}_line`],
  ),
  'stock_take_count',
  'customer',
  'channel_payout',
  'customer_reward',
  'sale_order_history',
  'sale_credit_note_history',
  'audit',
  'promotion_history',
  ...['webhook_event', 'webhook_delivery', 'webhook_queue'],
  ...shortLists,
];

/** Movements of another user and another kind of document than nearly all. */
const RARE_MOVEMENTS = `UPDATE inventory.item_flow SET document = 'item_stock', document_id = NULL, user_id = 77
  WHERE account_id = $1 AND item_flow_id % 400 = 7`;

/** Another account. */
const NEIGHBOUR = 1_000_000;

let world: World;
let owner: TestUser;
let sent: { readonly db: Db; readonly statement: Sent }[] = [];
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
  const { account_id } = owner;
  const { integration, inventory, sales, settings } = world.assembly.replicas;
  const database = poolOf(world.assembly.running.sales.db);
  const addLocation = async (name: string) => ok(await owner.api.inventory.location.add({ name })).location_id;
  const [store_id, depot_id] = [await addLocation('Store'), await addLocation('Depot')];
  const fillings = [
    itemFilling({ account_id, store_id, depot_id, customer_group_id: 1, pieces: 10 }, ROWS),
    orderFilling(account_id, ROWS),
    customerFilling(account_id, ROWS),
    auditFilling(account_id, ROWS),
    creditNoteFilling(account_id, ROWS),
    documentFilling(account_id, ROWS),
    jobFilling(account_id, ROWS),
    payoutFilling(account_id, ROWS),
    promotionUseFilling(account_id, ROWS),
    entryFilling(account_id, ROWS),
    extensionFilling(account_id),
    settingsFilling(account_id),
    neighbourFilling(NEIGHBOUR, ROWS),
    webhookFilling(account_id, ROWS),
  ];
  for (const filling of fillings) for (const step of await stepsOf(database, filling)) await step();
  await database.query(RARE_MOVEMENTS, [account_id]);
  await database.end();
  for (const { db } of [...integration, ...inventory, ...sales, ...settings])
    noteStatements(db, (statement) => sent.push({ db, statement }));
}, 60_000);
afterAll(() => world.close());

/** Without the limits that requests have: filling takes its time. */
function poolOf({ source: { options } }: Db): Pool {
  if (options.type !== 'postgres') throw new Error('This is not PostgreSQL.');
  return new Pool({ connectionString: options.url });
}

test.each(cases)('$name', async ({ name, path, input }) => {
  sent = [];
  const { status, body } = await call(world.url, owner.credentials, path, input);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { total, results = [], events = results } = body as { total?: number; results?: object[]; events?: object[] };
  expect(total ?? events.length).toBeGreaterThan(0);
  const scans = await Promise.all(sent.map(({ db, statement }) => scannedTables(db, statement)));
  const allowed = exceptions[name]?.tables ?? [];
  const whole = new Set(
    scans
      .flat()
      .map(partitionedTable)
      .filter((table) => BIG.includes(table) && !allowed.includes(table)),
  );
  expect([...whole]).toEqual([]);
});

const KEPT = [
  { path: 'inventory/item/get', input: { limit: 100 } },
  { path: 'inventory/item/get', input: { sku: 'SKU-17' } },
  { path: 'sale/order/get', input: { limit: 100 } },
  { path: 'sale/order/get', input: { order_id: 17 } },
];
test.each(KEPT)('a page of $path with $input is read by a plan that is kept', async ({ path, input }) => {
  sent = [];
  for (const page of [1, 2]) await call(world.url, owner.credentials, path, { page, ...input });
  const [list, ...others] = sent.filter(({ statement }) => / AS page /.test(statement.text));
  if (!list) throw new Error('No page was read.');
  expect(others.map(({ statement }) => statement.name)).toEqual([list.statement.name]);
  expect(await isPlannedAnew(list.db, list.statement)).toBe(false);
});

/** The partitions of single days are empty. */
const partitionedTable = (table: string): string => table.replace(/_other$/, '');

test('every exception is one of a case', () => {
  const names = cases.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(exceptions)));
});
