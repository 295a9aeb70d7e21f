import { operations } from '@stockbook/contracts';
import { call, longestTurn, MOST_TURN_MS, post, type TestUser, World } from '@stockbook/testing';
import { connect } from 'node:net';

const BRANDS = 'inventory/brand/get';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.shared();
  owner = await world.account();
});

/** Sends a body that need not be JSON, and reads the answer, which must be. */
async function raw(
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(`${world.url}/${BRANDS}`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { error: string[]; request_id: string } };
}
const healthy = async () => expect((await call(world.url, owner.credentials, BRANDS, {})).status).toBe(200);

const deep = (levels: number) => `{"a":${'['.repeat(levels) + ']'.repeat(levels)}}`;
test.each<[string, string | Uint8Array, number, RegExp]>([
  ['20,000 levels', deep(20_000), 400, /32 levels/],
  ['200,000 levels', deep(200_000), 401, /domain is required/],
  ['10,000 open braces', '{"a":'.repeat(10_000), 400, /./],
  ['a key twice', '{"limit":1,"l\\u0069mit":2}', 400, /more than once/],
  ['__proto__', '{"a":{"__proto__":{"admin":true}}}', 400, /__proto__/],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, /UTF-8/],
  ['a lone surrogate', '{"a":"\\ud800"}', 400, /surrogate/],
  ['numbers beyond 2^53', '{"limit":9007199254740993}', 400, /9007199254740993/],
  ['no object', '[1,2]', 400, /object/],
  ['no JSON', '{"a":', 400, /./],
  ['nothing', '', 400, /./],
  ['10 MB', `{"a":"${'x'.repeat(10_000_000)}"}`, 413, /may have 1048576 bytes/],
  ['2 MB', `{"a":"${'x'.repeat(2_000_000)}"}`, 413, /may have 1048576 bytes/],
])('%s: a JSON error, and the process goes on', async (_, body, status, message) => {
  const answer = await raw(body);
  expect({ status: answer.status, message: answer.body.error.join(' ') }).toEqual({
    status,
    message: expect.stringMatching(message),
  });
  expect(answer.body.request_id).toMatch(/^[\da-f-]{36}$/);
  await healthy();
});

test.each([['text/plain'], ['application/xml'], ['application/json; charset=latin1'], ['']])(
  'content type %p is refused',
  async (type) => {
    const { status, body } = await raw(Buffer.from('{}'), type ? { 'content-type': type } : {});
    expect(status).toBe(415);
    expect(body.error).toEqual([`The content type must be application/json, not '${type}'.`]);
  },
);

/** Expects the refusal without a turn of the event loop that is too long. */
async function refusedAtOnce(path: string, request: object, error: string): Promise<void> {
  const longest = await longestTurn(async () => {
    const { status, body } = await call(world.url, owner.credentials, path, request);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: [error] } });
  });
  expect(longest).toBeLessThan(MOST_TURN_MS);
}

test('a list that is far too long is refused at once', async () => {
  const products = Array.from({ length: 99_999 }, () => ({}));
  const error = 'products must be a list of 1 to 1000 objects.';
  await refusedAtOnce('sale/order/edit', { order_id: 1, products }, error);
});

test('HTML that would take minutes to clean is refused at once', async () => {
  const description = '<b>'.repeat(80_000);
  const error = 'description and its translations may hold 10000 tags together, not 80000.';
  await refusedAtOnce('inventory/item/add', { name: 'x', description }, error);
});

