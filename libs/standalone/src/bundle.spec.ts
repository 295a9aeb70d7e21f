import { freePort, NODE_FLAGS } from '@stockbook/process';
import { buildApps, buildPages, RunningProgram, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
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
/** A folder with the files of the image: no package is beside the bundle but the machine code that decodes images. */
let release: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  buildPages();
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

test('a bundle is complete: it migrates, serves pages and commands, renders a PDF and decodes an image', async () => {
  const app = run('standalone');
  const url = await app.ready();
  const page = await (await fetch(`${url}/docs`)).text();
  const [script] = /assets\/docs-[\w-]+\.js/.exec(page) ?? [];
  for (const path of [script, 'openapi.json', 'asyncapi.json'])
    expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, 200]);
  const [, code] = /\/docs#demo=(\S+)/.exec(app.output) ?? [];
  expect(await (await fetch(`${url}/demo/${code}`, { method: 'POST' })).json()).toMatchObject({ domain: 'demo' });
  const order = await readFile(join(root, 'docs/examples/order.json'), 'utf8');
  const { order_id } = Object((await call('sale/order/add', order))['order']);
  await call(
    'extension/module/invoice/add',
    JSON.stringify({ name: 'Invoice', template: '<b>{{invoice.number}}</b>' }),
  );
  const job = JSON.stringify({ order_id, format: 'pdf' });
  expect(JSON.stringify(await call('extension/module/invoice/render', job))).toContain(btoa('%PDF-1'));
  const image = await readFile(join(root, 'docs/examples/inventory/item/addImage.json'), 'utf8');
  const added = await call('inventory/item/addImage', image);
  expect(added).toHaveProperty('image');
  expect((await fetch(`${url}${String(added['image'])}`)).headers.get('content-type')).toBe('image/png');
  expect(await app.kill('SIGTERM')).toBe(0);
}, 60_000);

test('the bill of materials names the packages and the machine code of the bundle, with their licences', async () => {
  const { components } = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'));
  const names = components.map(({ group, name }: Record<string, string>) => (group ? `${group}/${name}` : name));
  expect(names).toEqual(expect.arrayContaining(['pg', 'sharp', '@nestjs/core', 'dejavu-fonts-ttf', 'react-dom']));
  const decoders = names.filter((name: string) => name.startsWith('@img/sharp-'));
  expect(decoders.length).toBeGreaterThan(0);
  const texts = await readFile(join(release, 'LICENSES.txt'), 'utf8');
  for (const name of decoders) expect(texts).toContain(`${name} `);
});

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
