import { call, post, sign } from '@stockbook/auth';
import { type TestUser, World } from '@stockbook/testing';

const BRANDS = 'inventory/brand/get';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.open();
  owner = await world.account();
});
afterAll(() => world.close());

/** Sends a body that need not be JSON, and reads the answer, which must be. */
async function raw(
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(`${world.url}/${BRANDS}`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as { error: string[]; request_id: string } };
}
const healthy = async () => expect((await call(world.url, owner.credentials, BRANDS, {})).status).toBe(200);

const deep = '['.repeat(200_000) + ']'.repeat(200_000);
test.each<[string, string | Uint8Array, number, RegExp]>([
  ['200,000 levels', `{"a":${deep}}`, 400, /32 levels/],
  ['200,000 open braces', '{"a":'.repeat(100_000), 400, /./],
  ['a key twice', '{"limit":1,"l\\u0069mit":2}', 400, /more than once/],
  ['__proto__', '{"a":{"__proto__":{"admin":true}}}', 400, /__proto__/],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, /UTF-8/],
  ['a lone surrogate', '{"a":"\\ud800"}', 400, /surrogate/],
  ['numbers beyond 2^53', '{"a":9007199254740993}', 400, /9007199254740993/],
  ['no object', '[1,2]', 400, /object/],
  ['no JSON', '{"a":', 400, /./],
  ['nothing', '', 400, /./],
  ['10 MB', `{"a":"${'x'.repeat(10_000_000)}"}`, 413, /8388608 bytes/],
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

test('all faults of a request are told at once', async () => {
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

describe('the rate limit', () => {
  test('refuses the request over the rate and says when to come again', async () => {
    const strict = await World.open({ ratePerMinute: 3 });
    try {
      const { credentials } = await strict.account();
      const answers = [];
      for (let i = 0; i < 4; i++) answers.push(await call(strict.url, credentials, BRANDS, {}));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
      const last = answers[3]?.headers;
      expect(last?.get('x-ratelimit-limit')).toBe('3');
      expect(Number(last?.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(last?.get('x-ratelimit-reset'))).toBeGreaterThan(0);
      const other = await strict.account();
      expect((await call(strict.url, other.credentials, BRANDS, {})).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('is off at 0, and sends no headers', async () => {
    const { headers } = await call(world.url, owner.credentials, BRANDS, {});
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('a repeated write', () => {
  const path = 'inventory/brand/add';
  const total = async () => (await owner.api.inventory.brand.get({ filter_name: 'Repeated' })) as { total: number };

  test('is done once, however many arrive at the same time', async () => {
    const text = sign(`/${path}`, { name: 'Repeated' }, owner.credentials);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(world.url, path, text)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    expect((await total()).total).toBe(1);
  });

  test('under its own key is the same across timestamps, by header or body, and refused with another body', async () => {
    const send = (body: object, key: string, now: number) =>
      post(world.url, path, sign(`/${path}`, body, owner.credentials, now), { 'idempotency-key': key });
    const first = await send({ name: 'Keyed' }, 'k-1', Date.now());
    const again = await send({ name: 'Keyed' }, 'k-1', Date.now() - 5_000);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const inBody = await call(world.url, owner.credentials, path, { name: 'Keyed', idempotency_key: 'k-1' });
    expect(inBody.body).toEqual(first.body);
    const other = await send({ name: 'Another' }, 'k-1', Date.now());
    expect(other).toMatchObject({
      status: 422,
      body: { error: ['This idempotency_key was used before with another request.'] },
    });
  });

  test('that was refused may be sent again and succeed', async () => {
    const text = sign('/inventory/brand/edit', { brand_id: 999_999, name: 'x' }, owner.credentials);
    const refusals = [
      await post(world.url, 'inventory/brand/edit', text),
      await post(world.url, 'inventory/brand/edit', text),
    ];
    for (const { status, body, headers } of refusals) {
      expect({ status, body }).toMatchObject({ status: 404, body: { error: ['There is no brand 999999.'] } });
      expect(headers.get('idempotent-replayed')).toBeNull();
    }
  });
});
