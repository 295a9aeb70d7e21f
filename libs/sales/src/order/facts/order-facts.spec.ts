import { orderChanged, orderSubscription, ownCaller } from '@stockbook/contracts';
import { eventually, factsOf, ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

let version = 0;
const subscribe = (is_subscribed = true) =>
  world.assembly.services.ask(orderSubscription.set, {
    caller: ownCaller(counter.user.account_id),
    input: { is_subscribed, version: ++version },
    deadline: Date.now() + 5_000,
    request_id: 'subscribe',
  });
const published = (order_id: number) => factsOf(world, counter.user.account_id, orderChanged, order_id);
/** Returns the order as the list shows it once all events have arrived. */
const shown = async (order_id: number) => {
  await world.settled();
  return ok(await counter.orders.get({ order_id })).orders[0]!;
};
const changesOf = async (order_id: number) =>
  (await published(order_id)).map(({ sequence, payload }) => `${sequence} ${payload.change}`);

describe('an account without subscribers', () => {
  it('publishes changes with author, demand and former values, without the order, and no settlement', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 5);
    const products = [product({ item_id })];
    const { order_id } = await counter.place({ products, order_status_id: counter.shop.paid_id });
    await world.settled();
    await counter.edit(order_id, { comment: 'Ring twice' });
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id }));
    ok(await counter.orders.delete({ order_id }));
    expect(await changesOf(order_id)).toEqual(['1 added', '3 edited', '4 status_changed', '5 deleted']);
    const facts = await published(order_id);
    const former = [undefined, { comment: 'Order 1' }, expect.objectContaining({ order_status: 'Paid' }), undefined];
    expect(facts.map(({ payload }) => payload.previous)).toEqual(former);
    for (const { payload } of facts) {
      const { actor, demand, previous, ...rest } = payload;
      expect(actor).toMatchObject({ user_id: counter.user.user_id, username: 'owner', request_id: expect.any(String) });
      expect(actor.request_id && actor.address).not.toBe('');
      expect(demand?.document_id).toBe(order_id);
      expect(rest).toEqual({ order_id, change: payload.change });
    }
  });
});

describe('an account with subscribers', () => {
  beforeEach(() => subscribe());

  it('publishes the whole order and the former values of the fields that changed', async () => {
    const { order_id } = await counter.place({ comment: 'Gift' });
    const added = await shown(order_id);
    await counter.edit(order_id, { comment: 'Ring twice', city: 'Graz' });
    const edited = await shown(order_id);
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.done_id }));
    const moved = await shown(order_id);
    const facts = await published(order_id);
    expect(facts.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(facts.map(({ payload }) => payload.record)).toMatchObject([added, edited, moved]);
    expect(facts.map(({ payload }) => payload.previous)).toEqual([
      {},
      { comment: 'Gift', city: '' },
      { products: edited.products, order_status_id: added.order_status_id, order_status: 'Pending', locked: false },
    ]);
  });

  it('publishes the last state of a deleted order', async () => {
    const orders = [await counter.place(), await counter.place()];
    ok(await counter.orders.delete({ batch_id: orders.map(({ order_id }) => order_id) }));
    for (const { order_id, comment } of orders) {
      const deleted = (await published(order_id)).at(-1);
      expect(deleted).toMatchObject({ sequence: 2, payload: { change: 'deleted', previous: {}, record: { comment } } });
    }
  });

  it('publishes when stock is deducted, short and restocked, without a demand', async () => {
    const [plenty, scarce] = [
      await stockItem(counter.user, counter.shop, 5),
      await stockItem(counter.user, counter.shop, 1),
    ];
    const products = [product({ item_id: plenty, quantity: 2 }), product({ item_id: scarce, quantity: 3 })];
    const { order_id } = await counter.place({ products, order_status_id: counter.shop.paid_id });
    const taken = await shown(order_id);
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.pending_id }));
    const returned = await shown(order_id);
    const changes = ['1 added', '2 deducted', '3 short', '4 status_changed', '5 restocked'];
    expect(await changesOf(order_id)).toEqual(changes);
    const facts = await published(order_id);
    const settlements = facts.filter(({ payload }) => !payload.demand).map(({ payload }) => payload);
    expect(settlements.map(({ record }) => record)).toMatchObject([{ ...taken, revision: 2 }, taken, returned]);
    expect(settlements.map(({ previous }) => previous?.products?.map((line) => line.quantity_deducted))).toEqual([
      [0, 0],
      undefined,
      [2, 0],
    ]);
    expect(settlements[1]?.previous).toEqual({});
    expect(settlements.map(({ actor }) => actor.user_id)).toEqual([0, 0, 0]);
    expect(await counter.edit(order_id, { comment: 'Later' })).toMatchObject({ comment: 'Later' });
    expect((await published(order_id)).at(-1)).toMatchObject({ sequence: 6, payload: { demand: { version: 6 } } });
  });

  it('publishes nothing of a dry run', async () => {
    const { order_id } = await counter.place();
    ok(await counter.orders.edit({ order_id, comment: 'Try', dry_run: true }));
    ok(await counter.orders.delete({ order_id, dry_run: true }));
    expect(await changesOf(order_id)).toEqual(['1 added']);
  });

  it('stops to publish whole orders once the last subscriber has gone', async () => {
    const { order_id } = await counter.place();
    await subscribe(false);
    await counter.edit(order_id, { comment: 'Later' });
    const [added, edited] = await published(order_id);
    expect(added?.payload.record).toBeDefined();
    expect(edited?.payload.record).toBeUndefined();
  });
});

test('a subscription waits for the changes that are under way', async () => {
  const { source } = world.assembly.running.sales.db;
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT sales.is_subscribed($1)', [counter.user.account_id]);
  const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
  const subscribed = subscribe();
  const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  await eventually(async () => (await source.query(waits, [pid])).length > 0);
  await runner.commitTransaction();
  await runner.release();
  await subscribed;
  const { order_id } = await counter.place();
  expect((await published(order_id))[0]?.payload.record).toMatchObject({ order_id });
});
