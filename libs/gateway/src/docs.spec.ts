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
  await registerDocs(app.getHttpAdapter().getInstance());
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

async function ask(path: string, { from = url, method = 'GET' } = {}) {
  const response = await fetch(new URL(path, from), { method });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it.each(['/openapi.json', '/docs/json', '/docs/yaml'])(
  '%s is docs/openapi.json with its examples, and its server is the host that was asked',
  async (path) => {
    const { headers, text } = await ask(path);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const document = JSON.parse(await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    expect(JSON.parse(text)).toEqual({ ...document, servers: [{ url }] });
    expect(text).toContain('"name":"Hearth & Clay"');
    const other = url.replace('127.0.0.1', 'localhost');
    expect(JSON.parse((await ask(path, { from: other })).text)).toHaveProperty('servers', [{ url: other }]);
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
  const answers = await Promise.all(['/', '/inventory/brand/get', '/docs.html'].map((path) => ask(path)));
  expect(answers.map(({ status }) => status)).toEqual([418, 418, 418]);
  expect(await ask('/openapi.json', { method: 'POST' })).toHaveProperty('status', 418);
});
