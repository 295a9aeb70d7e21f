import { freePort, NODE_FLAGS } from '@stockbook/process';
import { buildApps, RunningProgram, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let database: ScratchDatabase;
let folder: string;
/** A folder with the files of the image: no package is installed beside the bundle. */
let release: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  database = await scratchDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-bundle-'));
  release = join(folder, 'release');
  execFileSync(process.execPath, ['deploy/gather.mjs', release], { cwd: root });
  env = {
    STOCKBOOK_HOME: join(folder, 'home'),
    STOCKBOOK_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
  };
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (app: string, ...args: string[]) =>
  new RunningProgram(
    process.execPath,
    [...NODE_FLAGS, join(release, `apps/${app}/dist/main.js`), ...args],
    env,
    release,
  );

const call = async (path: string, body: string): Promise<Record<string, unknown>> => {
  const command = run('cli', 'call', path, body);
  await command.exit;
  return JSON.parse(command.output);
};

test('a bundle needs no package: it migrates, serves pages and the command line, and renders a PDF in a thread', async () => {
  const app = run('standalone');
  const url = await app.ready();
  for (const path of ['docs', 'docs/static/swagger-ui-bundle.js', 'openapi.json', 'asyncapi.json'])
    expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, 200]);
  const order = await readFile(join(root, 'docs/examples/order.json'), 'utf8');
  const { order_id } = Object((await call('sale/order/add', order))['order']);
  await call(
    'extension/module/invoice/add',
    JSON.stringify({ name: 'Invoice', template: '<b>{{invoice.number}}</b>' }),
  );
  const job = JSON.stringify({ order_id, format: 'pdf' });
  expect(JSON.stringify(await call('extension/module/invoice/render', job))).toContain(btoa('%PDF-1'));
  expect(await app.kill('SIGTERM')).toBe(0);
}, 60_000);

test('a stack trace of a bundle names the TypeScript source and its line', async () => {
  const thread = new Worker(join(release, 'apps/dist/chunks/render-thread.js'), {
    execArgv: ['--enable-source-maps'],
  });
  thread.postMessage(undefined);
  const [error]: unknown[] = await once(thread, 'error');
  const [, source, line] = /\(\S*\/(libs\/integration\/src\/invoice\/render\/render-thread\.ts):(\d+):/.exec(
    String(Object(error).stack),
  )!;
  const text = await readFile(join(root, source!), 'utf8');
  expect(text.split('\n')[Number(line) - 1]).toContain('job.');
});
