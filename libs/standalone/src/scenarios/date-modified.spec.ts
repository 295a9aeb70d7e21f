import { type Service } from '@stockbook/contracts';
import {
  call,
  clientOf,
  eventually,
  ok,
  openShop,
  orderOf,
  plainResources,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
let names = 0;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
  await world.settled();
});

const freshName = () => `Record ${++names}`;
const sourceOf = (service: Service) => world.assembly.running[service].db.source;

/** Sends a request and returns the id in its answer. */
async function idOf(path: string, body: object, key: string): Promise<number> {
  const answer = await call(world.url, user.credentials, path, body);
  expect(answer).toMatchObject({ status: 200, body: { [key]: expect.any(Number) } });
  return Number(Reflect.get(answer.body, key));
}

/** A write that needs a lock which another transaction has. */
interface Case {
  readonly service: Service;
  readonly table: string;
  readonly key: string;
  /** Takes the lock. */
  readonly lock: string;
  /** Changes one record and returns its id. */
  readonly write: () => Promise<number>;
  /** Adds another record and returns its id. */
  readonly other: () => Promise<number>;
}

/** Holds the write up at the lock while another record is added, and compares the dates of both. */
async function expectLater({ service, table, key, lock, write, other }: Case): Promise<void> {
  const runner = sourceOf(service).createQueryRunner();
  const dateOf = async (id: number): Promise<string> => {
    const [row] = await sourceOf(service).query(`SELECT date_modified::text FROM ${table} WHERE ${key} = $1`, [id]);
    return row.date_modified;
  };
  await runner.startTransaction();
  try {
    await runner.query(lock);
    const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
    const written = write();
    const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    await eventually(async () => (await sourceOf(service).query(waits, [pid])).length > 0);
    const cursor = await dateOf(await other());
    await runner.commitTransaction();
    const date = await dateOf(await written);
    expect({ date, cursor, isLater: date > cursor }).toMatchObject({ isLater: true });
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

const dated = plainResources.filter(({ record }) => 'date_modified' in record);
/** The add of these resources locks the channel group that it names. */
const inGroups = dated.filter(
  (resource) => resource.operation('add').service === 'settings' && 'channel_group_id' in resource.fields('add'),
);

describe('a poller that has seen a later change does not miss', () => {
  it.each(
    dated.flatMap((resource) => (['edit', 'delete'] as const).map((verb) => ({ path: resource.path, resource, verb }))),
  )('$path/$verb that waited for the record', async ({ resource, verb }) => {
    const records = clientOf(world, user, resource);
    const { key, table } = resource;
    const request = await records.request(verb);
    const id = Number(request[key]);
    await expectLater({
      service: resource.operation(verb).service,
      table,
      key,
      lock: `SELECT FROM ${table} WHERE ${key} = ${id} FOR UPDATE`,
      write: async () => Number((await records.granted(verb, request))[key]),
      other: async () => records.add(await records.unique()),
    });
  });

  it.each(inGroups)('$path/add that waited for its channel group', async (resource) => {
    const records = clientOf(world, user, resource);
    const channel_group_id = await idOf('setting/channel_group/add', { name: freshName() }, 'channel_group_id');
    await expectLater({
      service: 'settings',
      table: resource.table,
      key: resource.key,
      lock: `SELECT FROM settings.channel_group WHERE channel_group_id = ${channel_group_id} FOR UPDATE`,
      write: async () => records.add({ ...(await records.unique()), channel_group_id }),
      other: async () => records.add(await records.unique()),
    });
  });

  const addItem = () => stockItem(user, shop, 10, { name: freshName() });
  const items = { service: 'inventory', table: 'inventory.item', key: 'item_id', other: addItem } as const;
  const lockItem = (item_id: number) => `SELECT FROM inventory.item WHERE item_id = ${item_id} FOR UPDATE`;

  it('an item that waited for its location', () =>
    expectLater({
      ...items,
      lock: `SELECT FROM inventory.location WHERE location_id = ${shop.depot_id} FOR UPDATE`,
      write: () =>
        idOf('inventory/item/add', { name: freshName(), locations: [{ location_id: shop.depot_id }] }, 'item_id'),
    }));

  it('an edit that waited for the item', async () => {
    const item_id = await addItem();
    const write = () => idOf('inventory/item/edit', { item_id, name: freshName() }, 'item_id');
    await expectLater({ ...items, lock: lockItem(item_id), write });
  });

  it('an edit that waited for the stock of the item', async () => {
    const item_id = await addItem();
    const locations = [{ location_id: shop.store_id, quantity: 7 }];
    const write = () => idOf('inventory/item/edit', { item_id, locations }, 'item_id');
    const lock = `SELECT FROM inventory.item_stock WHERE item_id = ${item_id} FOR UPDATE`;
    await expectLater({ ...items, lock, write });
  });

  it('an item whose deletion waited for another of the batch', async () => {
    const batch_id = [await addItem(), await addItem()];
    const write = async () => {
      ok(await user.api.inventory.item.delete({ batch_id }));
      return batch_id[0]!;
    };
    await expectLater({ ...items, lock: lockItem(batch_id[1]!), write });
  });

  const addOrder = async (fields: Parameters<typeof orderOf>[2] = {}, item_id = 0) => {
    const lines = [{ item_id, quantity: 1, name: freshName() }];
    return ok(await user.api.sale.order.add(orderOf(shop, lines, fields))).order;
  };
  const other = async () => (await addOrder()).order_id;
  const orders = { service: 'sales', table: 'sales.sale_order', key: 'order_id', other } as const;
  const lockOrder = (order_id: number) => `SELECT FROM sales.sale_order WHERE order_id = ${order_id} FOR UPDATE`;
  const lockContact = (email: string) =>
    `SELECT pg_advisory_xact_lock(hashtextextended('${email}', ${user.account_id}))`;

  it('an order that waited for another of the same new customer', () =>
    expectLater({
      ...orders,
      lock: lockContact('ada@post.test'),
      write: async () => (await addOrder({ email: 'ada@post.test' })).order_id,
    }));

  it('an order that waited for the deletion of its location', async () => {
    const configuration = { location_id: shop.depot_id };
    const { channel_id } = ok(await user.api.integration.channel.add({ type: 'pos', name: 'Depot', configuration }));
    await expectLater({
      ...orders,
      lock: `SELECT pg_advisory_xact_lock(sales.location_lock(${user.account_id}, ${shop.store_id}))`,
      write: async () => (await addOrder()).order_id,
      other: async () => (await addOrder({ channel_id })).order_id,
    });
  });

  it('a customer whose order waited for another of the same contact', () =>
    expectLater({
      ...orders,
      table: 'sales.customer',
      key: 'customer_id',
      lock: lockContact('bob@post.test'),
      write: async () => (await addOrder({ email: 'bob@post.test' })).customer_id,
      other: async () => (await addOrder({ email: 'cat@post.test' })).customer_id,
    }));

  it('an edit that waited for the order', async () => {
    const { order_id } = await addOrder();
    const write = async () => ok(await user.api.sale.order.edit({ order_id, city: 'Paris' })).order.order_id;
    await expectLater({ ...orders, lock: lockOrder(order_id), write });
  });

  it('a status that waited for the order', async () => {
    const { order_id } = await addOrder();
    const write = async () => {
      ok(await user.api.sale.order.addHistory({ order_id, order_status_id: shop.paid_id }));
      return order_id;
    };
    await expectLater({ ...orders, lock: lockOrder(order_id), write });
  });

  it('an order whose deletion waited for another of the batch', async () => {
    const batch_id = [await other(), await other()];
    const write = async () => {
      ok(await user.api.sale.order.delete({ batch_id }));
      return batch_id[0]!;
    };
    await expectLater({ ...orders, lock: lockOrder(batch_id[1]!), write });
  });

  it('an order whose settlement waited for it', async () => {
    const item_id = await stockItem(user, shop, 0, { name: freshName() });
    const { order_id } = await addOrder({ order_status_id: shop.paid_id }, item_id);
    await world.settled();
    await expectLater({
      ...orders,
      lock: lockOrder(order_id),
      write: async () => {
        const items = [{ item_id, location_id: shop.store_id, quantity: 1 }];
        ok(await user.api.inventory.item.editStock({ items }));
        await world.settled();
        return order_id;
      },
    });
  });
});
