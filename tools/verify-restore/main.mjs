// Restores a database under load to a time, follows the runbook of docs/operations.md, and checks what clients find
// afterwards. node tools/verify-restore/main.mjs [--keep]
import { startSystem } from '@stockbook/distributed';
import { startKafka } from '@stockbook/standalone/kafka';
import { onStopRequest } from '@stockbook/process';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { archiveAll, restore, startArchiving, takeBackup } from './backup.mjs';
import { checkIds, checkNoTrace, openSql } from './evidence.mjs';
import { ask, openReceiver, openShop, settledOrders, startLoad } from './shop.mjs';

const CLI = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const LIMIT_MS = 60_000;
const LOAD_MS = 2_000;

// The processes of the system end with this one.
onStopRequest(() => process.exit(1));
const folder = await mkdtemp(join(tmpdir(), 'stockbook-restore-'));
const log = createWriteStream(join(folder, 'system.log'));
const report = (line) => void log.write(`${new Date().toISOString()} ${line}\n`);
const say = (line) => console.log(line);
const seconds = (from, to = Date.now()) => `${((to - from) / 1_000).toFixed(1)} s`;

function check(holds, sentence) {
  if (!holds) throw new Error(`It does not hold that ${sentence}: see ${folder}.`);
  say(`  ${sentence}`);
}

async function until(condition, sentence) {
  for (const end = Date.now() + LIMIT_MS; !(await condition()); await delay(100))
    if (Date.now() > end)
      throw new Error(`It does not become true in ${LIMIT_MS / 1_000} s that ${sentence}: see ${folder}.`);
  say(`  ${sentence}`);
}

const kafka = await startKafka({ directory: join(folder, 'kafka'), report });
const receiver = await openReceiver();
const variables = {
  KAFKA_BROKERS: kafka.brokers.join(','),
  KAFKA_PARTITIONS: '3',
  LOG_LEVEL: 'warn',
};
const startStockbook = (postgres) => {
  const { PATH, HOME } = process.env;
  const own = { PORT: '0', RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const env = { PATH, HOME, ...variables, ...own, STOCKBOOK_HOME: join(folder, 'home'), DATABASE_URL: postgres.url };
  return startSystem({ env, report });
};
async function stockbook(postgres, ...args) {
  const env = { ...process.env, ...variables, DATABASE_URL: postgres.url };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { env, maxBuffer: 2 ** 28 });
  return stdout.trim();
}

say('Starting PostgreSQL with an archive, Kafka and Stockbook.');
const first = await startArchiving(folder);
let system = await startStockbook(first);
const inventory = () => system.processes.find(({ name }) => name === 'inventory');
let shop = await openShop(system.urls[0], system.demo, receiver.url);
await takeBackup(first, join(folder, 'restored'));

say(
  'Orders are placed; inventory is away for a moment, so that the restore meets events that are sent and not applied.',
);
const load = startLoad(shop);
await delay(LOAD_MS);
await inventory().down();
await delay(LOAD_MS / 3);
const sql = openSql(first.url);
const [{ at: time }] = await sql.query('SELECT clock_timestamp()::text AS at');
await sql.close();
const restoredTo = Date.parse(
  time
    .replace(/(\.\d{3})\d*/, '$1')
    .replace(' ', 'T')
    .replace(/\+00$/, 'Z'),
);
await inventory().up();
await delay(LOAD_MS);
await load.stop();
const before = load.placed.filter(({ at }) => at <= restoredTo);
const after = load.placed.filter(({ at }) => at > restoredTo);
await until(async () => (await settledOrders(shop)).size === load.placed.length, 'every order has its stock');
await archiveAll(first);
say(`${before.length} orders were acknowledged before ${time}, and ${after.length} after it. The database is lost.`);
const lost = Date.now();

await system.stop();
await first.stop();
const stopped = Date.now();
const second = await restore(first, join(folder, 'restored'), time);
const restored = Date.now();
say(`Restored to ${time}:`);
const found = openSql(second.url);
const [{ is_known }] = await found.query(
  'SELECT timeline = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS is_known FROM sales.generation',
);
check(!is_known, 'the database has another timeline than its generation knows');
const kept = new Set((await found.query('SELECT order_id::int FROM sales.sale_order')).map(({ order_id }) => order_id));
say(`  ${await stockbook(second, 'events', 'new-generation')}`);
const ready = Date.now();
system = await startStockbook(second);
shop = { ...shop, url: system.urls[0] };
const serving = Date.now();
await until(async () => {
  const settled = await settledOrders(shop);
  return before.every(({ order_id }) => settled.has(order_id));
}, `every one of the ${before.length} orders of before has its stock`);
const settled = Date.now();

for (const { write, order_id } of before.slice(-20)) {
  const { order } = await ask(shop, 'sale/order/add', write);
  if (order.order_id !== order_id) throw new Error(`${write.idempotency_key} is ${order.order_id}, not ${order_id}.`);
}
say('  a repeated write of before has its first answer');
const again = [];
for (const { write, order_id } of after) {
  const { order } = await ask(shop, 'sale/order/add', write);
  // One that was committed before T and answered after it has its first answer.
  const isReplay = kept.has(order_id) && order.order_id === order_id;
  if (!isReplay) again.push(order.order_id);
}
checkIds(load.placed, again);
say(`  the ${again.length} writes of after are done again, with ids above all that were given`);
await until(async () => {
  const all = await settledOrders(shop);
  return again.every((id) => all.has(id)) && all.size === load.placed.length;
}, 'they have their stock, and there is no other order');
await until(
  () => again.every((id) => receiver.taken.some(({ order_id }) => order_id === id)),
  'the receiver has the webhooks of all of them',
);
const { ok, faults } = await ask(shop, 'inventory/flow/verify', {});
check(ok, `inventory/flow/verify is clean ${ok ? '' : JSON.stringify(faults)}`.trim());
const ghosts = JSON.parse(await stockbook(second, 'events', 'ghosts', '--since', new Date(restoredTo).toISOString()));
check(ghosts.length >= after.length, `events ghosts lists ${ghosts.length} events of after`);
say(`  none of them is in any of ${await checkNoTrace(found, ghosts)} tables`);
await found.close();

const last = Math.max(...before.map(({ at }) => at));
say(
  `RPO: no write that was acknowledged before the time is lost; the last one is ${restoredTo - last} ms older than it.`,
);
say(
  `RTO: ${seconds(lost, settled)}: stop ${seconds(lost, stopped)}, restore ${seconds(stopped, restored)}, ` +
    `new generation ${seconds(restored, ready)}, start ${seconds(ready, serving)}, ` +
    `settled ${seconds(serving, settled)}.`,
);
await system.stop();
await second.stop();
await kafka.stop();
receiver.close();
log.end();
if (!process.argv.includes('--keep')) await rm(folder, { recursive: true, force: true });
