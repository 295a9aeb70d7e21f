import { SecretKeys } from '@stockbook/auth';
import { salesService } from '@stockbook/sales';
import { freePort, openLog } from '@stockbook/process';
import { serve } from '@stockbook/service';
import { Provisioning } from '@stockbook/settings';
import {
  checkedClient,
  eventually,
  ok,
  openShop,
  orderOf,
  scratchDatabase,
  type ScratchDatabase,
  stockItem,
} from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { assemble } from '../assemble.js';
import { runIn } from '../cli/program.fixture.js';

const HOST = '127.0.0.1';
const keys = `test:${randomBytes(32).toString('base64')}`;
const user = `app_${randomBytes(4).toString('hex')}`;
let database: ScratchDatabase;
let env: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string; STOCKBOOK_SECRET_KEYS: string };
beforeEach(async () => {
  database = await scratchDatabase();
  await query(database.url, `CREATE ROLE ${user} LOGIN PASSWORD 'hidden'`);
  const own = new URL(database.url);
  [own.username, own.password] = [user, 'hidden'];
  env = { DATABASE_URL: own.href, MIGRATION_DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: keys };
});
afterEach(async () => {
  await database.drop();
  await query(process.env['STOCKBOOK_TEST_DATABASE_URL'] ?? '', `DROP ROLE ${user}`);
});

const MIGRATIONS = 'Initial1764000000000';

async function query<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<R>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

test('a user who may not change the schemas runs all services', async () => {
  const applied = await runIn(env, ['migrate']);
  expect(applied.split('\n')).toEqual(
    ['sales', 'inventory', 'settings', 'integration'].map((name) => `${name}: applied ${MIGRATIONS}.`),
  );
  expect(await runIn(env, ['migrate'])).toBe(
    'sales: up to date.\ninventory: up to date.\nsettings: up to date.\nintegration: up to date.',
  );

  // This makes it look as if the command had ended between a migration and its grants.
  await query(database.url, `REVOKE INSERT ON sales.lease FROM ${user}`);
  await runIn(env, ['migrate']);
  const granted = `SELECT has_table_privilege('sales.lease', 'INSERT') AS is_granted`;
  expect(await query(env.DATABASE_URL, granted)).toEqual([{ is_granted: true }]);

  const secretKeys = SecretKeys.parse(keys);
  const log = openLog('test', 'error');
  const options = { databaseUrl: env.DATABASE_URL, secretKeys, host: HOST, port: 0, ratePerMinute: 0, log };
  const assembly = await assemble(options);
  try {
    const owner = { email: 'owner@acme.test', username: 'owner' };
    const provisioning = new Provisioning(assembly.running.settings.db, secretKeys);
    const added = await provisioning.addAccount({ domain: 'acme', name: 'Acme', currency: 'USD', owner });
    const credentials = { domain: 'acme', api_key: owner.email, api_secret: added.api_secret };
    const shopkeeper = { ...added, credentials, api: checkedClient(assembly.url, credentials) };
    const shop = await openShop(shopkeeper);
    const item_id = await stockItem(shopkeeper, shop, 5);
    const wanted = orderOf(shop, [{ item_id, quantity: 2 }], { order_status_id: shop.paid_id });
    const { order } = ok(await shopkeeper.api.sale.order.add(wanted));
    await assembly.settled();
    expect(ok(await shopkeeper.api.sale.order.get({ order_id: order.order_id })).orders).toMatchObject([
      { products: [{ deducted: true }] },
    ]);
    expect(ok(await shopkeeper.api.inventory.flow.verify({}))).toMatchObject({ ok: true });
    for (const service of ['sales', 'inventory', 'settings', 'integration']) {
      const failed = `SELECT name, error FROM ${service}.job_run WHERE error IS NOT NULL`;
      expect(await query(env.DATABASE_URL, failed)).toEqual([]);
    }
  } finally {
    await assembly.stop();
  }
  for (const change of [
    "UPDATE settings.audit SET username = ''",
    'UPDATE inventory.item_flow SET quantity = 1',
    'DELETE FROM inventory.item_flow',
  ])
    await expect(query(env.DATABASE_URL, change)).rejects.toThrow('permission denied');
  await expect(query(env.DATABASE_URL, 'CREATE TABLE sales.more (id int)')).rejects.toThrow('permission denied');
  await expect(query(env.DATABASE_URL, 'DROP TABLE sales.sale_order')).rejects.toThrow('must be owner');
});

test('a service that awaits its schema is live, says what is missing, and is ready after the migration', async () => {
  const [port, healthPort] = [await freePort(), await freePort()];
  const places = { HOST, PORT: `${port}`, HEALTH_PORT: `${healthPort}`, KAFKA_BROKERS: `${HOST}:1` };
  const probe = async (name: string) => {
    const response = await fetch(`http://${HOST}:${healthPort}/health/${name}`).catch(() => undefined);
    return { status: response?.status, body: await response?.json() };
  };
  const waiting = serve(salesService, {
    env: { ...env, ...places, MIGRATIONS: 'await', LOG_LEVEL: 'silent' },
    report: () => undefined,
    fail: () => undefined,
    interruption: new AbortController().signal,
  });
  const lacking = { status: 'not ready', reasons: [`the schema sales lacks ${MIGRATIONS}`] };
  await eventually(async () => JSON.stringify(await probe('ready')) === JSON.stringify({ status: 503, body: lacking }));
  expect(await probe('live')).toMatchObject({ status: 200 });

  expect(await runIn(env, ['migrate', '--service', 'sales'])).toBe(`sales: applied ${MIGRATIONS}.`);
  const program = await waiting;
  expect(await probe('ready')).toMatchObject({ status: 200 });
  await program.stop();
});
