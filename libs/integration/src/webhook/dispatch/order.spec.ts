import { openLog } from '@stockbook/process';
import { eventually, ok, orderOf, type Shop, type TestUser, type World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import type { Receiver } from '../http/receiver.fixture.js';
import { WebhookReconciliation } from '../log/reconciliation.js';
import { holdAnswers } from './held-answers.fixture.js';

let world: World;
let user: TestUser;
let shop: Shop;
let receiver: Receiver;
let open: ServerResponse[];
beforeEach(async () => void ({ world, user, shop, receiver, open } = await holdAnswers()));
afterEach(() => receiver.close());

const hooks = () => user.api.integration.webhook;
const sql = (text: string, values: unknown[]) => world.assembly.running.integration.db.source.query(text, values);
const add = async (fields = {}) => (await receiver.subscribe(user, fields)).webhook_id;
const place = async (firstname = 'Ada') =>
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname }))).order.order_id;
const edit = async (order_id: number, city: string) => ok(await user.api.sale.order.edit({ order_id, city }));
const deliveries = async () => ok(await hooks().getDelivery({ order: 'ASC' })).deliveries;
const states = async () => (await deliveries()).map(({ state }) => state).join();
const become = (expected: string) => eventually(async () => (await states()) === expected);
const sequences = () => receiver.received.map(({ body }) => JSON.parse(body).sequence);
const answer = async (status: number) => {
  await eventually(() => open.length > 0);
  open.shift()!.writeHead(status).end();
};
/** Answers 200 to this many requests, each of which must be the only one in flight. */
const answerOneByOne = async (count: number) => {
  for (let n = 0; n < count; n++) {
    await eventually(() => open.length > 0);
    await deliveries();
    expect(open.length).toBe(1);
    await answer(200);
  }
};
/** Makes deliveries due as if the pause were over. */
const retryNow = () =>
  sql(`UPDATE integration.webhook_queue SET next_try_at = now() WHERE account_id = $1 AND state = 'retrying'`, [
    user.account_id,
  ]);
const released = (webhook_id: number) =>
  eventually(async () => {
    const free = 'SELECT FROM integration.webhook_health WHERE account_id = $1 AND webhook_id = $2 AND owner IS NULL';
    return (await sql(free, [user.account_id, webhook_id])).length > 0;
  });

test('a delivery that could not be sent by a fault of ours uses no attempt and holds its record', async () => {
  const webhook_id = await add();
  const key = [user.account_id, webhook_id];
  const [{ secrets }] = await sql(
    'SELECT secrets FROM integration.webhook WHERE account_id = $1 AND webhook_id = $2',
    key,
  );
  const seal = (stored: object) =>
    sql('UPDATE integration.webhook SET secrets = $3 WHERE account_id = $1 AND webhook_id = $2', [
      ...key,
      JSON.stringify(stored),
    ]);
  await seal([{ ...secrets[0], key_id: 'missing' }]);
  const order_id = await place();
  await edit(order_id, 'Oslo');
  await become('retrying,held');
  await released(webhook_id);
  await edit(order_id, 'Rome');
  await become('retrying,held,held');
  expect(await deliveries()).toMatchObject([{ attempts: [] }, { attempts: [] }, { attempts: [] }]);
  await released(webhook_id);
  await seal(secrets);
  await retryNow();
  await answerOneByOne(3);
  await become('delivered,delivered,delivered');
  expect(sequences()).toEqual([1, 2, 3]);
});

