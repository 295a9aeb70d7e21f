import { SecretKeys } from '@stockbook/auth';
import { migrate, openPool } from '@stockbook/persistence';
import { openLog } from '@stockbook/process';
import { salesService } from '@stockbook/sales';
import { Provisioning } from '@stockbook/settings';
import {
  checkedClient,
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
import { type PgBouncer, pgBouncerObstacle, startPgBouncer } from './pgbouncer.fixture.js';

const ORDERS = 20;
const IGNORE = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';
const keys = `test:${randomBytes(32).toString('base64')}`;
const user = `app_${randomBytes(4).toString('hex')}`;
const obstacle = pgBouncerObstacle();
if (obstacle) process.stdout.write(`\nThe tests through PgBouncer are left out. ${obstacle}\n`);
const testThrough = obstacle ? test.skip : test;

let database: ScratchDatabase | undefined;
let own: URL;
let bouncer: PgBouncer | undefined;
beforeEach(async () => {
  if (obstacle) return;
  database = await scratchDatabase();
  await query(database.url, `CREATE ROLE ${user} LOGIN PASSWORD 'hidden'`);
  own = new URL(database.url);
  [own.username, own.password] = [user, 'hidden'];
});
afterEach(async () => {
  await bouncer?.stop();
  await database?.drop();
  if (database) await query(process.env['STOCKBOOK_TEST_DATABASE_URL'] ?? '', `DROP ROLE ${user}`);
});

async function query<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<R>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const migrateDirectly = () =>
  runIn({ DATABASE_URL: own.href, MIGRATION_DATABASE_URL: database?.url ?? '', STOCKBOOK_SECRET_KEYS: keys }, [
    'migrate',
  ]);

const limitStatements = async () => {
  await query(database?.url ?? '', `ALTER ROLE ${user} SET statement_timeout = '5s'`);
  await query(database?.url ?? '', `ALTER ROLE ${user} SET idle_in_transaction_session_timeout = '60s'`);
};

testThrough(
  'all services share five connections through PgBouncer in transaction mode',
  async () => {
    await migrateDirectly();
    await limitStatements();
    bouncer = await startPgBouncer(own.href, [IGNORE]);
    const secretKeys = SecretKeys.parse(keys);
    const log = openLog('test', 'error');
    const options = { databaseUrl: bouncer.url, secretKeys, host: '127.0.0.1', port: 0, ratePerMinute: 0, log };
    const assembly = await assemble(options);
    try {
      const owner = { email: 'owner@acme.test', username: 'owner' };
      const provisioning = new Provisioning(assembly.running.settings.db, secretKeys);
      const added = await provisioning.addAccount({ domain: 'acme', name: 'Acme', currency: 'USD', owner });
      const credentials = { domain: 'acme', api_key: owner.email, api_secret: added.api_secret };
      const shopkeeper = { ...added, credentials, api: checkedClient(assembly.url, credentials) };
      const shop = await openShop(shopkeeper);
      const item_id = await stockItem(shopkeeper, shop, ORDERS);
      const wanted = () => orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id });
      const answers = await Promise.all(Array.from({ length: ORDERS }, () => shopkeeper.api.sale.order.add(wanted())));
      await assembly.settled();
      const read = answers.map((answer) => shopkeeper.api.sale.order.get({ order_id: ok(answer).order.order_id }));
      for (const answer of await Promise.all(read))
        expect(ok(answer).orders).toMatchObject([{ products: [{ deducted: true }] }]);
      expect(ok(await shopkeeper.api.inventory.flow.verify({}))).toMatchObject({ ok: true });
      const connections = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = '${user}'`;
      const [used] = await query<{ count: number }>(database?.url ?? '', connections);
      expect(used?.count).toBeLessThanOrEqual(5);
    } finally {
      await assembly.stop();
    }
  },
  60_000,
);

testThrough('a pooler without time limits is refused with the commands that set them', async () => {
  bouncer = await startPgBouncer(own.href, []);
  await expect(openPool(salesService, bouncer.url, 1)).rejects.toThrow(`set ${IGNORE} in PgBouncer.`);
  await bouncer.stop();
  bouncer = await startPgBouncer(own.href, [IGNORE]);
  await expect(openPool(salesService, bouncer.url, 1)).rejects.toThrow(
    'gives its connections no statement_timeout and no idle_in_transaction_session_timeout: ' +
      `run ALTER ROLE "${user}" SET statement_timeout = '5s'; `,
  );
  await bouncer.stop();
  await limitStatements();
  bouncer = await startPgBouncer(own.href, [IGNORE]);
  await expect(migrate(salesService, bouncer.url)).rejects.toThrow(
    'run the command migrate with a MIGRATION_DATABASE_URL',
  );
});
