import { Refused } from '@stockbook/contracts';
import { signExactly } from '@stockbook/auth';
import { call, eventually, ok, openShop, orderOf, post, type TestUser, World } from '@stockbook/testing';
import { BytesInFlight, HeldAnswers } from './bytes-in-flight.js';
import { RawConnection } from './raw-connection.fixture.js';

const MEBIBYTE = 1_048_576;
const ITEMS = 'inventory/item/get';

describe('the budget', () => {
  it('leaves each account half of what the others leave, and bytes come back', () => {
    const budget = new BytesInFlight(100);
    const free = budget.take(1, 30);
    budget.take(1, 20);
    expect(() => budget.take(1, 1)).toThrow(Refused);
    budget.take(2, 20);
    expect(() => budget.take(2, 10)).toThrow(Refused);
    budget.take(3, 10);
    free();
    budget.take(2, 10);
  });

  it('lets a single answer pass however large it is, while there is room', () => {
    const budget = new BytesInFlight(100);
    const free = budget.take(1, 500);
    expect(() => budget.take(2, 1)).toThrow(Refused);
    free();
    budget.take(1, 20);
    budget.take(2, 80);
    expect(() => budget.take(3, 1)).toThrow(Refused);
  });
});

test('the answer of a write that was just done is given without room, any other is refused', () => {
  const budget = new BytesInFlight(100);
  budget.take(1, 50);
  const held = new HeldAnswers(budget, 1);
  expect(() => held.hold({ json: 'x', hasWritten: false })).toThrow(Refused);
  held.hold({ json: 'x', hasWritten: true });
  expect(held.isFull).toBe(true);
  held.free();
  expect(held.isFull).toBe(false);
});

describe('clients that do not read', () => {
  let world: World;
  let reader: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    world = await World.withGateway({ bytesInFlight: 14 * MEBIBYTE });
    [reader, other] = [await world.account(), await world.account()];
    const description = 'x'.repeat(190_000);
    for (let i = 0; i < 20; i++) ok(await reader.api.inventory.item.add({ name: `Large ${i}`, price: 1, description }));
  });
  afterAll(() => world.close());

  /** Sends requests one behind the other, and reads none of the answers; the system may take in the first ones. */
  const unread = async (requests: number) => {
    const connection = await RawConnection.to(world.url);
    connection.socket.pause();
    const body = signExactly(`/${ITEMS}`, { limit: 20 }, reader.credentials);
    for (let i = 0; i < requests; i++) {
      connection.head(ITEMS, { 'transfer-encoding': '', 'content-length': String(Buffer.byteLength(body)) });
      connection.socket.write(body);
    }
    return connection;
  };
  const status = async ({ credentials }: TestUser) => (await call(world.url, credentials, ITEMS, { limit: 20 })).status;

  it('come back of answers that were compressed', async () => {
    for (let i = 0; i < 5; i++) expect(await status(reader)).toBe(200);
  });

  it('leave nothing behind when they leave, also of answers that wait for the ones before them', async () => {
    for (let i = 0; i < 6; i++) (await unread(6)).socket.destroySoon();
    await eventually(async () => (await status(reader)) === 200, 30_000);
    for (let i = 0; i < 4; i++) expect(await status(reader)).toBe(200);
  });

  it('use up the budget of their account alone, and are disconnected', async () => {
    const connections = await Promise.all(Array.from({ length: 6 }, () => unread(3)));
    await eventually(async () => (await status(reader)) === 503);
    expect(await status(other)).toBe(200);
    await eventually(async () => (await status(reader)) === 200, 60_000);
    expect(await status(other)).toBe(200);
    for (const { socket } of connections) socket.destroy();
  });
});

describe('a batch of writes whose answers are large', () => {
  let world: World;
  let owner: TestUser;
  let order_id: number;
  beforeAll(async () => {
    world = await World.withGateway({ bytesInFlight: 14 * MEBIBYTE });
    owner = await world.account();
    const line = { item_id: 0, quantity: 1, name: 'x'.repeat(1_000) };
    ({ order_id } = ok(await owner.api.sale.order.add(orderOf(await openShop(owner), Array(780).fill(line)))).order);
  });
  afterAll(() => world.close());

  let edited = 0;
  const edits = (count: number) =>
    Array.from({ length: count }, () => ({ path: 'sale/order/edit', body: { order_id, comment: `${++edited}` } }));
  const send = async (requests: readonly object[], in_order: boolean, dry_run = false) => {
    const text = signExactly('/batch', { requests, in_order, dry_run }, owner.credentials);
    const { body } = await post(world.url, 'batch', text);
    const { responses } = body as { responses: { status: number; body: object }[] };
    return { statuses: responses.map(({ status }) => status), last: responses.at(-1)?.body };
  };
  const changes = async () => ok(await owner.api.setting.audit.get({ filter_operation: 'sale/order/edit' })).total;

  it.each([
    ['in order', true, 10],
    ['side by side', false, 25],
  ])('begins none that its account has no room for; the next batch does them (%s)', async (_, in_order, most) => {
    await world.settled();
    const before = await changes();
    const { statuses, last } = await send(edits(40), in_order);
    const done = statuses.filter((status) => status === 200).length;
    expect(done).toBeGreaterThan(5);
    expect(done).toBeLessThan(most);
    expect(statuses).toEqual([...Array(done).fill(200), ...Array(40 - done).fill(424)]);
    expect(last).toMatchObject({ error_details: [{ code: 'not_run' }] });
    await world.settled();
    expect(await changes()).toBe(before + done);
    expect((await send(edits(2), in_order)).statuses).toEqual([200, 200]);
  });

  const expectFewDone = ({ statuses }: { statuses: readonly number[] }) => {
    const done = statuses.filter((status) => status === 200).length;
    expect(done).toBeGreaterThan(3);
    expect(done).toBeLessThan(10);
    expect(statuses).toContain(424);
  };

  it('leaves out answers of dry runs that find no room, though the requests began side by side', async () => {
    expectFewDone(await send(edits(16), false, true));
  });

  it('leaves out answers of replays that find no room, since the writes were done before', async () => {
    const keyed = edits(16).map(({ path, body }, i) => ({ path, body: { ...body, idempotency_key: `replay-${i}` } }));
    for (let i = 0; i < 16; i += 4)
      expect((await send(keyed.slice(i, i + 4), true)).statuses).toEqual(Array(4).fill(200));
    await world.settled();
    const before = await changes();
    expectFewDone(await send(keyed, false));
    expect((await send(keyed.slice(0, 2), false)).statuses).toEqual([200, 200]);
    expect(await changes()).toBe(before);
  });
});
