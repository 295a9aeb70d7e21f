import { shownDate } from '@stockbook/contracts';
import { dropPartitions } from '@stockbook/persistence';
import { daysAgo, partitionName, pastDays } from '@stockbook/testing/database';
import { eventually, ok, openShop, orderOf, refused, type Shop, type TestUser, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';
import { DeliveryExpiry } from './delivery-expiry.js';
import { partitionedLogs } from './partitions.js';

let world: World;
let owner: TestUser;
let shop: Shop;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await World.open({ env: { PAGE_KIB: '2048' } });
});
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => world.close());

async function receiver(...[answer]: Parameters<typeof Receiver.open>): Promise<Receiver> {
  const opened = await Receiver.open(answer);
  receivers.push(opened);
  return opened;
}
const hooks = () => owner.api.integration.webhook;
const place = async () =>
  ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname: `${Math.random()}` })));
async function add(url: string): Promise<{ webhook_id: number }> {
  const { webhook_id, secret } = ok(await hooks().add({ url, events: ['sale_order'] }));
  receivers.find((each) => url.startsWith(each.url))?.trust(secret);
  return { webhook_id };
}
const deliveries = async () => ok(await hooks().getDelivery({})).deliveries;
const sql = (text: string, values: unknown[]) => world.assembly.running.integration.db.source.query(text, values);
/** No dispatcher knows the endpoint as it was. */
const released = (webhook_id: number) => {
  const free = 'SELECT FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2 AND owner IS NULL';
  return eventually(async () => (await sql(free, [owner.account_id, webhook_id])).length > 0);
};

describe('deliveries that are sent once more', () => {
  it('keep their id, and say that they are', async () => {
    const { url, received } = await receiver();
    await add(url);
    await place();
    await world.settled();
    const [{ delivery_id = 0 } = {}] = await deliveries();
    ok(await hooks().redeliver({ delivery_id: [delivery_id] }));
    await eventually(() => received.length === 2);
    await world.settled();
    const [first, second] = received;
    expect(second!.headers).toMatchObject({
      'webhook-id': first!.headers['webhook-id'],
      'stockbook-attempt': '2',
      'stockbook-trigger': 'manual',
    });
    expect(await deliveries()).toMatchObject([
      { delivery_id, state: 'delivered', attempts: [{}, { trigger: 'manual' }] },
    ]);
  });

  it('are those that an endpoint has missed, which a dry run counts', async () => {
    const early = await receiver();
    await add(early.url);
    await place();
    await world.settled();
    const late = await receiver();
    const { webhook_id } = await add(late.url);
    const request = { webhook_id, date_start: '2026-01-01' };
    expect(ok(await hooks().recover({ ...request, dry_run: true }))).toMatchObject({ count: 1 });
    expect(ok(await hooks().recover(request))).toMatchObject({ count: 1 });
    await eventually(() => late.received.length === 1);
    await world.settled();
    expect(late.received[0]!.body).toBe(early.received[0]!.body);
    expect(ok(await hooks().recover({ ...request, idempotency_key: 'again' }))).toMatchObject({ count: 0 });
    expect(ok(await hooks().recover({ ...request, what: 'all' }))).toMatchObject({ count: 1 });
  });

  it('are failed ones and missing ones, unless one kind is asked for', async () => {
    const { webhook_id } = await add((await receiver()).url);
    await place();
    await world.settled();
    await sql(`UPDATE integration.webhook_delivery SET state = 'exhausted' WHERE account_id = $1 AND webhook_id = $2`, [
      owner.account_id,
      webhook_id,
    ]);
    await place();
    await world.settled();
    await sql(
      `DELETE FROM integration.webhook_delivery WHERE account_id = $1 AND webhook_id = $2 AND state = 'delivered'`,
      [owner.account_id, webhook_id],
    );
    const counted = async (what?: 'failed' | 'missing') =>
      ok(await hooks().recover({ webhook_id, date_start: '2026-01-01', ...(what && { what }), dry_run: true })).count;
    expect([await counted(), await counted('failed'), await counted('missing')]).toEqual([2, 1, 1]);
    ok(await hooks().edit({ webhook_id, enabled: false }));
    await released(webhook_id);
    ok(await hooks().recover({ webhook_id, date_start: '2026-01-01' }));
    const pause = `SELECT round(1000 * extract(epoch FROM max(next_try_at) - min(next_try_at)))::int AS ms
       FROM integration.webhook_queue WHERE account_id = $1`;
    expect(await sql(pause, [owner.account_id])).toEqual([{ ms: 20 }]);
  });

  it('are none to which the endpoint subscribes no more', async () => {
    const { url, received } = await receiver();
    const { webhook_id } = await add(url);
    await place();
    await world.settled();
    const recover = async (what: 'failed' | 'all') =>
      ok(await hooks().recover({ webhook_id, date_start: '2026-01-01', what })).count;
    ok(await hooks().edit({ webhook_id, enabled: false }));
    await released(webhook_id);
    expect(await recover('all')).toBe(1);
    ok(await hooks().edit({ webhook_id, events: ['sale_credit_note'], enabled: true }));
    await world.settled();
    expect(await deliveries()).toMatchObject([{ state: 'cancelled', reason: 'unsubscribed' }]);
    expect(await recover('failed')).toBe(0);
    expect(received).toHaveLength(1);
  });
});

