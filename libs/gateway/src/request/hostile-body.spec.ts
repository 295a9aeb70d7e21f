import { signExactly } from '@stockbook/auth';
import { call, leastCpuMs, longestTurn, MOST_TURN_MS, post, type TestUser, World } from '@stockbook/testing';
import { connect } from 'node:net';

const ITEM_ADD = 'inventory/item/add';
const GET = 'inventory/brand/get';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  // Refused signatures count for the address, which all specs have.
  world = await World.withGateway();
  owner = await world.account();
});
afterAll(() => world.close());

const send = (path: string, text: string) => post(world.url, path, text);
const forged = (path: string, body: object = {}) =>
  send(path, signExactly(`/${path}`, body, { ...owner.credentials, api_secret: 'x'.repeat(40) }));

/** Returns the members of an object of 7.7 MB. */
const members = (count: number) => Array.from({ length: count }, (_, i) => `"k${i.toString(36)}":12`).join();
const hostile = members(650_000);
const named = () => {
  const { domain, api_key } = owner.credentials;
  const auth_timestamp = Math.floor(Date.now() / 1000);
  return JSON.stringify({ domain, api_key, auth_timestamp, auth_signature: 'a'.repeat(64) }).slice(1, -1);
};

test.each([
  ['no credentials', () => `{${hostile}}`],
  ['a wrong signature before 650,000 keys', () => `{${named()},${hostile}}`],
  ['a wrong signature behind 650,000 keys', () => `{"x":{${hostile}},${named()}}`],
])('%s: a hostile body of 7.7 MB costs less than 400 ms of CPU, in short turns', async (_, textOf) => {
  const text = textOf();
  await send(ITEM_ADD, text);
  // The whole process counts, which with the services apart also serves ten replicas.
  const refuse = async () => expect((await send(ITEM_ADD, text)).status).toBe(401);
  expect(await leastCpuMs(refuse)).toBeLessThan(400);
  expect(await longestTurn(refuse)).toBeLessThan(MOST_TURN_MS);
});

test('a genuine body may have 100,000 keys and no more', async () => {
  const statusOf = async (count: number) => {
    const object = JSON.parse(`{${members(95)}}`) as object;
    const extra = [...Array(Math.floor(count / 95)).fill(object), JSON.parse(`{${members(count % 95)}}`)];
    const { status, body } = await call(world.url, owner.credentials, ITEM_ADD, { name: 'Mug', price: 1, extra });
    return [status, 'error' in body ? body.error : undefined];
  };
  expect(await statusOf(99_990)).toEqual([200, undefined]);
  expect(await statusOf(100_000)).toEqual([400, ['The body has more than 100000 keys.']]);
});

test('a body that is announced as too large is refused without being read', async () => {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(`POST /${GET} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2000000\r\n\r\n`);
  let answer = '';
  for await (const text of socket) answer += String(text);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('The body may have 1048576 bytes, not 2000000.');
});

test('the faults of a signed request do not count as failed authentication', async () => {
  for (let i = 0; i < 40; i++) expect((await call(world.url, owner.credentials, GET, { limit: 0 })).status).toBe(400);
  expect((await forged(GET)).status).toBe(401);
});

test('unsigned requests over 30 are refused late, whatever is wrong, and a right signature passes', async () => {
  const kinds = [() => send(GET, '{"a":'), () => send(GET, '{"a":1}'), () => forged(GET)];
  const sent = Array.from({ length: 60 }, async (_, i) => {
    const began = performance.now();
    const { status, headers } = await kinds[i % kinds.length]!();
    return { kind: i % kinds.length, status, headers, ms: performance.now() - began };
  });
  const refused = (await Promise.all(sent)).filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(new Set(refused.map(({ kind }) => kind)).size).toBe(3);
  for (const { headers, ms } of refused) {
    expect(headers.get('retry-after')).toMatch(/^[12]$/);
    expect(ms).toBeGreaterThan(1_900);
  }
  expect((await call(world.url, owner.credentials, GET, {})).status).toBe(200);
});
