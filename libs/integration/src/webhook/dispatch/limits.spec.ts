import {
  eventually,
  failure,
  isDistributed,
  ok,
  openShop,
  orderOf,
  type Shop,
  type TestUser,
  World,
} from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import { Receiver } from '../http/receiver.fixture.js';
import type { Delivery } from './lane/delivery.js';
import { LOAD } from './load.js';

interface Seller {
  readonly user: TestUser;
  readonly shop: Shop;
}

let world: World;
let receiver: Receiver;
/** These requests wait for an answer, in the order of their arrival. */
let open: ServerResponse[];
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  open = [];
  receiver = await Receiver.open((_, __, response) => void open.push(response));
});
afterEach(() => receiver.close());

async function seller(): Promise<Seller> {
  const user = await world.account();
  return { user, shop: await openShop(user) };
}
const place = async ({ user, shop }: Seller, firstname: string, fields = {}) =>
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname, ...fields })));
const answer = async () => {
  await eventually(() => open.length > 0);
  open.shift()!.end();
};
const refusalOf = async ({ api }: TestUser, webhook_id: number) =>
  failure(await api.integration.webhook.test({ webhook_id })).error_details?.[0]?.code;

test('a throttle is kept while its endpoint is idle', async () => {
  const times: number[] = [];
  const throttled = await Receiver.open((_, __, response) => {
    times.push(performance.now());
    response.end();
  });
  const ada = await seller();
  const { webhook_id } = await throttled.subscribe(ada.user, { throttle_per_second: 1 });
  const { source } = world.assembly.running.integration.db;
  const began = performance.now();
  for (const firstname of ['Ada', 'Bob']) {
    await place(ada, firstname);
    await eventually(() => throttled.received.length > 0);
    const free = 'SELECT FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2 AND owner IS NULL';
    await eventually(async () => (await source.query(free, [ada.user.account_id, webhook_id])).length > 0);
  }
  await eventually(() => times.length === 2);
  expect(times[1]! - began).toBeGreaterThan(1_000);
  await throttled.close();
});

test('one load reads bodies up to the bytes that an endpoint may have in memory', async () => {
  const ada = await seller();
  const { webhook_id } = await receiver.subscribe(ada.user);
  ok(await ada.user.api.integration.webhook.edit({ webhook_id, enabled: false }));
  for (let n = 0; n < 5; n++) await place(ada, 'x'.repeat(30), { comment: 'x'.repeat(10_000) });
  await world.settled();
  const load = (bytes: number) =>
    world.assembly.running.integration.db.query<Delivery>(LOAD, [
      [ada.user.account_id],
      [webhook_id],
      ['full'],
      [bytes],
      [0],
      [200],
      ...[[], [], [], [], []],
    ]);
  const all = await load(1_000_000);
  expect(all).toHaveLength(5);
  expect(await load(25_000)).toEqual(all.slice(0, 3).map((each) => ({ ...each, most_bytes: 25_000 })));
  expect(await load(1)).toHaveLength(1);
});

