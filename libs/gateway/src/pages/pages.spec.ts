import { LOG, openLog } from '@stockbook/process';
import { buildPages } from '@stockbook/testing';
import { All, Controller, HttpCode, Module } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { HttpFaults } from '../http-faults.js';
import { DemoAccess } from './demo-access.js';
import { registerPages } from './pages.js';

@Controller()
class AnythingElse {
  @All('*')
  @HttpCode(418)
  serve(): void {}
}
@Module({
  controllers: [AnythingElse],
  providers: [
    { provide: APP_FILTER, useClass: HttpFaults },
    { provide: LOG, useValue: openLog('gateway', 'error') },
  ],
})
class Gateway {}

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

const demo = new DemoAccess();

let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  buildPages();
  const adapter = new FastifyAdapter({ forceCloseConnections: 'idle' });
  app = await NestFactory.create<NestFastifyApplication>(Gateway, adapter, { logger: false });
  registerPages(app.getHttpAdapter().getInstance(), demo);
  // Other machines would reach it by the address of an interface.
  await app.listen(0, '0.0.0.0');
  url = `http://127.0.0.1:${new URL(await app.getUrl()).port}`;
});
afterAll(() => app.close());

async function ask(path: string, { from = url, ...init }: RequestInit & { from?: string } = {}) {
  const response = await fetch(new URL(path, from), init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the absolute addresses of the files that a page names. */
async function filesOf(path: string): Promise<URL[]> {
  const { text } = await ask(path, { headers: { accept: HTML } });
  return [...text.matchAll(/(?:src|href)="(.+?)"/g)].map(([, file = '']) => new URL(file, url + path));
}

test.each(['/openapi.json', '/asyncapi.json'])('%s is the file of docs/, whatever host was asked', async (path) => {
  const { headers, text } = await ask(path, { from: url.replace('127.0.0.1', 'localhost') });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(text).toBe(await readFile(new URL(`../../../../docs${path}`, import.meta.url), 'utf8'));
});

test('leads browsers that ask for / to the console, also under a path of a proxy', async () => {
  const { status, headers } = await ask('/', { headers: { accept: HTML }, redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, 'console/']);
  expect((await ask('/', { headers: { accept: HTML } })).text).toContain('<title>Stockbook</title>');
});

test.each(['br', 'gzip', 'identity'])('sends the same document as %s', async (encoding) => {
  const plain = await ask('/openapi.json', { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const encoded = await ask('/openapi.json', { headers: { 'accept-encoding': `deflate, ${encoding};q=0.5` } });
  expect(encoded.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  expect(encoded.headers.get('vary')).toBe('accept-encoding');
  expect(encoded.text === plain.text).toBe(true);
  const refused = await ask('/openapi.json', { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0' } });
  expect(refused.headers.get('content-encoding')).toBeNull();
});

test.each(['/openapi.json', '/asyncapi.json', '/docs'])(
  'sends %s no second time to those who have it',
  async (path) => {
    const first = await ask(path);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  },
);

test.each(['/docs', '/docs/', '/docs/reference', '/docs/reference/sale/order/add'])(
  '%s is a page whose files come from this server, compressed, and are kept for ever',
  async (path) => {
    const page = await ask(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const files = await filesOf(path);
    expect(files.map(({ href }) => href).filter((href) => !href.startsWith(`${url}/assets/`))).toEqual([]);
    expect(files.some(({ pathname }) => pathname.endsWith('.js'))).toBe(true);
    for (const { pathname } of files) {
      const file = await ask(pathname, { headers: { 'accept-encoding': 'br' } });
      expect(file).toMatchObject({ status: 200, text: expect.stringMatching(/./) });
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      if (pathname.endsWith('.js')) expect(file.headers.get('content-encoding')).toBe('br');
    }
  },
);

test('the page may load nothing from elsewhere, and no text becomes a script', async () => {
  const { headers } = await ask('/docs');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none';");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:|\*|unsafe/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('the console is the page of all addresses below it, and styles need the nonce of the answer', async () => {
  const paths = ['/console', '/console/', '/console/items', '/console/items/5'];
  const pages = await Promise.all(paths.map((path) => ask(path, { headers: { accept: HTML } })));
  const nonces = pages.map(({ status, headers, text }) => {
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const [, nonce = ''] = /nonce="(.+?)"/.exec(text) ?? [];
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(paths.length);
  for (const path of paths) for (const file of await filesOf(path)) expect((await ask(file.pathname)).status).toBe(200);
  expect(await ask('/console/items/5')).toMatchObject({ text: expect.not.stringContaining('<title>') });
});

test('the console alone may use the camera and compile WebAssembly, and no text becomes a script', async () => {
  const { headers } = await ask('/console', { headers: { accept: HTML } });
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy?.replaceAll("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
  expect(headers.get('permissions-policy')).toMatch(/^camera=\(self\),/);
  expect((await ask('/docs')).headers.get('permissions-policy')).toMatch(/^camera=\(\),/);
});

test('an address that does not exist is 404: a page for browsers, a failure for programs', async () => {
  for (const path of ['/docs/nothing', '/docs/reference/sale/order/nothing']) {
    const page = await ask(path, { headers: { accept: HTML } });
    expect([page.status, page.text.includes('<title>Stockbook</title>')]).toEqual([404, true]);
    expect(await ask(path)).not.toMatchObject({ text: expect.stringContaining('<title>') });
  }
  const missing = ['/assets/docs-00000000.js', '/assets/..%2fpages.json', '/assets/%00', `/docs${'/a'.repeat(20)}`];
  for (const path of missing) {
    const { status, text } = await ask(path, { headers: { accept: HTML } });
    expect([path, status >= 400, text.includes('<title>')]).toEqual([path, true, false]);
  }
});

describe('the demo account', () => {
  const account = { domain: 'demo', api_key: 'owner@demo.test', api_secret: 'secret' };
  const links: string[] = [];
  const newestLink = () => links.at(-1) ?? '';
  const take = (code: string, init: RequestInit & { from?: string } = {}) =>
    ask(`/demo/${code}`, { method: 'POST', ...init });

  it('is given to nobody before it is there', async () => {
    expect((await take('used')).status).toBe(404);
    demo.open(account, (newCode) => links.push(newCode()));
    expect(links).toHaveLength(1);
  });

  it('is given once for a code, and again for the code that comes with it', async () => {
    const [first] = links;
    const { status, headers, text } = await take(newestLink());
    const { next_code, ...given } = JSON.parse(text);
    expect([status, headers.get('cache-control'), given]).toEqual([200, 'no-store', account]);
    const again = await take(first ?? '');
    expect(again).toMatchObject({ status: 403, text: expect.stringContaining('The terminal of the server shows') });
    expect(again.text).not.toContain('secret');
    expect((await take(next_code)).status).toBe(200);
    expect((await take(next_code)).status).toBe(403);
  });

  it('shows a new link to who has used one, and no further link to who guesses', async () => {
    await take(newestLink());
    const shown = links.length;
    for (const code of ['', 'a-code', 'a-code/x', newestLink(), newestLink().slice(1)])
      expect((await take(code)).text).not.toContain('secret');
    expect(links).toHaveLength(shown + 1);
    expect((await take(newestLink())).status).toBe(200);
  });

  it.each(['GET', 'HEAD'])('leaves a code unused when a preview asks by %s', async (method) => {
    await take('used');
    expect((await take(newestLink(), { method })).text).not.toContain('secret');
    expect((await take(newestLink())).status).toBe(200);
  });

  it.each(['192.0.2.7', '::ffff:192.0.2.7', 'fe80::1', '10.0.0.1'])(
    'is refused to a caller of %s, which a header makes no other, and its code stays unused',
    async (remoteAddress) => {
      await take('used');
      const headers = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', 'x-real-ip': '127.0.0.1' };
      const request = { method: 'POST', url: `/demo/${newestLink()}`, remoteAddress, headers } as const;
      const { statusCode, body } = await app.getHttpAdapter().getInstance().inject(request);
      expect([statusCode, body.includes('secret')]).toEqual([404, false]);
      expect((await take(newestLink())).status).toBe(200);
    },
  );

  const [other] = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? address : [])),
  );
  (other ? test : test.skip)('is refused by another interface of the machine, whatever a header says', async () => {
    await take('used');
    const from = url.replace('127.0.0.1', other ?? '');
    const refused = await take(newestLink(), { from, headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect([refused.status, refused.text.includes('secret')]).toEqual([404, false]);
    expect((await take(newestLink())).status).toBe(200);
  });
});

test('leaves everything else to the controllers', async () => {
  const paths = ['/inventory/brand/get', '/docs.html', '/assets', '/docs/reference/../../package.json'];
  const answers = await Promise.all(paths.map((path) => ask(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 418));
  expect(await ask('/openapi.json', { method: 'POST' })).toHaveProperty('status', 418);
});
