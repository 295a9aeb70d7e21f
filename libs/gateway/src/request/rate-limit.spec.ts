import { call, type TestUser, World } from '@stockbook/testing';
import { AddressRate } from './rate-limit.js';

const BRANDS = 'inventory/brand/get';

test('refuses the request over the rate, and says when to come again', async () => {
  const world = await World.withGateway({ ratePerMinute: 3 });
  try {
    const { credentials } = await world.account();
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await call(world.url, credentials, BRANDS, {}));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    expect(answers[3]?.body).toMatchObject({ error: ['The account may send 3 requests a minute, and 3 at once.'] });
    const headers = answers[3]?.headers;
    expect(headers?.get('x-ratelimit-limit')).toBe('3');
    expect(headers?.get('retry-after')).toBe('20');
    expect(headers?.get('x-ratelimit-reset')).toBe('60');
    const other = await world.account();
    expect((await call(world.url, other.credentials, BRANDS, {})).status).toBe(200);
  } finally {
    await world.close();
  }
});

test('keeps a tenth for each user, however much others of the account send', async () => {
  const world = await World.withGateway({ ratePerMinute: 60 });
  try {
    const importer = await world.account();
    const till = await world.colleague(importer, { access: ['*'], modify: [] });
    const send = ({ credentials }: TestUser) => call(world.url, credentials, BRANDS, {});
    const flood = () => Promise.all(Array.from({ length: 100 }, () => send(importer)));
    expect((await flood()).filter(({ status }) => status === 429)).not.toEqual([]);
    const sales = await Promise.all(Array.from({ length: 6 }, () => send(till)));
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 200));
    expect(sales[0]?.headers.get('ratelimit')).toMatch(/^"user";r=\d+;t=\d+$/);
    // The tokens that the till has taken are owed, so the importer has its own tenth alone.
    expect((await flood()).filter(({ status }) => status === 200).length).toBeLessThan(5);
  } finally {
    await world.close();
  }
});

test('says what is left in the words of the draft as well', async () => {
  const world = await World.withGateway({ ratePerMinute: 3_000 });
  try {
    const { credentials } = await world.account();
    const { headers } = await call(world.url, credentials, BRANDS, {});
    expect(headers.get('ratelimit-policy')).toBe('"account";q=200;w=4, "user";q=20;w=4');
    expect(headers.get('ratelimit')).toBe('"account";r=199;t=1');
  } finally {
    await world.close();
  }
});

test('grants a burst of 200, and then the rate', async () => {
  const world = await World.withGateway({ ratePerMinute: 6_000 });
  try {
    const { credentials } = await world.account();
    const burst = await Promise.all(Array.from({ length: 260 }, () => call(world.url, credentials, BRANDS, {})));
    const granted = burst.filter(({ status }) => status === 200).length;
    expect(granted).toBeGreaterThanOrEqual(200);
    expect(Number(burst[0]?.headers.get('x-ratelimit-limit'))).toBe(200);
  } finally {
    await world.close();
  }
});

test('is off at 0, and sends no headers', async () => {
  const world = await World.withGateway();
  try {
    const { credentials } = await world.account();
    const { headers } = await call(world.url, credentials, BRANDS, {});
    expect([headers.get('x-ratelimit-limit'), headers.get('ratelimit')]).toEqual([null, null]);
  } finally {
    await world.close();
  }
});

test('says to wait for a second also if the next token comes while it refuses', () => {
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 40_000);
  try {
    const rate = new AddressRate(1);
    rate.take('192.0.2.1');
    expect(() => rate.take('192.0.2.1')).toThrow(expect.objectContaining({ headers: { 'retry-after': '1' } }));
  } finally {
    performance.now = now;
  }
});