test('many events of one record hold up no other record, and arrive in order', async () => {
  let isHeld = true;
  const slow = await Receiver.open((_, __, response) => (isHeld ? void open.push(response) : void response.end()));
  const ada = await seller();
  const { webhook_id } = await slow.subscribe(ada.user);
  const { webhook } = ada.user.api.integration;
  ok(await webhook.edit({ webhook_id, enabled: false }));
  await place(ada, 'Ada');
  await world.settled();
  const run = (sql: string) => world.assembly.running.integration.db.source.query(sql, [ada.user.account_id]);
  const copy = (table: string, columns: string, values = columns) =>
    run(`INSERT INTO integration.${table} (account_id, position, date_added, section, record_id, ${columns})
      SELECT account_id, 10 + n, date_added, section, record_id, ${values}
      FROM integration.${table}, generate_series(1, 500) n WHERE account_id = $1 AND section = 'sale_order'`);
  const bodies = 'name, sequence, body_full, body_thin';
  await copy('webhook_event', `event_id, ${bodies}`, `gen_random_uuid(), ${bodies}`);
  await copy('webhook_queue', 'webhook_id, state');
  await run('UPDATE integration.webhook_account SET position = 1000 WHERE account_id = $1');
  await place(ada, 'Bob');
  await world.settled();
  ok(await webhook.edit({ webhook_id, enabled: true }));
  const idsWhere = async (where: string): Promise<string[]> => {
    const sql = `SELECT event_id FROM integration.webhook_event
      WHERE account_id = $1 AND section = 'sale_order' AND ${where} ORDER BY position`;
    return (await run(sql)).map(({ event_id }: { event_id: string }) => event_id);
  };
  const arrived = () => slow.received.map(({ headers }) => String(headers['webhook-id']));
  const [ofAda, ofBob] = [await idsWhere('position < 1000'), await idsWhere('position > 1000')];
  await eventually(() => ofBob.every((id) => arrived().includes(id)));
  isHeld = false;
  for (const each of open.splice(0)) each.end();
  await eventually(() => slow.received.length === ofAda.length + ofBob.length);
  expect(arrived().filter((id) => !ofBob.includes(id))).toEqual(ofAda);
  await slow.close();
});

// Every replica has slots of its own: with two of them nothing waits here.
const testOfOneReplica = isDistributed ? test.skip : test;
testOfOneReplica(
  'nineteen endpoints of an account that do not answer delay no delivery and no test of another account to their host',
  async () => {
    const [busy, quiet] = [await seller(), await seller()];
    const slow = await Receiver.open(({ body }, _, response) =>
      JSON.parse(body).domain === busy.user.credentials.domain ? void open.push(response) : void response.end(),
    );
    for (let n = 0; n < 19; n++) await slow.subscribe(busy.user);
    await place(busy, 'Ada');
    await eventually(() => open.length === 16);
    const { webhook_id } = await slow.subscribe(quiet.user);
    await place(quiet, 'Bob');
    await eventually(() => slow.received.length === 17);
    expect(ok(await quiet.user.api.integration.webhook.test({ webhook_id })).attempt).toMatchObject({ status: 200 });
    // The others were not answered before.
    expect([open.length, slow.received.length]).toEqual([16, 18]);
    await slow.close();
  },
);

testOfOneReplica('an endpoint that was healthy and begins to hang leaves slots of its host to others', async () => {
  let isHanging = false;
  const turning = await Receiver.open((_, __, response) =>
    isHanging ? void open.push(response) : void response.end(),
  );
  const healthy = await Receiver.open();
  const [busy, quiet] = [await seller(), await seller()];
  const { webhook_id } = await turning.subscribe(busy.user);
  await healthy.subscribe(quiet.user);
  for (let n = 0; n < 12; n++) await place(busy, 'Ada');
  await eventually(() => turning.received.length === 12);
  isHanging = true;
  for (let n = 0; n < 18; n++) await place(busy, 'Ada');
  await eventually(() => open.length >= 8);
  await place(quiet, 'Bob');
  await eventually(() => healthy.received.length === 1);
  expect(await refusalOf(busy.user, webhook_id)).toBe('unavailable');
  expect(open).toHaveLength(8);
  for (const each of [turning, healthy]) await each.close();
});

testOfOneReplica(
  'an account tests one endpoint at a time, and four accounts do, so writes have room beside them',
  async () => {
    const users: [TestUser, number][] = [];
    for (let n = 0; n < 5; n++) {
      const user = await world.account();
      users.push([user, (await receiver.subscribe(user)).webhook_id]);
    }
    const running = users.slice(0, 4).map(([{ api }, webhook_id]) => api.integration.webhook.test({ webhook_id }));
    await eventually(() => open.length === 4);
    expect(await refusalOf(...users[0]!)).toBe('locked');
    expect(await refusalOf(...users[4]!)).toBe('unavailable');
    for (const each of open.splice(0)) each.end();
    (await Promise.all(running)).forEach(ok);
    const [{ api }, webhook_id] = users[4]!;
    const last = api.integration.webhook.test({ webhook_id });
    await answer();
    ok(await last);
  },
);
