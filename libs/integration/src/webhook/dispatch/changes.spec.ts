import { eventually, ok, orderOf, type Shop, type TestUser, type World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import { Receiver, verify } from '../http/receiver.fixture.js';
import { holdAnswers } from './held-answers.fixture.js';

let world: World;
let user: TestUser;
let shop: Shop;
let receiver: Receiver;
let open: ServerResponse[];
beforeEach(async () => void ({ world, user, shop, receiver, open } = await holdAnswers()));
afterEach(() => receiver.close());

const hooks = () => user.api.integration.webhook;
const place = async (firstname: string) =>
  ok(await user.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname })));

describe('a loaded delivery of an endpoint that is changed', () => {
  /** Adds an endpoint with six deliveries that are loaded, four of them in flight. */
  async function loaded() {
    const endpoint = await receiver.subscribe(user);
    const { webhook_id } = endpoint;
    ok(await hooks().edit({ webhook_id, enabled: false }));
    for (let n = 0; n < 6; n++) await place(`Ada ${n}`);
    await world.settled();
    ok(await hooks().edit({ webhook_id, enabled: true }));
    await eventually(() => open.length === 4);
    return endpoint;
  }
  const answerAll = async () => {
    for (const each of open.splice(0)) each.end();
    await world.settled();
  };

  it('goes to its new URL', async () => {
    const { webhook_id, secret } = await loaded();
    const moved = await Receiver.open();
    moved.trust(secret);
    ok(await hooks().edit({ webhook_id, url: moved.url }));
    await answerAll();
    expect([receiver.received.length, moved.received.length]).toEqual([4, 2]);
    await moved.close();
  });

  it('is not sent when it is deleted', async () => {
    const { webhook_id } = await loaded();
    ok(await hooks().delete({ webhook_id }));
    await answerAll();
    expect(receiver.received).toHaveLength(4);
  });

  it('is logged with the answer to what was in flight when it is deleted', async () => {
    const { webhook_id } = await loaded();
    ok(await hooks().delete({ webhook_id }));
    open.shift()!.writeHead(500).end();
    await answerAll();
    const logged = async () =>
      ok(await hooks().getDelivery({})).deliveries.map(
        ({ state, reason, attempts }) => `${state} ${reason} ${attempts.map(({ status }) => status)}`,
      );
    const answered = ['delivered  200', 'delivered  200', 'delivered  200', 'cancelled deleted 500'];
    const all = [...answered, 'cancelled deleted ', 'cancelled deleted '].sort();
    await eventually(async () => (await logged()).sort().join() === all.join());
  });

  it('is signed by its new secret', async () => {
    const { webhook_id } = await loaded();
    const { secret = '' } = ok(await hooks().rotateSecret({ webhook_id, grace_hours: 0 }));
    receiver.trust(secret);
    for (const each of open.splice(0)) each.end();
    await eventually(() => open.length === 2);
    for (const each of receiver.received.slice(4))
      expect(verify(secret, each)).toMatchObject({ event: 'sale_order.added' });
    await answerAll();
  });
});

test('is failing when a delivery is given up, and recovers by a success: other endpoints get both events', async () => {
  const { webhook_id } = await receiver.subscribe(user);
  const watching = await Receiver.open();
  await watching.subscribe(user, { events: ['webhook.failing', 'webhook.recovered'] });
  const events = () =>
    watching.received
      .map(({ body }) => JSON.parse(body))
      .map(({ event, data }) => [event, data.webhook_id, data.status]);
  const answer = async (status: number) => {
    await eventually(() => open.length > 0);
    open.shift()!.writeHead(status).end();
  };
  await place('Ada');
  await answer(500);
  await eventually(async () => ok(await hooks().getDelivery({ filter_state: 'retrying' })).deliveries.length === 1);
  const lastTry = 'UPDATE integration.webhook_queue SET tries = 9, next_try_at = now() WHERE account_id = $1';
  await world.assembly.running.integration.db.source.query(lastTry, [user.account_id]);
  await answer(500);
  await eventually(() => events().length === 1);
  await place('Bob');
  await answer(200);
  await eventually(() => events().length === 2);
  expect(events()).toEqual([
    ['webhook.failing', webhook_id, 'failing'],
    ['webhook.recovered', webhook_id, 'enabled'],
  ]);
  await watching.close();
});