test('a delivery of an endpoint that is being deleted is not sent once more', async () => {
  const { url, received } = await receiver();
  const { webhook_id } = await add(url);
  await place();
  await world.settled();
  const [{ delivery_id = 0 } = {}] = await deliveries();
  await released(webhook_id);
  const { source } = world.assembly.running.integration.db;
  const waiting = (count: number) =>
    eventually(async () => {
      const locks = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await source.query(locks)).length === count;
    });
  const test = source.createQueryRunner();
  await test.startTransaction();
  await test.query('SELECT FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2 FOR UPDATE', [
    owner.account_id,
    webhook_id,
  ]);
  const deleting = hooks().delete({ webhook_id });
  await waiting(1);
  const redelivering = hooks().redeliver({ delivery_id: [delivery_id] });
  await waiting(2);
  await test.commitTransaction();
  await test.release();
  ok(await deleting);
  expect(refused(await redelivering)).toEqual([`There is no delivery ${delivery_id}.`]);
  expect(await deliveries()).toMatchObject([{ delivery_id, state: 'delivered' }]);
  expect(received).toHaveLength(1);
});

describe('the log', () => {
  it('is kept for 31 days besides today, in a partition for each day, which is dropped as a whole', async () => {
    const past = Array.from({ length: 33 }, (_, n) => n + 1);
    for (const table of partitionedLogs) await sql(pastDays('integration', table, past), []);
    expect(await dropPartitions(world.assembly.running.integration.db, partitionedLogs)).toBe(false);
    const names: { name: string }[] = await sql(
      `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE relname ~ '^webhook_.*_\\d{8}$'`,
      [],
    );
    const kept = [...past.slice(0, 31), 0, -1, -2, -3];
    expect(names.map(({ name }) => name).sort()).toEqual(
      partitionedLogs.flatMap(({ name }) => kept.map((day) => partitionName(name, day))).toSorted(),
    );
  });

  it('hides the answer to a body with cost from users without view_cost, also after the endpoint lost it', async () => {
    const echo = await receiver(({ body }, _, response) => void response.end(body));
    const { webhook_id } = await echo.subscribe(owner, { view_cost: true });
    await place();
    await world.settled();
    const clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], view_cost: false });
    ok(await clerk.api.integration.webhook.edit({ webhook_id, view_cost: false }));
    await place();
    await world.settled();
    const bodies = echo.received.map(({ body }) => body).reverse();
    const answers = async ({ api }: TestUser) =>
      ok(await api.integration.webhook.getDelivery({})).deliveries.map(({ attempts }) => attempts[0]?.response_body);
    expect(bodies.map((body) => body.includes('"cost"'))).toEqual([false, true]);
    expect(await answers(owner)).toEqual(bodies);
    expect(await answers(clerk)).toEqual([bodies[0], '']);
  });

  it('shows why a delivery waits, and until when, as the endpoint counts it', async () => {
    const { url, received } = await receiver();
    const { webhook_id } = await add(url);
    ok(await hooks().edit({ webhook_id, enabled: false }));
    await place();
    await world.settled();
    const counts = async () => ok(await hooks().get({ webhook_id })).webhooks[0]?.deliveries;
    expect(await deliveries()).toMatchObject([{ state: 'held', reason: 'disabled', next_try_at: '' }]);
    expect(await counts()).toEqual([{ state: 'held', count: 1 }]);
    const open_until = new Date(Date.now() + 3_600_000);
    const values = [owner.account_id, open_until];
    await sql('UPDATE integration.webhook_health SET open_until = $2 WHERE account_id = $1', values);
    await sql(`UPDATE integration.webhook SET status = 'failing' WHERE account_id = $1`, [owner.account_id]);
    const next_try_at = shownDate(open_until);
    expect(await deliveries()).toMatchObject([{ state: 'postponed', reason: 'breaker_open', next_try_at }]);
    expect(await counts()).toEqual([{ state: 'postponed', count: 1 }]);
    expect(ok(await hooks().getDelivery({ filter_state: 'postponed' })).total).toBe(1);
    expect(received).toEqual([]);
  });

  it('masks the query that a redirect repeats, as that of the URL', async () => {
    const redirecting = await receiver(({ path }, _, response) => {
      response.writeHead(301, { location: path.replace('?', '/?') }).end();
    });
    const { webhook_id } = await add(`${redirecting.url}?token=t`);
    const { attempt } = ok(await hooks().test({ webhook_id }));
    expect(attempt).toMatchObject({ failure: 'redirect', response_headers: { location: '/hook/?token=********' } });
  });

  it('shows the newest attempts of a delivery, as many as fit into its part of a page', async () => {
    const headers = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`x-${n}`, 'x'.repeat(1_000)]));
    const { url, received } = await receiver((_, __, response) => {
      response.writeHead(200, headers).end('\x01'.repeat(4_096));
    });
    await add(url);
    await place();
    await world.settled();
    const [{ delivery_id = 0 } = {}] = await deliveries();
    for (let n = 2; n <= 6; n++) {
      ok(await hooks().redeliver({ delivery_id: [delivery_id] }));
      await eventually(() => received.length === n);
      await world.settled();
    }
    const [delivery] = ok(await hooks().getDelivery({})).deliveries;
    expect(delivery?.attempts.map((attempt) => attempt.number)).toEqual([4, 5, 6]);
  });

  it('has as cancelled what an endpoint that is off did not get in 30 days', async () => {
    const { webhook_id } = await add((await receiver()).url);
    ok(await hooks().edit({ webhook_id, enabled: false }));
    await place();
    await place();
    await world.settled();
    const [newer, older] = await deliveries();
    const made = (delivery_id: number | undefined, days: number) =>
      sql('UPDATE integration.webhook_queue SET date_added = $1 WHERE account_id = $2 AND delivery_id = $3', [
        daysAgo(days),
        owner.account_id,
        delivery_id,
      ]);
    await made(older?.delivery_id, 30.1);
    await made(newer?.delivery_id, 29.9);
    await new DeliveryExpiry().run(world.assembly.running.integration.db);
    expect(
      await sql(`SELECT delivery_id, state, reason FROM integration.webhook_delivery WHERE account_id = $1`, [
        owner.account_id,
      ]),
    ).toEqual([{ delivery_id: older?.delivery_id, state: 'cancelled', reason: 'expired' }]);
    expect(
      await sql('SELECT delivery_id FROM integration.webhook_queue WHERE account_id = $1', [owner.account_id]),
    ).toEqual([{ delivery_id: newer?.delivery_id }]);
  });
});
