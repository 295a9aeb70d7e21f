import { call } from '@stockbook/auth';
import { openShop, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const PLANNED = `WITH job AS (
    INSERT INTO inventory.stock_take_job (account_id, user_id, username, comment, location_id, job_status_id, total, counted, changed)
    SELECT $1, 1, 'bob', '', $2, 1, 10000, 0, 0 FROM generate_series(1, $3::int) RETURNING item_stock_take_job_id
  )
  INSERT INTO inventory.stock_take_job_line (account_id, item_stock_take_job_id, line_id, position, item_id, name, quantity)
  SELECT $1, item_stock_take_job_id, n, n, 1000000 + n, 'Mug of the series ' || n, 0 FROM job, generate_series(1, 10000) n`;
const plan = (jobs: number) =>
  world.assembly.running.inventory.db.source.query(PLANNED, [user.account_id, shop.store_id, jobs]);

/** Checking each line against the contract would take seconds. */
async function list(input: object) {
  const { body } = await call(world.url, user.credentials, 'inventory/stock_take_job/get', input);
  const { error, total, stock_take_jobs } = body as {
    error?: string[];
    total?: number;
    stock_take_jobs?: { items: object[] }[];
  };
  return error ?? [total, ...(stock_take_jobs ?? []).map(({ items }) => items.length)];
}

it('lists a page of the default size, however many lines the jobs have', async () => {
  await plan(20);
  expect(await list({})).toEqual([20, ...Array<number>(20).fill(10_000)]);
  await plan(1);
  expect(await list({ page: 2 })).toEqual([21, 10_000]);
  expect(await list({ limit: 100 })).toEqual([
    'The stock takes of this page have 210000 lines, and a page may have 200000: lower limit.',
  ]);
  expect(await list({ show_counts: true })).toEqual([
    'The stock takes of this page have 200000 lines, and a page with counts may have 100000: lower limit.',
  ]);
});
