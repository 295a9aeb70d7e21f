import { eventually, ok, refused, stockItem, type TestUser, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let kiosk_id: number;
let channel_id: number;
beforeAll(async () => void (world = await World.shared()));
const openKiosk = async () => {
  counter = await Counter.open(world);
  const { integration, inventory } = counter.user.api;
  kiosk_id = ok(await inventory.location.add({ name: 'Kiosk' })).location_id;
  const configuration = { location_id: kiosk_id };
  channel_id = ok(await integration.channel.add({ type: 'pos', name: 'Kiosk', configuration })).channel_id;
};
beforeEach(openKiosk);

const LOCKED = 'Another request is changing the same record; the same request can be repeated safely.';

const api = (): TestUser['api'] => counter.user.api;
const sellFrom = async (location_id: number) =>
  ok(await api().integration.channel.edit({ channel_id, configuration: { location_id } }));
const close = async (location_id: number) => ok(await api().inventory.location.delete({ location_id }));

/** Races until the writes met: they wait 2 s for a lock, in which a busy machine may not do the rest of the race. */
async function untilMet<R>(race: () => Promise<R>, haveMet: (replies: R) => boolean): Promise<R> {
  let replies = await race();
  for (; !haveMet(replies); replies = await race()) await openKiosk();
  return replies;
}
const isLocked = (reply: { readonly error?: readonly string[] }) => reply.error?.includes(LOCKED) ?? false;

/** Runs while nobody can write to a table of sales; reads go on. */
function whileLocked<T>(table: string, work: (isWaitedFor: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const waiting = `SELECT FROM pg_locks WHERE relation = 'sales.${table}'::regclass AND NOT granted`;
  const isWaitedFor = async () => (await counter.sql(waiting)).length > 0;
  return world.whileLocked('sales', `LOCK TABLE sales.${table} IN SHARE MODE`, () => work(isWaitedFor));
}

describe('the location of a new order', () => {
  it("is its channel's, which may have been added a moment ago, else the company's", async () => {
    expect((await counter.place({ channel_id })).location_id).toBe(kiosk_id);
    await sellFrom(0);
    await world.settled();
    expect((await counter.place({ channel_id })).location_id).toBe(counter.shop.store_id);
  });

  it("is not that of the lookup if that was deleted: the order is refused or gets its channel's new one", async () => {
    const race = async () => {
      const item_id = await stockItem(counter.user, counter.shop, 0);
      const products = [product({ item_id })];
      const placing = await whileLocked('sale_order', async (isWaitedFor) => {
        const reply = counter.orders.add(
          counter.order({ channel_id, products, order_status_id: counter.shop.paid_id }),
        );
        await eventually(isWaitedFor);
        await sellFrom(counter.shop.depot_id);
        await close(kiosk_id);
        return { reply };
      });
      return placing.reply;
    };
    const reply = await untilMet(race, (reply) => !isLocked(reply));
    if (reply.error) {
      const message = `Channel ${channel_id} has no location for its orders: location ${kiosk_id} is deleted.`;
      expect(reply.error).toEqual([message]);
    } else expect(reply.order.location_id).toBe(counter.shop.depot_id);
  });

  it('keeps its location from being deleted as soon as it is being placed', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 0);
    const race = () =>
      whileLocked('outbox', async (isWaitedFor) => {
        const products = [product({ item_id })];
        const placing = counter.orders.add(
          counter.order({ channel_id, products, order_status_id: counter.shop.paid_id }),
        );
        await eventually(isWaitedFor);
        await sellFrom(counter.shop.depot_id);
        let isClosed = false;
        const closing = api()
          .inventory.location.delete({ location_id: kiosk_id })
          .finally(() => (isClosed = true));
        const blocked = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
        await eventually(async () => isClosed || (await counter.sql(blocked)).length > 0);
        return { replies: Promise.all([placing, closing]) };
      }).then(({ replies }) => replies);
    const [placed, closed] = await untilMet(
      race,
      ([placed, closed]) => !placed.error && placed.order.location_id === kiosk_id && !isLocked(closed),
    );
    expect(refused(closed)).toEqual([
      `Location ${kiosk_id} still has backordered lines of order ${ok(placed).order.order_id}.`,
    ]);
  });

  it('is taken as it is configured while the inventory cannot be asked', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 1);
    const place = () => counter.place({ channel_id, products: [product({ item_id })] });
    const { location_id } = await world.whileLocked(
      'inventory',
      'LOCK TABLE inventory.location, inventory.item',
      place,
    );
    expect(location_id).toBe(kiosk_id);
  });
});

describe('an order at a deleted location', () => {
  const pendingAtKiosk = async () => {
    const item_id = await stockItem(counter.user, counter.shop, 5);
    const order = await counter.place({ channel_id, products: [product({ item_id, quantity: 2 })] });
    await sellFrom(counter.shop.depot_id);
    await world.settled();
    await close(kiosk_id);
    return order;
  };

  it("takes its stock from its channel's location when it begins to want some, and its history says so", async () => {
    const { order_id } = await pendingAtKiosk();
    await sellFrom(counter.shop.store_id);
    ok(await counter.orders.addHistory({ order_id, order_status_id: counter.shop.paid_id }));
    expect(await counter.settled(order_id)).toMatchObject({
      location_id: counter.shop.store_id,
      products: [{ deducted: true }],
    });
    const comments = (await counter.history(order_id)).map(({ comment }) => comment);
    const message =
      `Location ${kiosk_id} is deleted: ` + `the order takes its stock from location ${counter.shop.store_id}.`;
    expect(comments).toContain(message);
  });

  it('does the same when it is edited', async () => {
    const { order_id } = await pendingAtKiosk();
    const edited = await counter.edit(order_id, { order_status_id: counter.shop.paid_id });
    expect(edited.location_id).toBe(counter.shop.depot_id);
  });

  it('keeps it as long as it wants nothing there', async () => {
    const { order_id } = await pendingAtKiosk();
    expect((await counter.edit(order_id, { city: 'Paris' })).location_id).toBe(kiosk_id);
    ok(await counter.orders.delete({ order_id }));
  });

  it("gives back what it took there to the account's default location, and takes no more", async () => {
    const item_id = await stockItem(counter.user, counter.shop, 0);
    const { editStock } = api().inventory.item;
    ok(await editStock({ items: [{ item_id, location_id: kiosk_id, quantity: 3 }] }));
    const products = [product({ item_id, quantity: 3 })];
    const { order_id } = await counter.place({ channel_id, products, order_status_id: counter.shop.paid_id });
    await sellFrom(counter.shop.depot_id);
    await world.settled();
    await close(kiosk_id);
    expect(refused(await counter.orders.edit({ order_id, products: [product({ item_id, quantity: 4 })] }))).toEqual([
      `Order ${order_id} cannot take more stock: it took stock at location ${kiosk_id}, which is deleted.`,
    ]);
    await counter.edit(order_id, { products: [product({ item_id, quantity: 1 })] });
    expect(await counter.settled(order_id)).toMatchObject({ location_id: kiosk_id, products: [{ deducted: true }] });
    const [item] = ok(await api().inventory.item.get({ item_id })).items;
    expect(item?.locations).toContainEqual(
      expect.objectContaining({ location_id: counter.shop.store_id, quantity: 2 }),
    );
  });
});
