import { sentTopics } from '@stockbook/messaging';
import type { Db } from '@stockbook/persistence';
import { call, eventually, ok, type TestUser, World } from '../../index.js';
import { cases } from './plan-cases.fixture.js';
import { exceptions } from './plan-exceptions.fixture.js';
import { fillAccount, growing } from './filled-account.fixture.js';
import { LISTS, SELDOM_WRITTEN, STATEMENTS, WRITTEN_BY_ORDERS } from './index-needs.fixture.js';
import {
  canBeReadBy,
  costWithout,
  isPlannedAnew,
  noteEverything,
  noteStatements,
  scannedTables,
  type Sent,
} from './sent-statements.fixture.js';

let world: World;
let owner: TestUser;
let sent: { readonly db: Db; readonly statement: Sent }[] = [];
const sentByText = new Map<string, Sent>();
let stopNoting: () => void;
beforeAll(async () => {
  stopNoting = noteEverything((each) => sentByText.set(each.text, each));
  world = await World.open();
  owner = await world.account();
  await fillAccount(world, owner);
  for (const { db } of Object.values(world.assembly.replicas).flat())
    noteStatements(db, (statement) => sent.push({ db, statement }));
});
afterAll(async () => {
  stopNoting();
  await world.close();
});

test.each(cases)('$name', async ({ name, path, input }) => {
  sent = [];
  const { status, body } = await call(world.url, owner.credentials, path, input);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { total, results = [], events = results } = body as { total?: number; results?: object[]; events?: object[] };
  expect(total ?? events.length).toBeGreaterThan(0);
  const scans = await Promise.all(sent.map(({ db, statement }) => scannedTables(db, statement)));
  const allowed = exceptions[name]?.tables ?? [];
  expect(growing(scans.flat()).filter((table) => !allowed.includes(table))).toEqual([]);
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

test('every exception is one of a case', () => {
  const names = cases.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(exceptions)));
});

test('each index of the tables that an order writes keeps a rule or has a reader', async () => {
  const rows: { name: string }[] = await world.assembly.running.sales.db.source.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique`,
    [WRITTEN_BY_ORDERS],
  );
  const needed = [LISTS, STATEMENTS, SELDOM_WRITTEN].flatMap((each) => Object.keys(each));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(needed.toSorted());
});

test.each(Object.entries(LISTS))('without %s, %s costs twice as much', async (index, name) => {
  const { path, input } = cases.find((each) => each.name === name) ?? {};
  if (!path || !input) throw new Error(`No list is called ${name}.`);
  sent = [];
  await call(world.url, owner.credentials, path, input);
  const costs: number[] = [];
  // The loop's own statements are noted, too, so it runs over a copy.
  for (const { db, statement } of [...sent]) costs.push(await costWithout(db, statement, index));
  expect(Math.max(...costs)).toBeGreaterThanOrEqual(2);
});

describe('statements that read by an index', () => {
  beforeAll(async () => {
    ok(await owner.api.inventory.flow.verify({}));
    ok(await owner.api.inventory.flow.getBalance({ date: new Date().toISOString() }));
    ok(await owner.api.sale.order.get({}));
    await sentTopics(world.assembly.running.inventory.db);
  });

  it.each(Object.entries(STATEMENTS))('%s is there for %s', async (index, reader) => {
    const find = () => [...sentByText.values()].find(({ name, text }) => name === reader || text.includes(reader));
    await eventually(() => find() !== undefined);
    expect(await canBeReadBy(world.assembly.running.sales.db, find()!, index)).toBe(true);
  });
});
