import { ok, ROUNDS, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));

/** Returns the orders at a location that want stock and have not taken it. */
const wantingAt = async (location_id: number): Promise<number[]> => {
  const found = await counter.sql<{ order_id: number }>(
    `SELECT DISTINCT order_id::int FROM sales.sale_order JOIN sales.sale_order_product line USING (account_id, order_id)
     WHERE account_id = $1 AND location_id = $2 AND sale_order.date_deleted IS NULL AND deducts
       AND line.date_deleted IS NULL AND line.taken < line.quantity`,
    [counter.user.account_id, location_id],
  );
  return found.map(({ order_id }) => order_id);
};
const waitingAt = (location_id: number): Promise<unknown[]> =>
  world.assembly.running.inventory.db.source.query(
    'SELECT FROM inventory.stock_demand_line WHERE account_id = $1 AND location_id = $2 AND taken < wanted',
    [counter.user.account_id, location_id],
  );

test(`of ${ROUNDS} locations that are deleted while orders are placed, none has a waiting order`, async () => {
  counter = await Counter.open(world);
  const { integration, inventory } = counter.user.api;
  const { paid_id, depot_id } = counter.shop;
  const products = [product({ item_id: await stockItem(counter.user, counter.shop, 0) })];
  const outcomes = { deleted: 0, refused: 0 };
  for (let run = 0; run < ROUNDS; run++) {
    const { location_id } = ok(await inventory.location.add({ name: `Kiosk ${run}` }));
    const configuration = { location_id };
    const { channel_id } = ok(await integration.channel.add({ type: 'pos', name: `Kiosk ${run}`, configuration }));
    const add = () => counter.orders.add(counter.order({ channel_id, products, order_status_id: paid_id }));
    const { order_id } = await counter.place({ channel_id, products });
    // The one that comes before everything keeps its location; whether the others do is open.
    if (run === 1) ok(await add());
    const early = run % 2 ? [add()] : [];
    ok(await integration.channel.edit({ channel_id, configuration: { location_id: depot_id } }));
    const [deleted, ...others] = await Promise.all([
      inventory.location.delete({ location_id }),
      ...(run % 3 ? [counter.orders.addHistory({ order_id, order_status_id: paid_id })] : []),
      ...early,
      ...(run % 5 ? [add(), add()] : []),
    ]);
    await world.settled();
    const wanting = await wantingAt(location_id);
    for (const { error = [] } of others) {
      for (const message of error) expect(message).toContain(`location ${location_id} is deleted`);
    }
    if (deleted.error) {
      outcomes.refused++;
      for (const message of deleted.error) {
        expect(message).toMatch(new RegExp(`^Location ${location_id} still has backordered lines of order \\d+\\.$`));
      }
      expect(wanting).not.toEqual([]);
    } else {
      outcomes.deleted++;
      expect(wanting).toEqual([]);
      expect(await waitingAt(location_id)).toEqual([]);
    }
  }
  expect(outcomes.deleted).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
}, 300_000);
