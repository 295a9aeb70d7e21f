import { Stockbook } from '@stockbook/client';
import { openShop, World } from '@stockbook/testing';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const program = join(root, 'apps/cli/bin/stockbook.mjs');
const ROWS = 1_000;

let folder: string;
let client: Stockbook;
let env: Record<string, string>;
beforeAll(async () => {
  // Else the first program would build beside those of other specs.
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: root });
  const world = await World.shared();
  const user = await world.account();
  await openShop(user);
  const { domain, api_key: apiKey, api_secret: apiSecret } = user.credentials;
  client = new Stockbook({ url: world.url, domain, apiKey, apiSecret });
  folder = await mkdtemp(join(tmpdir(), 'stockbook-transfer-'));
  const credentials = join(folder, 'credentials.json');
  await writeFile(credentials, JSON.stringify({ url: world.url, ...user.credentials }));
  env = { PATH: process.env['PATH'] ?? '', STOCKBOOK_CREDENTIALS: credentials };
  await client.inventory.item.add({ sku: 'STOCKED', name: 'Mug' });
  const header = 'addition.item_id.sku,addition.location_id.name,addition.quantity,addition.cost\n';
  await fileOf('stock.csv', header + 'STOCKED,Store,1,2\n'.repeat(ROWS));
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = (name: string, content: string) => writeFile(join(folder, name), content);
const contentOf = (name: string) => readFile(join(folder, name), 'utf8');

/** Starts `npx stockbook` in the folder of the files. */
const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [program, ...args], { env, cwd: folder });

async function stockbook(...args: readonly string[]) {
  const child = start(args);
  const exit = once(child, 'exit');
  const [output, fault] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  return { code: (await exit)[0] as number, text: (output + fault).trim() };
}

/** Signals an import when it reports that something is done, and returns what it has printed and how it ended. */
async function interrupted(signal: NodeJS.Signals, args: readonly string[]) {
  const child = start([...args, '--json']);
  const exit = once(child, 'exit');
  const events: Record<string, unknown>[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    events.push(JSON.parse(line));
    if (!child.killed && Number(events.at(-1)?.['created'])) child.kill(signal);
  }
  return { events, ending: await exit };
}

test('begins within 0.3 s where nothing has to be built', async () => {
  const took: number[] = [];
  // Other specs may hold up all but one.
  for (let i = 0; i < 8; i++) {
    const began = performance.now();
    expect((await stockbook('--help')).text).toContain('stockbook [options]');
    took.push(performance.now() - began);
  }
  expect(Math.min(...took)).toBeLessThan(300);
});

test('imports lines, names those that fail, and takes them again when they are mended', async () => {
  await fileOf('items.csv', 'sku,name,price\nA,Mug,4.50\nB,,3\nC,Bowl,dear\n');
  const dry = await stockbook('import', 'inventory/item', 'items.csv', '--dry-run');
  expect(dry).toMatchObject({ code: 2, text: expect.stringContaining('would be 1 created') });
  const first = await stockbook('import', 'inventory/item', 'items.csv');
  expect(first.code).toBe(2);
  expect(first.text.split('\n')).toEqual([
    'Line 3: name is required.',
    expect.stringMatching(/^Line 4: price must be a number/),
    "items.csv (utf-8, columns by ','): 1 created, 0 changed, 0 unchanged, 2 failed.",
    'The failed lines are in items.csv.failed.csv; mend it and import it.',
  ]);
  const mended = (await contentOf('items.csv.failed.csv')).replace('B,,', 'B,Jug,').replace('dear', '7');
  await fileOf('mended.csv', mended);
  const second = await stockbook('import', 'inventory/item', 'mended.csv');
  expect(second).toMatchObject({ code: 0, text: expect.stringContaining(': 2 created') });
  const stopped = await stockbook('import', 'inventory/item', 'items.csv', '--on-error', 'stop');
  expect(stopped).toMatchObject({ code: 2, text: expect.stringContaining('too many lines have failed') });
});

test('shows a bar on a terminal', async () => {
  if (spawnSync('which', ['script']).status) return void process.stderr.write('No terminal: the bar is not checked.\n');
  await fileOf('bar.csv', 'sku,name\nD,Dish\n');
  const command = `${process.execPath} ${program} import inventory/item bar.csv`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, cwd: folder });
  expect(await text(child.stdout)).toMatch(/100% \| 1 created, 0 changed, 0 failed \| \d+\/s \| ETA/);
});

test('goes on after SIGKILL and Ctrl-C, and doubles and loses nothing', async () => {
  const args = ['import', 'inventory/addition', 'stock.csv', '--concurrency', '1'];
  const killed = await interrupted('SIGKILL', args);
  expect(killed.ending).toEqual([null, 'SIGKILL']);
  expect(killed.events[0]).toMatchObject({ event: 'progress', created: 100, failed: 0, of: expect.any(Number) });
  const stopped = await interrupted('SIGINT', args);
  expect(stopped.ending).toEqual([130, null]);
  expect(stopped.events.at(-1)).toMatchObject({ event: 'end', stopped: 'user', failed: 0 });
  expect(Number(stopped.events.at(-1)?.['before'])).toBeGreaterThanOrEqual(100);

  const rest = await stockbook(...args);
  expect(rest).toMatchObject({ code: 0, text: expect.stringMatching(/0 failed, \d+ done before\.$/) });
  expect((await client.inventory.addition.get()).total).toBe(ROWS);
  expect((await client.inventory.item.get({ sku: 'STOCKED' })).items).toMatchObject([{ quantity: ROWS }]);
  expect((await stockbook(...args)).text).toMatch(new RegExp(`: 0 created.* ${ROWS} done before\\.$`));
  const verified = await stockbook('migrate', 'verify', 'inventory/addition', 'stock.csv');
  expect(verified).toEqual({
    code: 0,
    text: `stock.csv: ${ROWS} records, ${ROWS} as in the file, 0 explained, 0 unexplained.`,
  });
});

test('exports a file that imports as it is, and says by its exit code what differs', async () => {
  expect(await stockbook('export', 'inventory/item', 'all.csv')).toMatchObject({ code: 0 });
  const again = await stockbook('import', 'inventory/item', 'all.csv');
  expect(again).toMatchObject({
    code: 0,
    text: expect.stringMatching(/: 0 created, 0 changed, \d+ unchanged, 0 failed/),
  });
  await fileOf('other.csv', 'sku,name\nSTOCKED,Cup\n');
  expect(await stockbook('migrate', 'verify', 'inventory/item', 'other.csv')).toMatchObject({
    code: 2,
    text: expect.stringMatching(/name is "Mug", the file has "Cup" \(unexplained\)\./),
  });
});

test('ends with 1 where a file makes no sense, 2 for a wrong command line and 3 without a server', async () => {
  await fileOf('strange.csv', 'sku,nmae\nA,Mug\n');
  const ends = async (...args: string[]) => (await stockbook('import', ...args)).code;
  expect(await ends('inventory/item', 'strange.csv')).toBe(1);
  expect(await ends('inventory/item', 'missing.csv')).toBe(1);
  expect(await ends('inventory/item', 'items.csv', '--key', 'item_id')).toBe(1);
  expect(await ends('inventory/item', 'strange.csv', '--concurrency', 'many')).toBe(2);
  const away = { url: 'http://127.0.0.1:1', domain: 'd', api_key: 'k', api_secret: 's' };
  await fileOf('away.json', JSON.stringify(away));
  env = { ...env, STOCKBOOK_CREDENTIALS: join(folder, 'away.json') };
  expect(await ends('inventory/item', 'items.csv')).toBe(3);
});