test.each([
  ['a path that cannot be decoded', 'POST /%E0%A4%A HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n', 400],
  ['what is no HTTP', 'FOO\r\n\r\n', 400],
  ['a header that is too long', `POST /a HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
])('%s is answered by a JSON error', async (_, request, status) => {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(request);
  let answer = '';
  for await (const text of socket) {
    answer += String(text);
    if (answer.endsWith('}')) break;
  }
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/x-request-id: [\da-f-]{36}/);
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ error: [expect.any(String)] });
});

test('a compressed body is refused', async () => {
  const { status, body } = await raw('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  expect([status, body.error]).toEqual([415, ['The body must not be encoded, but is gzip.']]);
});

test('another method than POST is refused and POST named', async () => {
  const response = await fetch(`${world.url}/${BRANDS}`);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
  expect(await response.json()).toMatchObject({ error: [`/${BRANDS} takes POST, not GET.`] });
});

test('an unknown path is a 404 in JSON', async () => {
  const { status, body } = await post(world.url, 'inventory/brand/steal', '{}');
  expect({ status, body }).toMatchObject({
    status: 404,
    body: { error: ['There is no operation /inventory/brand/steal.'] },
  });
});

test('/ is no operation for those who are no browser', async () => {
  const response = await fetch(world.url);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: ['There is no operation /.'] });
});

test('every answer of a deprecated operation says since when, and when it ends, in a batch as a warning', async () => {
  const operation = operations.get(BRANDS) ?? {};
  const deprecated = { since: '2026-12-01', sunset: '2027-06-30' };
  try {
    Object.assign(operation, { deprecated });
    for (const limit of [1, 101]) {
      const { headers } = await call(world.url, owner.credentials, BRANDS, { limit });
      expect(headers.get('deprecation')).toBe('@1796083200');
      expect(headers.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT');
    }
    const line = (body: object) => ({ path: BRANDS, body });
    const requests = [line({ sky: 1 }), line({ strict: true }), { path: 'inventory/location/get', body: {} }];
    const { body } = await call(world.url, owner.credentials, 'batch', { requests });
    const end = 'brand/get is deprecated since 2026-12-01; it may be gone from 2027-06-30 on.';
    const [unknown, strict, other] = (body as { responses: { body: object }[] }).responses;
    expect(unknown?.body).toHaveProperty('warnings', ['brand/get has no field sky.', end]);
    expect(strict?.body).toHaveProperty('warnings', [end]);
    expect(other?.body).not.toHaveProperty('warnings');
  } finally {
    Reflect.deleteProperty(operation, 'deprecated');
  }
  const { headers } = await call(world.url, owner.credentials, BRANDS, {});
  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
});

test('internal operations have no route', async () => {
  expect((await post(world.url, 'internal/identity/get', '{}')).status).toBe(404);
});

test('every answer carries its request id, and failures repeat it in the body', async () => {
  const { headers } = await call(world.url, owner.credentials, BRANDS, {});
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  const failed = await call(world.url, owner.credentials, BRANDS, { limit: 101 });
  expect(failed.status).toBe(400);
  expect(failed.body).toMatchObject({
    error: ['limit must be an integer from 1 to 100.'],
    error_details: [{ code: 'invalid', field: 'limit', message: 'limit must be an integer from 1 to 100.' }],
    request_id: failed.headers.get('x-request-id'),
  });
});

test('all faults of a request are reported at once', async () => {
  const { body } = await call(world.url, owner.credentials, BRANDS, {
    page: 0,
    sort: 'colour',
    order: 'UP',
    limit: 2.5,
  });
  expect(body).toMatchObject({
    error: [
      'sort must be one of name, date_modified.',
      'page must be an integer of at least 1.',
      'limit must be an integer from 1 to 100.',
      'order must be one of ASC, DESC.',
    ],
  });
});

test('the health probes answer', async () => {
  const live = await fetch(`${world.url}/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
  const ready = await fetch(`${world.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', reasons: [] }]);
});

test('an address that asks for too many pages has to wait', async () => {
  const other = await World.withGateway();
  const page = () => fetch(other.url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const answers: Response[] = [];
  while (answers.length < 1_500) answers.push(...(await Promise.all(Array.from({ length: 150 }, page))));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(await refused[0]?.json()).toMatchObject({ error_details: [{ code: 'rate_limited' }] });
  expect((await fetch(`${other.url}/health/live`)).status).toBe(200);
  await other.close();
});
