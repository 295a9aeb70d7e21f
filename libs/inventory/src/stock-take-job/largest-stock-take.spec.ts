import { MOST_COUNTED } from '@stockbook/contracts';
import { eventually, ok, openShop, orderOf, refused, World } from '@stockbook/testing';

const PART = 1_000;
const MOVEMENTS = 4;
/** Adds an item that moved to each of some accounts, or all of them to one; nothing is left of it. */
const ITEMS_THAT_MOVED = `WITH added AS (
    INSERT INTO inventory.item (account_id, name, cost) SELECT $1 + (1000000 + n / 3) * $2, 'Bead ' || n, 2
    FROM generate_series(1, ${PART}) n RETURNING account_id, item_id
  ), stock AS (
    INSERT INTO inventory.item_stock (account_id, item_id, location_id, on_hand, seq)
    SELECT account_id, item_id, $3 + account_id - $1 + l, 0, ${MOVEMENTS} FROM added, generate_series(0, $2) l
  ), cost AS (
    INSERT INTO inventory.item_cost (account_id, item_id, quantity, total_added, total_deducted)
    SELECT account_id, item_id, 0, ${MOVEMENTS / 2}, ${MOVEMENTS / 2} FROM added
  ), flow AS (
    INSERT INTO inventory.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value,
      variance, average_cost, document, document_id, document_version, line, user_id, username, comment)
    SELECT account_id, item_id, $3 + account_id - $1 + l, n, n % 2 * 2 - 1, n % 2, 0, 0, 0, 0, 'item_stock', NULL,
      1, 1, 1, '', ''
    FROM added, generate_series(0, $2) l, generate_series(1, ${MOVEMENTS}) n
  ) SELECT item_id FROM added ORDER BY item_id`;
/** PostgreSQL keeps plans from the first call, where it may do so from the sixth: new connections have this. */
const PLANS_ARE_KEPT = `DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_generic_plan', current_database());
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  END $$`;

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

test('a stock take books as many lines as it may have, all or none, by plans that suit small accounts', async () => {
  const user = await world.account();
  const shop = await openShop(user);
  const { inventory, sale } = user.api;
  const jobs = inventory.stock_take_job;
  const { source } = world.assembly.running.inventory.db;
  const moved = (accounts: 0 | 1): Promise<{ item_id: number }[]> =>
    source.query(ITEMS_THAT_MOVED, [user.account_id, accounts, shop.store_id]);
  await moved(1);
  const added: { item_id: number }[] = [];
  while (added.length < MOST_COUNTED) added.push(...(await moved(0)));
  await source.query('ANALYZE');
  await source.query(PLANS_ARE_KEPT);
  await eventually(async () => !(await inventory.item.get(added[0]!)).error);
  const counted = async (quantity: number, lines = added) => {
    const { item_stock_take_job_id, total } = ok(await jobs.add({ location_id: shop.store_id, all: true }));
    expect(total).toBe(MOST_COUNTED);
    for (let from = 0; from < lines.length; from += PART) {
      const items = lines.slice(from, from + PART).map(({ item_id }) => ({ item_id, quantity }));
      ok(await jobs.count({ item_stock_take_job_id, items }));
    }
    return { item_stock_take_job_id };
  };
  const [first, last] = [added[0]!, added.at(-1)!];
  expect(ok(await jobs.complete(await counted(2))).changed).toBe(MOST_COUNTED);
  expect(ok(await jobs.complete(await counted(3))).changed).toBe(MOST_COUNTED);
  const show = async () => ok(await inventory.item.get(last)).items[0];
  expect(await show()).toMatchObject({ quantity: 3, pool_cost: 6 });
  const again = await counted(0, [first, last]);
  const sold = [{ item_id: first.item_id, quantity: 1 }];
  ok(await sale.order.add(orderOf(shop, sold, { order_status_id: shop.paid_id })));
  await world.settled();
  expect(refused(await jobs.complete(again))).toHaveLength(1);
  expect(await show()).toMatchObject({ quantity: 3 });
  expect(ok(await inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});
