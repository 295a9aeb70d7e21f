import { type Service, services } from '@stockbook/contracts';
import { freePort, serveHealth } from '@stockbook/process';
import { noteFullAccounts, quotaJobs, StoredBytesCount } from '@stockbook/service';
import { call, ok, openShop, orderOf, refused, type TestUser, World } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { definitions } from '../definitions.js';

const FULL = ['The account has used up its storage: only changes that add nothing are possible.'];
const MEBIBYTE = 1_048_576;

let world: World;
let user: TestUser;
let metrics: string;
let closeHealth: () => void;
beforeAll(async () => {
  const [host, port] = ['127.0.0.1', await freePort()];
  closeHealth = await serveHealth({ host, port, env: {} }, { ready: async () => [] });
  metrics = `http://${host}:${port}/metrics`;
  world = await World.open();
});
beforeEach(async () => void (user = await world.account()));
afterAll(async () => {
  closeHealth();
  await world.close();
});

/** Does what the jobs of all replicas do every few minutes. */
async function count(quota = MEBIBYTE): Promise<void> {
  for (const service of services) {
    const replicas = world.assembly.replicas[service];
    const counted = new StoredBytesCount(replicas[0]!.db, definitions[service]);
    while (await counted.goOn());
    for (const { db } of replicas) await noteFullAccounts(db, db, quota);
  }
}

/** PostgreSQL cannot compress it. */
const text = (bytes: number) => randomBytes(bytes * 0.75).toString('base64');
const items = () => user.api.inventory.item;

async function fill(): Promise<number> {
  const ids: number[] = [];
  for (let i = 0; i < 5; i++)
    ids.push(ok(await items().add({ name: 'Mug', plain_description: text(240_000) })).item_id);
  await count();
  return ids[0]!;
}

async function bytesOf(service: Service, account_id: number): Promise<number> {
  const sql = `SELECT bytes::int FROM ${service}.stored_bytes WHERE account_id = $1`;
  const [row]: { bytes: number }[] = await world.assembly.running[service].db.source.query(sql, [account_id]);
  return row?.bytes ?? 0;
}

/** Returns what an operator sees of the inventory service. */
async function gauges(): Promise<Readonly<Record<'full' | 'all' | 'largest', number>>> {
  const text = await (await fetch(metrics)).text();
  const valueOf = (series: string) => Number(text.split(`\nstockbook_${series}} `)[1]?.split('\n')[0]);
  return {
    full: valueOf('accounts_over_quota{service="inventory"'),
    all: valueOf('account_stored_bytes{service="inventory",of="all"'),
    largest: valueOf('account_stored_bytes{service="inventory",of="largest"'),
  };
}

describe('an account that stores more than its quota in a service', () => {
  it('cannot add records, and those of others can', async () => {
    const other = await world.account();
    await fill();
    expect(await bytesOf('inventory', user.account_id)).toBeGreaterThan(MEBIBYTE);
    const { status, body } = await call(world.url, user.credentials, 'inventory/item/add', { name: 'Cup' });
    expect({ status, body }).toMatchObject({ status: 403, body: { error_details: [{ code: 'storage_full' }] } });
    expect(refused(await user.api.inventory.brand.add({ name: 'Brand' }))).toEqual(FULL);
    ok(await other.api.inventory.item.add({ name: 'Cup' }));
  });

  it('is counted in the metrics, with what it and all accounts store', async () => {
    await count();
    const [before, stored] = [await gauges(), await bytesOf('inventory', user.account_id)];
    await fill();
    const [after, bytes] = [await gauges(), await bytesOf('inventory', user.account_id)];
    expect(after).toMatchObject({ full: before.full + 1, all: before.all + bytes - stored });
    expect(after.largest).toBeGreaterThanOrEqual(bytes);
    await count(Number.MAX_SAFE_INTEGER);
    expect(await gauges()).toEqual({ ...after, full: 0 });
  });

  it('can make records smaller and delete them, but not larger', async () => {
    const item_id = await fill();
    expect(refused(await items().edit({ item_id, name: 'x'.repeat(300) }))).toEqual(FULL);
    ok(await items().edit({ item_id, plain_description: 'short' }));
    ok(await items().delete({ item_id }));
  });

  it('can change numbers and short texts, and read', async () => {
    const item_id = await fill();
    ok(await items().edit({ item_id, name: 'Large mug', price: 1_234.5 }));
    expect(ok(await items().get({ item_id })).items).toMatchObject([{ name: 'Large mug', price: 1_234.5 }]);
  });

  it('is refused by a dry run as by the write', async () => {
    const item_id = await fill();
    expect(refused(await items().add({ name: 'Cup', dry_run: true }))).toEqual(FULL);
    expect(refused(await items().edit({ item_id, name: 'x'.repeat(300), dry_run: true }))).toEqual(FULL);
    ok(await items().edit({ item_id, plain_description: 'short', dry_run: true }));
    ok(await items().delete({ item_id, dry_run: true }));
  });

  it('can add again when it stores less', async () => {
    const item_id = await fill();
    ok(await items().edit({ item_id, plain_description: 'short' }));
    await count();
    ok(await items().add({ name: 'Cup' }));
  });

  it('goes on in the other services', async () => {
    await fill();
    const shop = await openShop(await world.account());
    expect(shop.channel_id).toBeGreaterThan(0);
    ok(await user.api.sale.customer_group.add({ name: 'Friends' }));
  });

  it('gets the answers of writes that were done before', async () => {
    const request = { name: 'Mug', idempotency_key: 'mug' };
    const { item_id } = ok(await items().add(request));
    await fill();
    expect(ok(await items().add(request)).item_id).toBe(item_id);
  });
});

