import { MOST_COUNTED } from '@stockbook/contracts';
import { ok, openShop, orderOf, refused, World } from '@stockbook/testing';

/** PostgreSQL knows that nearly all movements are of other documents, and expects hardly one of a stock take. */
const MOVEMENTS = 4;
const PART = 1_000;
const ITEMS_THAT_MOVED = `WITH added AS (
    INSERT INTO inventory.item (account_id, name, cost) SELECT $1, 'Bead ' || n, 2
    FROM generate_series(1, ${PART}) n RETURNING item_id
  ), stock AS (
    INSERT INTO inventory.item_stock (account_id, item_id, location_id, on_hand, seq)
    SELECT $1, item_id, $2, 0, ${MOVEMENTS} FROM added
  ), cost AS (
    INSERT INTO inventory.item_cost (account_id, item_id, quantity, total_added, total_deducted)
    SELECT $1, item_id, 0, ${MOVEMENTS / 2}, ${MOVEMENTS / 2} FROM added
  ), flow AS (
    INSERT INTO inventory.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value,
      variance, average_cost, document, document_id, document_version, line, user_id, username, comment)
    SELECT $1, item_id, $2, n, n % 2 * 2 - 1, n % 2, 0, 0, 0, 0, 'item_stock', NULL, 1, 1, 1, '', ''
    FROM added, generate_series(1, ${MOVEMENTS}) n
  ) SELECT item_id FROM added ORDER BY item_id`;

test('a stock take books as many lines as it may have, all or none, also after many movements and counts', async () => {
  const world = await World.shared();
  const user = await world.account();
  const shop = await openShop(user);
  const { inventory, sale } = user.api;
  const jobs = inventory.stock_take_job;
  const { source } = world.assembly.running.inventory.db;
  const added: { item_id: number }[] = [];
  while (added.length < MOST_COUNTED)
    added.push(...(await source.query(ITEMS_THAT_MOVED, [user.account_id, shop.store_id])));
  await source.query('ANALYZE inventory.item, inventory.item_stock, inventory.item_flow');
  const counted = async (quantity: number, lines = added) => {
    const { item_stock_take_job_id, total } = ok(await jobs.add({ location_id: shop.store_id, all: true }));
    expect(total).toBe(MOST_COUNTED);
    for (let from = 0; from < lines.length; from += PART) {
      const items = lines.slice(from, from + PART).map(({ item_id }) => ({ item_id, quantity }));
      ok(await jobs.count({ item_stock_take_job_id, items }));
    }
    return { item_stock_take_job_id };
  };
  expect(ok(await jobs.complete(await counted(2))).changed).toBe(MOST_COUNTED);
  expect(ok(await jobs.complete(await counted(3))).changed).toBe(MOST_COUNTED);
  const [first, last] = [added[0]!, added.at(-1)!];
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
