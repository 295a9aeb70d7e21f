import { signExactly } from '@stockbook/auth';
import { endpoints, operations } from '@stockbook/contracts';
import { mediaStoreIn, newMediaName } from '@stockbook/media';
import { openLog } from '@stockbook/process';
import { buildPages, type TestUser, World } from '@stockbook/testing';
import fc from 'fast-check';
import { RawConnection } from './raw-connection.fixture.js';

const SEED = Number(process.env['STOCKBOOK_FUZZ_SEED'] ?? 33);
const REQUESTS = 600;
const AT_ONCE = 300;
const GET = 'inventory/brand/get';

const errors: string[] = [];
const log = openLog('fuzz', 'error', { write: (line: string) => void errors.push(line) });

let world: World;
let owner: TestUser;
let asset: string;
const image = newMediaName('png');
beforeAll(async () => {
  buildPages();
  world = await World.open({ log });
  owner = await world.account();
  const page = await (await fetch(`${world.url}/console/`, { headers: { accept: 'text/html' } })).text();
  asset = /assets\/([^"]+)/.exec(page)![1]!;
  await mediaStoreIn({ MEDIA_DIRECTORY: world.mediaDirectory }).put(image, Buffer.from('image'), 'image/png');
});
afterAll(() => world.close());

const pick = (...texts: string[]) => fc.constantFrom(...texts);
const methods = pick(
  'POST',
  'GET',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'post',
  'FOO',
  '\0',
);
const paths = fc.oneof(
  pick(`/${GET}`),
  pick(...[...operations.keys()].map((path) => `/${path}`)),
  pick(
    `/${GET}`,
    `/${GET}/`,
    `//${GET}`,
    `/${GET}?a=%00&a=%ff`,
    `/${GET}%00`,
    `/${GET.toUpperCase()}`,
    `http://x/${GET}`,
    '*',
    '/',
    '',
  ),
  pick(
    '/',
    '/docs',
    '/docs/reference',
    '/openapi.json',
    '/asyncapi.json',
    '/console',
    '/console/items',
    '/demo/a-code',
    '/health/live',
    '/health/ready',
    '/metrics',
    '/__proto__',
    '/a/constructor',
  ),
  pick('/batch', ...[...endpoints.keys()].filter((path) => path.startsWith('sign_in/')).map((path) => `/${path}`)),
  fc
    .tuple(
      pick('/media/', '/assets/', '/console/', '/docs/', '/demo/'),
      pick(
        '',
        '{asset}',
        '{image}',
        '../../../../etc/passwd',
        '%2e%2e%2f%2e%2e%2fpackage.json',
        '%00',
        '..\\x',
        '%',
        'a/b',
        'x.js',
        `${'0'.repeat(32)}.png`,
        'y'.repeat(300),
      ),
    )
    .map(([folder, name]) => folder + name),
  pick('/%', '/%E0%A4%A', '/%00', '/\u0001', '/é', `/${'a/'.repeat(2_000)}`, `/${'y'.repeat(20_000)}`, '/a b'),
  fc.webPath(),
);
const oddHeaders = fc.array(
  fc.oneof(
    pick(
      'content-type: application/json',
      'content-type: application/json; charset=utf-8',
      'content-type: ;',
      'content-type: /',
    ),
    pick(
      'content-type: application/json;',
      'content-type: text/plain',
      'content-type: \0',
      'content-type: a/b; charset="',
      'content-type: é',
    ),
    pick(
      'content-encoding: gzip',
      'content-encoding: identity',
      'content-encoding: br, gzip',
      'transfer-encoding: gzip',
    ),
    pick(
      'expect: 100-continue',
      'expect: tea',
      'upgrade: websocket',
      'connection: upgrade',
      'connection: close',
      'te: trailers',
    ),
    pick('accept-encoding: br;q=0, *', 'accept-encoding: ((', 'if-none-match: *', 'range: bytes=9-1', 'accept: \u0001'),
    pick(
      'host:',
      'host: a b',
      'x-forwarded-for: \u0000, x',
      'idempotency-key: \u0000',
      'idempotency-key:',
      'traceparent: 00-x',
    ),
    pick(
      `x: ${'y'.repeat(20_000)}`,
      'no colon',
      ': no name',
      'a b: c',
      'cookie: a=%',
      '__proto__: x',
      'constructor: x',
    ),
  ),
  { maxLength: 4 },
);
const headers = fc.oneof(fc.constant(['content-type: application/json']), oddHeaders);
const claims = fc.record(
  {
    domain: fc.oneof(pick('\0', 'a\0b', '\ud800', '', 'x'.repeat(300), '{known}'), fc.anything()),
    api_key: fc.oneof(pick('\0', '\u007f', "'", '{known}'), fc.anything()),
    auth_timestamp: fc.oneof(fc.integer(), pick('\0', '1e9', 'now'), fc.anything()),
    auth_signature: fc.oneof(pick('a'.repeat(64), '\0'.repeat(64), 'é'.repeat(64)), fc.anything()),
  },
  { requiredKeys: [] },
);
const bodies = fc.oneof(
  claims.map((claim) => JSON.stringify(claim)),
  claims.map((claim) => JSON.stringify(claim).slice(0, -3)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  pick(
    '',
    '{}',
    'null',
    '[]',
    '{signed}',
    '{signed}',
    '{signed with a NUL}',
    `{"a":${'['.repeat(5_000)}`,
    '"',
    '\uFEFF{}',
  ),
);
const framings = pick(
  'length',
  'length',
  'length',
  'chunked',
  'none',
  'short',
  'long',
  'both',
  'negative',
  'no chunks',
  'slow',
);
const requests = fc.record({
  method: fc.oneof(pick('POST'), methods),
  path: paths,
  headers,
  body: bodies,
  framing: framings,
});

type Drawn = typeof requests extends fc.Arbitrary<infer T> ? T : never;

interface RawRequest {
  readonly text: string;
  /** Tells whether the client closes its side. Otherwise the gateway waits for a body that lacks bytes. */
  readonly isCut: boolean;
}

function rawRequest({ method, path: drawn, headers: lines, body, framing }: Drawn): RawRequest {
  const path = drawn.replace('{asset}', asset).replace('{image}', image);
  const { domain, api_key } = owner.credentials;
  const content = body
    .replace('{signed}', signExactly(path, {}, owner.credentials))
    .replace('{signed with a NUL}', signExactly(path, { name: '\0', filter_name: 'a\0' }, owner.credentials))
    .replace('"domain":"{known}"', `"domain":"${domain}"`)
    .replace('"api_key":"{known}"', `"api_key":"${api_key}"`);
  const length = Buffer.byteLength(content, 'latin1');
  const chunk = `${length.toString(16)}\r\n${content}\r\n`;
  const [frame, sent] = {
    length: [`content-length: ${length}\r\n`, content],
    chunked: ['transfer-encoding: chunked\r\n', `${length ? chunk : ''}0\r\n\r\n`],
    none: ['', content],
    short: [`content-length: ${length + 10}\r\n`, content],
    slow: [`content-length: ${length + 10}\r\n`, content],
    long: [`content-length: ${Math.max(0, length - 10)}\r\n`, content],
    both: [`content-length: ${length}\r\ntransfer-encoding: chunked\r\n`, chunk],
    negative: ['content-length: -1\r\n', content],
    'no chunks': ['transfer-encoding: chunked\r\n', content],
  }[framing] ?? ['', content];
  const head = [`${method} ${path} HTTP/1.1`, 'host: x', ...lines].join('\r\n');
  return { text: `${head}\r\n${frame}\r\n${sent}`, isCut: framing === 'short' };
}

/** Returns 0 if the connection was closed without an answer. */
async function statusOf({ text, isCut }: RawRequest): Promise<number> {
  const connection = await RawConnection.to(world.url);
  connection.socket.write(text, 'latin1');
  if (isCut) connection.socket.end();
  const status = await connection.answered();
  connection.socket.destroy();
  return status;
}

test(`raw requests of all kinds get an answer below 500 (seed ${SEED})`, async () => {
  const cases = fc.sample(requests, { seed: SEED, numRuns: REQUESTS }).map(rawRequest);
  const found: { status: number; text: string }[] = [];
  while (cases.length) {
    const together = cases.splice(0, AT_ONCE);
    const statuses = await Promise.all(together.map(statusOf));
    found.push(...statuses.map((status, i) => ({ status, text: together[i]!.text.slice(0, 500) })));
  }
  expect(found.filter(({ status }) => status >= 500)).toEqual([]);
  expect(errors).toEqual([]);
  // The requests reach every part of the gateway.
  const statuses = new Set(found.map(({ status }) => status));
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 431]));
}, 180_000);
