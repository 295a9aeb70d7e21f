import { call, openShop, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const PLANNED = `WITH job AS (
    INSERT INTO inventory.stock_take_job (account_id, user_id, username, comment,
      location_id, job_status_id, total, counted, changed)
    SELECT $1, 1, 'bob', '', $2, 1, 4000, 0, 0 FROM generate_series(1, $3::int) RETURNING item_stock_take_job_id
  )
  INSERT INTO inventory.stock_take_job_line (account_id,
    item_stock_take_job_id, line_id, position, item_id, name, quantity)
  SELECT $1, item_stock_take_job_id, n, n, 1000000 + n, 'Mug of the series ' || n, 0
  FROM job, generate_series(1, 4000) n`;
const plan = (jobs: number) =>
  world.assembly.running.inventory.db.source.query(PLANNED, [user.account_id, shop.store_id, jobs]);

/** Checking each line against the contract would take seconds. */
async function list(input: object) {
  const { body } = await call(world.url, user.credentials, 'inventory/stock_take_job/get', input);
  const { stock_take_jobs, ...page } = body as { stock_take_jobs: { items: object[] }[] };
  return { ...page, lines: stock_take_jobs.map(({ items }) => items.length) };
}

test('ends a page where the lines of its jobs exceed its bytes', async () => {
  await plan(20);
  const first = await list({});
  const shown = first.lines.length;
  expect(shown).toBeGreaterThan(1);
  expect(shown).toBeLessThan(20);
  expect(first).toEqual({
    total: 20,
    truncated: true,
    next_page: 2,
    next_limit: shown,
    lines: Array<number>(shown).fill(4_000),
  });
  expect((await list({ page: 2, limit: shown })).lines[0]).toBe(4_000);
});
