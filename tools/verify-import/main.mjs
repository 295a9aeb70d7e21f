// Brings a year of a shop's sales into a new Stockbook by `stockbook import` alone: items, customers, opening stock and
// invoices with cancellations, the last of which is killed five times on the way. Then it compares the file with the
// account, and times a large list of items.
// node tools/verify-import/main.mjs [--invoices 20000 | --file OnlineRetail.csv] [--items 100000] [--keep]
import { onStopRequest, Random } from '@stockbook/process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { countsOf, mappings, writeSales } from './sales.mjs';

const app = (name) => fileURLToPath(new URL(`../../apps/${name}/dist/main.js`, import.meta.url));
const { values: given } = parseArgs({
  options: {
    invoices: { type: 'string', default: '20000' },
    file: { type: 'string' },
    items: { type: 'string', default: '100000' },
    keep: { type: 'boolean', default: false },
  },
});
const KILLS = 5;
/** The exit code of an import that has refused some lines. */
const LINES_FAILED = 2;
const MOST_ITEMS_S = 180;
const started = Date.now();
const say = (line) => console.log(`${((Date.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

function check(holds, sentence) {
  if (!holds) throw new Error(`It does not hold that ${sentence}: see ${folder}.`);
  say(sentence);
}

const folder = await mkdtemp(join(tmpdir(), 'stockbook-import-'));
const { PATH, HOME } = process.env;
const env = {
  PATH,
  HOME,
  STOCKBOOK_HOME: join(folder, 'home'),
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
};
const log = createWriteStream(join(folder, 'server.log'));
await once(log, 'open');
const server = spawn(process.execPath, [app('standalone')], { env, stdio: ['ignore', log, log] });
onStopRequest(() => process.exit(1));
process.once('exit', () => server.kill());

async function stockbook(...args) {
  const run = promisify(execFile)(process.execPath, [app('cli'), ...args], { env, cwd: folder, maxBuffer: 2 ** 28 });
  return run.then(
    ({ stdout }) => stdout.trim(),
    ({ stdout = '', stderr = '', code }) => {
      if (code === LINES_FAILED) return stdout.trim();
      throw new Error(
        `stockbook ${args.join(' ')} exits with ${code}: ${stdout.slice(-2_000)} ${stderr.slice(-2_000)}`,
      );
    },
  );
}
const call = async (path, body = {}) => JSON.parse(await stockbook('call', path, JSON.stringify(body)));
const total = async (path, body = {}) => (await call(`${path}/get`, { limit: 1, ...body })).total;

async function isUp() {
  if (server.exitCode !== null) throw new Error(`Stockbook has ended: see ${folder}.`);
  return call('setting/user/whoami').then(
    () => true,
    () => false,
  );
}
while (!(await isUp())) await delay(500);
const { location_id } = await call('inventory/location/add', { name: 'Archive' });
const { order_status_id } = await call('setting/order_status/add', { name: 'Archived', deduct: true });
await call('setting/company/edit', { default_order_status_id: order_status_id });
const { channel_id } = await call('integration/channel/add', {
  type: 'pos',
  name: 'Archive',
  configuration: { location_id },
});
for (const [name, map] of Object.entries(mappings)) await writeFile(join(folder, `${name}.json`), JSON.stringify(map));
const file = join(folder, 'sales.csv');
if (given.file) await copyFile(given.file, file);
else await writeSales(file, Number(given.invoices));
const counts = await countsOf(file);
say(`The file has ${JSON.stringify(counts)}.`);

/** Only invoices that are too long are refused. */
async function bring(outcome, args, what) {
  const output = await stockbook(...args);
  say(output);
  const [map] = args.slice(3);
  const refused = map === 'orders.json' ? counts.refused : 0;
  check(new RegExp(`${outcome}, ${refused} failed`).test(output), `the import by ${map} ${what}`);
}
const brings = (args) => bring('0 changed, \\d+ unchanged', args, 'refuses nothing but invoices that are too long');
for (const name of ['items', 'customers', 'stock']) await brings(['import', 'sales.csv', '--map', `${name}.json`]);

const orders = ['import', 'sales.csv', '--map', 'orders.json'];
const cancellations = ['import', 'sales.csv', '--map', 'cancellations.json', '--negative', 'return'];
const random = new Random(counts.sales);
for (let kill = 1; kill <= KILLS; kill++) {
  const child = spawn(process.execPath, [app('cli'), ...orders, '--json'], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let done = 0;
  const most = (random.next() * counts.sales) / 8;
  for await (const text of child.stdout.setEncoding('utf8')) {
    done = Number(/"created":(\d+)(?![\s\S]*"created")/.exec(text)?.[1] ?? done);
    if (done > most) child.kill('SIGKILL');
  }
  const [, signal] = await exit;
  check(signal === 'SIGKILL', `kill ${kill} came after ${done} more invoices`);
}
await brings(orders);
await brings(cancellations);
const damages = ['import', 'sales.csv', '--map', 'damages.json', '--negative', 'correction', '--location', 'Archive'];
await brings(damages);
for (const name of await readdir(folder)) if (name.endsWith('.journal')) await rm(join(folder, name));
for (const what of [orders, cancellations, damages, ['import', 'sales.csv', '--map', 'stock.json']])
  await bring('0 created, 0 changed, \\d+ unchanged', what, 'changes nothing when it runs again without its journal');
/** Counts the documents of the file's years: the demo account has others, and gets more while it is filled. */
async function movementsOf(name) {
  await stockbook('export', `inventory/${name}`, `${name}.jsonl`);
  const text = await readFile(join(folder, `${name}.jsonl`), 'utf8');
  return text.split('\n').filter((line) => /"date_added":"201[01]-/.test(line)).length;
}
const found = {
  items: await movementsOf('addition'),
  sales: await total('sale/order', { filter_channel_id: channel_id }),
  cancellations: await total('sale/credit_note', { filter_date_end: '2011-12-31' }),
  damages: await movementsOf('deduction'),
};
for (const what of Object.keys(found))
  check(found[what] === counts[what], `${found[what]} ${what} are there, of ${counts[what]} in the file`);
for (const name of Object.keys(mappings)) {
  const negative = { cancellations: cancellations.slice(4), damages: damages.slice(4) }[name] ?? [];
  const verified = await stockbook('migrate', 'verify', 'sales.csv', '--map', `${name}.json`, ...negative);
  say(verified.split('\n').slice(-3).join(' '));
  check(/ 0 unexplained\.$/.test(verified), `nothing of the ${name} differs without a reason`);
}

const rows = Array.from(
  { length: Number(given.items) },
  (_, i) => `L-${i},Item ${i},${(i % 1_000) / 100},Archive,${i % 50}`,
);
const header = 'sku,name,price,locations.location_id.name,locations.quantity';
await writeFile(join(folder, 'items.csv'), `${[header, ...rows].join('\n')}\n`);
const began = performance.now();
say(await stockbook('import', 'inventory/item', 'items.csv'));
const seconds = (performance.now() - began) / 1_000;
check(seconds < MOST_ITEMS_S, `${given.items} items are imported in ${seconds.toFixed(1)} s`);
say(await readFile(join(folder, 'server.log'), 'utf8').then((text) => `The server has logged ${text.length} bytes.`));
server.kill();
await once(server, 'exit');
if (!given.keep) await rm(folder, { recursive: true });
