import { All, Controller, HttpCode, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { readFile } from 'node:fs/promises';
import { registerDocs } from './docs.js';

@Controller()
class AnythingElse {
  @All('*')
  @HttpCode(418)
  serve(): void {}
}
@Module({ controllers: [AnythingElse] })
class Gateway {}

let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  const adapter = new FastifyAdapter({ forceCloseConnections: 'idle' });
  app = await NestFactory.create<NestFastifyApplication>(Gateway, adapter, { logger: false });
  registerDocs(app.getHttpAdapter().getInstance());
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

async function ask(path: string, { from = url, ...init }: RequestInit & { from?: string } = {}) {
  const response = await fetch(new URL(path, from), init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it.each(['/openapi.json', '/docs/json'])('%s is docs/openapi.json, whatever host was asked', async (path) => {
  const { headers, text } = await ask(path, { from: url.replace('127.0.0.1', 'localhost') });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(text).toBe(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
  expect(JSON.parse(text)).toHaveProperty('servers', [{ url: '/' }]);
});

it('/asyncapi.json is docs/asyncapi.json', async () => {
  const { headers, text } = await ask('/asyncapi.json');
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(text).toBe(await readFile(new URL('../../../docs/asyncapi.json', import.meta.url), 'utf8'));
});

it('leads browsers that ask for / to the reference, also under a path of a proxy', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const { status, headers } = await ask('/', { headers: { accept }, redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, 'docs']);
  expect((await ask('/', { headers: { accept } })).text).toContain('<title>Stockbook</title>');
});

it.each(['br', 'gzip', 'identity'])('sends the same document as %s', async (encoding) => {
  const plain = await ask('/openapi.json', { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const encoded = await ask('/openapi.json', { headers: { 'accept-encoding': `deflate, ${encoding};q=0.5` } });
  expect(encoded.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  expect(encoded.headers.get('vary')).toBe('accept-encoding');
  expect(encoded.text === plain.text).toBe(true);
  const refused = await ask('/openapi.json', { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0' } });
  expect(refused.headers.get('content-encoding')).toBeNull();
});

it.each(['/openapi.json', '/asyncapi.json', '/docs/static/swagger-ui-bundle.js', '/docs'])(
  'sends %s no second time to those who have it',
  async (path) => {
    const etag = (await ask(path)).headers.get('etag') ?? '';
    const again = await ask(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  },
);

it.each(['/docs', '/docs/'])('%s is a page whose files all come from this server', async (path) => {
  const page = await ask(path);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.text).toContain('<title>Stockbook</title>');
  const addresses = [...page.text.matchAll(/(?:src|href)="(.+?)"/g)].map(([, file = '']) => new URL(file, url + path));
  expect(addresses.map(({ origin }) => origin)).toEqual(addresses.map(() => url));
  expect(addresses.map(({ pathname }) => pathname)).toContain('/docs/static/swagger-ui-bundle.js');
  const files = await Promise.all(addresses.map(({ pathname }) => ask(pathname)));
  expect(files.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  expect(files.filter(({ text }) => !text)).toEqual([]);
});

it('the page may load nothing from elsewhere', async () => {
  const policy = (await ask('/docs')).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'self';");
  expect(policy).not.toMatch(/https?:|\*|upgrade-insecure-requests/);
});

it('the page asks no validator, and offers no requests because it cannot sign them', async () => {
  const { text } = await ask('/docs/static/swagger-initializer.js');
  expect(text).toMatch(/validatorUrl: null/);
  expect(text).toMatch(/supportedSubmitMethods"?: *\[\]/);
});

it('leaves everything else to the controllers', async () => {
  const paths = [
    '/inventory/brand/get',
    '/docs.html',
    '/docs/yaml',
    '/docs/static/..%2f..%2fpackage.json',
    '/docs/static/%00',
  ];
  const answers = await Promise.all(paths.map((path) => ask(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 418));
  expect(await ask('/openapi.json', { method: 'POST' })).toHaveProperty('status', 418);
});
