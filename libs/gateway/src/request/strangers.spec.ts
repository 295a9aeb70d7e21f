import { type Credentials, signExactly } from '@stockbook/auth';
import { call, eventually, post, type TestUser, World } from '@stockbook/testing';
import { Agent, request } from 'node:http';
import { RawConnection } from './raw-connection.fixture.js';

const GET = 'inventory/brand/get';
const EDIT = 'inventory/item/edit';
const MEBIBYTE = 1_048_576;

let world: World;
let owner: TestUser;
beforeEach(async () => {
  world = await World.withGateway({ unsignedBytes: 16 * MEBIBYTE });
  owner = await world.account();
});
afterEach(() => world.close());

const connection = () => RawConnection.to(world.url);
const isServed = async () => (await call(world.url, owner.credentials, GET, {})).status === 200;

test.each([
  ['an unknown path', 'inventory/brand/steal', {}, 404],
  ['an unknown method', GET, { method: 'PUT' }, 405],
  ['another content type', GET, { 'content-type': 'text/plain' }, 415],
  ['an encoded body', GET, { 'content-encoding': 'gzip' }, 415],
  ['a length over the limit', GET, { 'transfer-encoding': '', 'content-length': '2000000' }, 413],
])('%s is refused from the head, before any body arrives', async (_, path, headers, status) => {
  const stranger = (await connection()).head(path, { expect: '100-continue', ...headers });
  await stranger.ended;
  expect(stranger.status).toBe(status);
  expect(stranger.received).toMatch(/connection: close/i);
});

test('a body that may come is asked for, and its limit holds while it arrives', async () => {
  const stranger = (await connection()).head(GET, { expect: '100-continue' });
  await eventually(() => stranger.status === 100);
  for (let sent = 0; sent < 1.5 * MEBIBYTE; sent += 65_536) stranger.chunk(Buffer.alloc(65_536, 32));
  await stranger.ended;
  expect(stranger.received).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 413 .*\r\n/);
  expect(stranger.received).toContain('The body may have 1048576 bytes.');
});

test('unfinished bodies share their budget: the oldest give way, and requests of others are served', async () => {
  const text = Buffer.alloc(6 * MEBIBYTE, 32);
  const before = process.memoryUsage().arrayBuffers;
  const strangers: RawConnection[] = [];
  for (let n = 0; n < 40; n++) {
    const stranger = (await connection()).head(EDIT).chunk(text);
    strangers.push(stranger);
    await eventually(() => stranger.socket.writableLength === 0);
  }
  await eventually(() => strangers.filter(({ status }) => status === 503).length >= 35);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120 * MEBIBYTE);
  expect(await isServed()).toBe(true);
  expect(strangers.at(-1)?.status).toBe(0);
  const [first] = strangers;
  await first?.ended;
  expect(first?.received).toMatch(/connection: close/i);
  expect(first?.body).toMatchObject({ error_details: [{ code: 'unavailable' }] });
  for (const { socket } of strangers) socket.destroy();
});

test('requests of one connection are answered one after the other; it is closed when 17 wait', async () => {
  const unknown = signExactly(`/${GET}`, {}, { ...owner.credentials, api_key: 'nobody@shop.test' });
  const behind = async (count: number) => {
    const stranger = (await connection()).head(GET, { 'transfer-encoding': '', 'content-length': `${unknown.length}` });
    stranger.socket.write(unknown + 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count));
    return stranger;
  };
  const patient = await behind(16);
  const statuses = () => [...patient.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  await eventually(() => statuses().length === 17);
  expect(statuses()).toEqual([401, ...Array<number>(16).fill(200)]);
  patient.socket.destroy();
  const hasty = await behind(17);
  await hasty.ended;
  expect(hasty.received).toBe('');
});

const slowRequests = async (count: number, url: string) => {
  const strangers = await Promise.all(Array.from({ length: count }, () => RawConnection.to(url)));
  return strangers.map((stranger) => stranger.head(GET).chunk('{'));
};

test('of 300 unsigned connections the oldest 100 are closed; one with a signed request stays', async () => {
  const few = await World.withGateway({ unsignedConnections: 200 });
  const { credentials } = await few.account();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { status, port } = await signedPost(few.url, credentials, agent);
  expect(status).toBe(200);
  const strangers = await slowRequests(300, few.url);
  const closed = () => strangers.filter(({ socket }) => socket.closed).length;
  await eventually(() => closed() >= 100);
  expect(strangers.slice(0, 100).every(({ socket }) => socket.closed)).toBe(true);
  expect(closed()).toBe(100);
  expect(await signedPost(few.url, credentials, agent)).toEqual({ status: 200, port });
  for (const { socket } of strangers) socket.destroy();
  agent.destroy();
  await few.close();
});

test('of a thousand clients that connect before the first of them sends its request, each has an answer', async () => {
  const body = signExactly(`/${GET}`, {}, owner.credentials);
  const clients = await Promise.all(Array.from({ length: 1_000 }, connection));
  for (const client of clients) {
    client.head(GET, { 'transfer-encoding': '', 'content-length': `${body.length}` });
    client.socket.write(body);
  }
  const statuses = await Promise.all(clients.map((client) => client.answered()));
  // Beyond what the services take, clients are told to come again.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  for (const { socket } of clients) socket.destroy();
});

interface Answered {
  readonly status: number | undefined;
  /** That of the client's side. */
  readonly port: number | undefined;
}

function signedPost(url: string, credentials: Credentials, agent: Agent): Promise<Answered> {
  const body = signExactly(`/${GET}`, {}, credentials);
  const options = { agent, method: 'POST', headers: { 'content-type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/${GET}`, options, ({ statusCode, socket }) => {
      const { localPort } = socket;
      sent.once('close', () => resolve({ status: statusCode, port: localPort }));
    });
    sent.once('response', (answer) => answer.resume());
    sent.once('error', reject).end(body);
  });
}

test('a body has ten seconds to arrive', async () => {
  const began = performance.now();
  const stranger = (await connection()).head(GET).chunk('{');
  await stranger.ended;
  expect(stranger.status).toBe(408);
  expect(stranger.body).toMatchObject({ error: ['The request did not arrive within 10 seconds.'] });
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('an address with too many wrong signatures sends no large bodies, and its right ones pass', async () => {
  const forged = signExactly(`/${GET}`, {}, { ...owner.credentials, api_secret: 'x'.repeat(40) });
  let refused = 0;
  const guess = async () => {
    if ((await post(world.url, GET, forged)).status === 401) refused++;
  };
  const guesses = Promise.all(Array.from({ length: 60 }, guess));
  // The others are answered two seconds later, when the address may guess once more.
  await eventually(() => refused === 30);
  const announced = (await connection()).head(EDIT, { 'transfer-encoding': '', 'content-length': '100000' });
  await announced.ended;
  expect(announced.status).toBe(429);
  expect(announced.received).toMatch(/retry-after: \d/i);
  const arriving = (await connection()).head(EDIT).chunk(Buffer.alloc(100_000, 32));
  await arriving.ended;
  expect(arriving.status).toBe(429);
  expect(await isServed()).toBe(true);
  await guesses;
});
