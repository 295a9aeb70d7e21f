import { signExactly } from '@stockbook/auth';
import { eventually, ok, post, World } from '@stockbook/testing';
import { RawConnection } from './raw-connection.fixture.js';

/** This is more than the limit of a minute, which grows while the requests are sent. */
const MANY = 1_500;
const SOME = 150;
const AT_ONCE = 150;
const GET = 'inventory/brand/get';
const ADD = 'inventory/brand/add';
const EDIT = 'inventory/item/edit';

const worlds: World[] = [];
async function open(trustedProxies?: readonly string[]): Promise<World> {
  const world = await World.withGateway(trustedProxies && { trustedProxies });
  worlds.push(world);
  return world;
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** Sends requests, and returns each status of their answers once. */
async function statusesOf(world: World, count: number, forwardedFor: (index: number) => string): Promise<number[]> {
  const ask = async (index: number) => {
    const headers = { accept: 'text/html', 'x-forwarded-for': forwardedFor(index) };
    const response = await fetch(world.url, { headers, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  };
  const statuses = new Set<number>();
  for (let sent = 0; sent < count; sent += AT_ONCE)
    for (const status of await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(sent + n))))
      statuses.add(status);
  return [...statuses].sort();
}

test('behind trusted proxies each client has limits of its own', async () => {
  const world = await open(['127.0.0.1', '10.0.0.0/8']);
  expect(await statusesOf(world, MANY, () => '203.0.113.1')).toEqual([302, 429]);
  expect(await statusesOf(world, SOME, () => '203.0.113.1, 10.1.2.3')).toContain(429);
  expect(await statusesOf(world, SOME, (index) => `203.0.113.1:${50_000 + index}`)).toContain(429);
  expect(await statusesOf(world, SOME, () => '203.0.113.2')).toEqual([302]);
  expect(await statusesOf(world, SOME, (index) => `[2001:db8::1]:${50_000 + index}`)).toEqual([302]);
});

test.each([
  ['behind a proxy', ['127.0.0.1'], (index: number) => `198.51.100.${index}, 203.0.113.1`],
  ['by names that are no addresses', ['127.0.0.1'], (index: number) => `client-${index}`],
  ['past the proxy', ['10.0.0.0/8'], (index: number) => `198.51.100.${index}`],
  ['where no proxy is trusted', undefined, (index: number) => `198.51.100.${index}`],
])('a client that forges X-Forwarded-For %s stays in its limits', async (_, trustedProxies, forwardedFor) => {
  expect(await statusesOf(await open(trustedProxies), MANY, forwardedFor)).toEqual([302, 429]);
});

test('a client has one limit, for all addresses of its IPv6 network and all forms of an IPv4 address', async () => {
  const world = await open(['127.0.0.1']);
  expect(await statusesOf(world, MANY, (index) => `2001:db8:0:7:${index.toString(16)}::1`)).toEqual([302, 429]);
  expect(await statusesOf(world, SOME, () => '2001:db8:0:8::1')).toEqual([302]);
  expect(await statusesOf(world, MANY, () => '203.0.113.1')).toEqual([302, 429]);
  expect(await statusesOf(world, SOME, () => '::ffff:203.0.113.1')).toContain(429);
});

test('sign-ins from one IPv6 network leave half of the places of passwords to others', async () => {
  const world = await World.withGateway({ trustedProxies: ['127.0.0.1'], passwordLogN: 16 });
  const named = { domain: 'nowhere', api_key: 'nobody@shop.test', password: 'wrong' };
  const guess = async (client: string) =>
    (await post(world.url, 'sign_in/open', JSON.stringify(named), { 'x-forwarded-for': client })).status;
  const clients = [...Array.from({ length: 16 }, (_, n) => `2001:db8:0:7:${n}::1`), '203.0.113.1'];
  const statuses = await Promise.all(clients.map(guess));
  expect(statuses.toSorted()).toEqual([...Array(9).fill(401), ...Array(8).fill(503)]);
  expect(statuses.at(-1)).toBe(401);
  await world.close();
});

test('wrong signatures of a client behind a proxy hold up no other, and records show its address', async () => {
  const world = await open(['127.0.0.1']);
  const owner = await world.account();
  const from = (client: string) => ({ 'x-forwarded-for': client });
  const forged = signExactly(`/${GET}`, {}, { ...owner.credentials, api_secret: 'x'.repeat(40) });
  let refused = 0;
  const guess = async () => {
    if ((await post(world.url, GET, forged, from('203.0.113.1'))).status === 401) refused++;
  };
  const guesses = Promise.all(Array.from({ length: 60 }, guess));
  await eventually(() => refused === 30);
  const large = async (client: string) => {
    const sender = await RawConnection.to(world.url);
    sender.head(EDIT, { ...from(client), expect: '100-continue', 'transfer-encoding': '', 'content-length': '100000' });
    await eventually(() => sender.status !== 0);
    sender.socket.destroy();
    return sender.status;
  };
  expect(await large('203.0.113.1')).toBe(429);
  expect(await large('203.0.113.2')).toBe(100);
  await guesses;
  const brand = signExactly(`/${ADD}`, { name: 'Hearth' }, owner.credentials);
  expect(await post(world.url, ADD, brand, from('203.0.113.3'))).toMatchObject({ status: 200 });
  await world.settled();
  const { audits } = ok(await owner.api.setting.audit.get({ filter_record: 'inventory/brand' }));
  expect(audits).toMatchObject([{ address: '203.0.113.3' }]);
});
