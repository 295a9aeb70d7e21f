import { ownCaller, stockStateChanged, stockSubscription } from '@stockbook/contracts';
import {
  eventually,
  factsOf,
  ok,
  openShop,
  orderOf,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
});

let version = 0;
const subscribe = (is_subscribed = true) =>
  world.assembly.services.ask(stockSubscription.set, {
    caller: ownCaller(user.account_id),
    input: { is_subscribed, version: ++version },
    deadline: Date.now() + 5_000,
    request_id: 'subscribe',
  });
const order = async (item_id: number, quantity: number) => {
  const sold = orderOf(shop, [{ item_id, quantity }], { order_status_id: shop.paid_id });
  const { order_id } = ok(await user.api.sale.order.add(sold)).order;
  await world.settled();
  return order_id;
};
const factsOfItem = async (item_id: number) => {
  const facts = await factsOf(world, user.account_id, stockStateChanged, item_id);
  return facts.filter(({ payload }) => payload.change === 'changed');
};
const quantitiesOf = async (item_id: number) =>
  (await factsOfItem(item_id)).map(({ payload: { record } }) => [record.location_id, record.on_hand, record.reserved]);

describe('stock that somebody subscribes to', () => {
  beforeEach(() => subscribe());

  it('publishes its quantities and the former ones, whatever moves or holds it', async () => {
    const item_id = await stockItem(user, shop, 20);
    await order(item_id, 3);
    const { reservation, transfer } = user.api.inventory;
    ok(await reservation.add({ location_id: shop.store_id, comment: '', reservation: [{ item_id, quantity: 4 }] }));
    const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
    ok(await transfer.add({ transfer: [{ ...places, item_id, quantity: 5 }] }));
    expect(await quantitiesOf(item_id)).toEqual([
      [shop.store_id, 20, 0],
      [shop.store_id, 17, 0],
      [shop.store_id, 17, 4],
      [shop.depot_id, 5, 0],
      [shop.store_id, 12, 4],
    ]);
    const [, sold] = await factsOfItem(item_id);
    expect(sold?.payload).toMatchObject({
      actor: { user_id: user.user_id },
      record: { quantity: 17, stock_state: 'ok' },
      previous: { quantity: 20, on_hand: 20 },
    });
  });

  it('is in no audit log', async () => {
    const item_id = await stockItem(user, shop, 20);
    await order(item_id, 3);
    const { audits } = ok(await user.api.setting.audit.get({ filter_record: `inventory/stock/${item_id}` }));
    expect(audits.filter(({ change }) => change === 'changed')).toEqual([]);
  });

  it('publishes nothing of a dry run, and nothing once the last subscriber has gone', async () => {
    const item_id = await stockItem(user, shop, 20);
    const lines = [{ item_id, location_id: shop.store_id, quantity: 5, cost: 1 }];
    ok(await user.api.inventory.addition.add({ addition: lines, dry_run: true }));
    await subscribe(false);
    ok(await user.api.inventory.addition.add({ addition: lines }));
    expect(await quantitiesOf(item_id)).toEqual([[shop.store_id, 20, 0]]);
  });
});

test('stock that nobody subscribes to publishes no change', async () => {
  const item_id = await stockItem(user, shop, 20);
  await order(item_id, 3);
  expect(await quantitiesOf(item_id)).toEqual([]);
});

test('a subscription waits for the movements that are under way', async () => {
  const item_id = await stockItem(user, shop, 20);
  const { source } = world.assembly.running.inventory.db;
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT inventory.is_subscribed($1)', [user.account_id]);
  const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
  const subscribed = subscribe();
  const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  await eventually(async () => (await source.query(waits, [pid])).length > 0);
  await runner.commitTransaction();
  await runner.release();
  await subscribed;
  await order(item_id, 3);
  expect(await quantitiesOf(item_id)).toEqual([[shop.store_id, 17, 0]]);
});