describe('deliveries of one record that are sent once more', () => {
  const recover = (webhook_id: number, what: 'missing' | 'all') =>
    hooks().recover({ webhook_id, date_start: '2026-01-01', what, idempotency_key: what });
  /** Adds an order with four events, of which the endpoint has none yet. */
  const missingFour = async () => {
    await add({ events: ['sale_credit_note'] });
    const order_id = await place();
    for (const city of ['Paris', 'Oslo', 'Rome']) await edit(order_id, city);
    await world.settled();
    return { order_id, webhook_id: await add() };
  };

  it('are recovered in their order, the later ones held behind a failure', async () => {
    const { webhook_id } = await missingFour();
    expect(ok(await recover(webhook_id, 'missing'))).toMatchObject({ count: 4 });
    await become('retrying,held,held,held');
    const [{ delivery_id = 0 } = {}, second] = await deliveries();
    expect(second).toMatchObject({ held_by: delivery_id });
    await answer(500);
    await eventually(async () => (await deliveries())[0]?.attempts.length === 1);
    expect([await states(), receiver.received.length]).toEqual(['retrying,held,held,held', 1]);
    await retryNow();
    await answerOneByOne(4);
    await become('delivered,delivered,delivered,delivered');
    expect(sequences()).toEqual([1, 1, 2, 3, 4]);
  });

  it('are recovered in their order, whether they are done or missing', async () => {
    const { webhook_id } = await missingFour();
    ok(await recover(webhook_id, 'missing'));
    await answerOneByOne(4);
    await become('delivered,delivered,delivered,delivered');
    await sql('DELETE FROM integration.webhook_delivery WHERE account_id = $1 AND position IN (1, 3)', [
      user.account_id,
    ]);
    expect(ok(await recover(webhook_id, 'all'))).toMatchObject({ count: 4 });
    await answerOneByOne(4);
    expect(sequences().slice(4)).toEqual([1, 2, 3, 4]);
  });

  it('wait for a retry of the record', async () => {
    const { webhook_id, order_id } = await missingFour();
    await edit(order_id, 'Bern');
    await answer(500);
    await become('retrying');
    await edit(order_id, 'Rome');
    await become('retrying,held');
    await sql(`DELETE FROM integration.webhook_queue WHERE account_id = $1 AND state = 'held'`, [user.account_id]);
    ok(await recover(webhook_id, 'missing'));
    // The deliveries of the first four events go before it.
    await answerOneByOne(4);
    await eventually(async () => (await deliveries()).filter(({ state }) => state === 'delivered').length === 4);
    expect(
      (await deliveries())
        .map(({ state }) => state)
        .sort()
        .join(),
    ).toBe('delivered,delivered,delivered,delivered,held,retrying');
  });

  it('are sent in their order by the reconciliation that misses them', async () => {
    const webhook_id = await add();
    ok(await hooks().edit({ webhook_id, enabled: false }));
    const order_id = await place();
    await edit(order_id, 'Oslo');
    await world.settled();
    for (const change of [
      `DELETE FROM integration.webhook_queue WHERE account_id = $1`,
      `UPDATE integration.webhook_event SET date_added = date_added - interval '5 minutes' WHERE account_id = $1`,
      `UPDATE integration.webhook SET status = 'enabled', date_modified = now() - interval '1 day'
       WHERE account_id = $1`,
    ])
      await sql(change, [user.account_id]);
    await new WebhookReconciliation(openLog('test', 'silent')).run(world.assembly.running.integration.db);
    await become('retrying,held');
    await answerOneByOne(2);
    expect(sequences()).toEqual([1, 2]);
  });

  it('are redelivered in their order, past failures', async () => {
    await add();
    const order_id = await place();
    for (const city of ['Paris', 'Oslo']) await edit(order_id, city);
    await answerOneByOne(3);
    await become('delivered,delivered,delivered');
    const delivery_id = (await deliveries()).map((each) => each.delivery_id).reverse();
    ok(await hooks().redeliver({ delivery_id }));
    await answer(500);
    await answerOneByOne(2);
    await become('exhausted,delivered,delivered');
    expect(sequences().slice(3)).toEqual([1, 2, 3]);
  });

  it('are as few as one: what is held behind another retry stays held', async () => {
    await add();
    const order_id = await place();
    for (const city of ['Paris', 'Oslo']) await edit(order_id, city);
    await answer(500);
    await become('retrying,held,held');
    const [, { delivery_id = 0 } = {}] = await deliveries();
    ok(await hooks().redeliver({ delivery_id: [delivery_id] }));
    await answer(500);
    await eventually(async () => (await deliveries())[1]?.attempts.length === 1);
    await sql('UPDATE integration.webhook_queue SET next_try_at = now() WHERE account_id = $1 AND delivery_id = $2', [
      user.account_id,
      delivery_id,
    ]);
    await answer(200);
    await eventually(async () => (await deliveries())[1]?.state === 'delivered');
    expect(await states()).toBe('retrying,delivered,held');
    await retryNow();
    await answerOneByOne(2);
    expect(sequences()).toEqual([1, 2, 2, 1, 3]);
  });
});

test('an endpoint that gives up the order gets what was held at once', async () => {
  const webhook_id = await add();
  const order_id = await place();
  await edit(order_id, 'Oslo');
  await answer(500);
  await become('retrying,held');
  // Its owner has it for as long as this one waits for an answer.
  await place('Bob');
  await eventually(() => open.length === 1);
  ok(await hooks().edit({ webhook_id, ordered: false }));
  await eventually(() => open.length === 2);
  await answer(200);
  await answer(200);
  await become('retrying,delivered,delivered');
  expect(sequences()).toEqual([1, 1, 2]);
});

test('an endpoint that is ordered again waits for the retries that it has', async () => {
  const webhook_id = await add();
  ok(await hooks().edit({ webhook_id, ordered: false }));
  const order_id = await place();
  await answer(500);
  await become('retrying');
  // Keeps the endpoint busy, so that it is not claimed anew.
  await place('Bob');
  await eventually(() => open.length > 0);
  ok(await hooks().edit({ webhook_id, ordered: true }));
  await edit(order_id, 'Oslo');
  await become('retrying,pending,held');
  expect(open).toHaveLength(1);
  await answer(200);
});