test('a full account neither imports orders nor makes them larger, and finishes those that it has', async () => {
  const shop = await openShop(user);
  const lines = (name: string) => [{ item_id: 0, quantity: 1, price: 1, name }];
  const add = async () => ok(await user.api.sale.order.add(orderOf(shop, lines('Mug')))).order.order_id;
  const [order_id, other_id] = [await add(), await add()];
  const { source } = world.assembly.running.sales.db;
  const comment = text(60_000);
  await source.query('UPDATE sales.sale_order SET comment = $1 WHERE account_id = $2', [comment, user.account_id]);
  await count(100_000);
  const imported = { ...orderOf(shop, lines('Mug')), imported_order_id: '1' };
  expect(refused(await user.api.integration.channel.importOrder(imported))).toEqual(FULL);
  expect(refused(await user.api.sale.order.edit({ order_id, city: 'x'.repeat(300) }))).toEqual(FULL);
  ok(await user.api.sale.order.edit({ order_id, city: 'Turku', shipping_tracking: 'JJFI60000000001' }));
  ok(await user.api.sale.order.edit({ order_id, comment: '' }));
  ok(await user.api.sale.order.delete({ order_id: other_id }));
});

test('a full account in settings can still issue and revoke secrets, and disable users', async () => {
  const { source } = world.assembly.running.settings.db;
  const { user_group_id } = ok(await user.api.setting.user_group.get({})).user_groups[0]!;
  const added = { username: 'zoe', email: `zoe@${user.account_id}.test`, user_group_id };
  const { user_id } = ok(await user.api.setting.user.add(added));
  await source.query('UPDATE settings.company SET logo = $1 WHERE account_id = $2', [
    text(2 * MEBIBYTE),
    user.account_id,
  ]);
  await count();
  expect(refused(await user.api.setting.channel_group.add({ name: 'Outlets' }))).toEqual(FULL);
  for (let rotations = 0; rotations < 3; rotations++) ok(await user.api.setting.user.rotateSecret({ user_id }));
  ok(await user.api.setting.user.edit({ user_id, enabled: false }));
});

test('the count has each row once, in tables of several parts', async () => {
  const { source } = world.assembly.running.inventory.db;
  await count();
  const before = await bytesOf('inventory', user.account_id);
  await source.query(
    `INSERT INTO inventory.brand (account_id, name) SELECT $1, repeat('x', 700) || n FROM generate_series(1, 50000) n`,
    [user.account_id],
  );
  const columns = source.getMetadata('BrandRow').columns.map(({ databaseName }) => databaseName);
  const sizes = columns.map((name) => `coalesce(pg_column_size(${name}), 0)`).join(' + ');
  const [row]: { bytes: number }[] = await source.query(
    `SELECT sum(28 + ${sizes})::int AS bytes FROM inventory.brand WHERE account_id = $1`,
    [user.account_id],
  );
  await count();
  expect(await bytesOf('inventory', user.account_id)).toBe(before + (row?.bytes ?? 0));
});

test('without a quota nothing is counted', async () => {
  const { db } = (await World.shared()).assembly.running.sales;
  for (const service of services) expect(quotaJobs(definitions[service], db)).toEqual([]);
});
