import { freePort } from '@stockbook/process';
import { AppProcess, buildApps, runCli } from '@stockbook/testing';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHUNKS = fileURLToPath(new URL('../../../apps/dist/chunks/', import.meta.url));

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-bundle-'));
  env = { STOCKBOOK_HOME: join(folder, 'home'), PORT: String(await freePort()) };
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const call = async (path: string, body: unknown) => {
  const { out } = await runCli(env, ['call', path, JSON.stringify(body)]);
  return JSON.parse(out) as Record<string, unknown>;
};

test('a bundle finds the files of its packages: the pages of the documentation and the fonts of invoices', async () => {
  const app = new AppProcess('standalone', env);
  const url = await app.ready();
  for (const path of ['docs', 'docs/static/swagger-ui-bundle.js', 'openapi.json'])
    expect((await fetch(`${url}/${path}`)).status).toBe(200);
  const order = await readFile(new URL('../../../docs/examples/order.json', import.meta.url), 'utf8');
  const { order_id } = Object((await call('sale/order/add', JSON.parse(order)))['order']);
  await call('extension/module/invoice/add', { name: 'Invoice', template: '<h1>{{invoice.number}}</h1>' });
  const rendered = JSON.stringify(await call('extension/module/invoice/render', { order_id, format: 'pdf' }));
  expect(rendered).toContain(Buffer.from('%PDF-1').toString('base64'));
  expect(await app.kill('SIGTERM')).toBe(0);
}, 60_000);

test('stack traces of a bundle name the TypeScript sources', async () => {
  const maps = (await readdir(CHUNKS)).filter((name) => name.endsWith('.map'));
  const texts = await Promise.all(maps.map((name) => readFile(join(CHUNKS, name), 'utf8')));
  const sources = texts.flatMap((text) => (JSON.parse(text) as { sources: string[] }).sources);
  const ours = sources.filter((source) => source.includes('/libs/'));
  expect(ours).toContain('../../../libs/process/src/run-process.ts');
  expect(ours.filter((source) => !source.endsWith('.ts') || !existsSync(join(CHUNKS, source)))).toEqual([]);
});
