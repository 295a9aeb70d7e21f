import { call } from '@stockbook/auth';
import type { Db } from '@stockbook/persistence';
import { type TestUser, World } from '@stockbook/testing';
import { cases } from './plan-cases.fixture.js';
import { exceptions } from './plan-exceptions.fixture.js';
import { fillAccount, growing } from './filled-account.fixture.js';
import { isPlannedAnew, noteStatements, scannedTables, type Sent } from './sent-statements.fixture.js';

let world: World;
let owner: TestUser;
let sent: { readonly db: Db; readonly statement: Sent }[] = [];
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
  await fillAccount(world, owner);
  for (const { db } of Object.values(world.assembly.replicas).flat())
    noteStatements(db, (statement) => sent.push({ db, statement }));
});
afterAll(() => world.close());

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
