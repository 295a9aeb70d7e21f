import { failure, ok, openShop, orderOf, type TestUser, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';

let world: World;
let receiver: Receiver;
let owner: TestUser;
/** The clerk may read orders, but not customers. */
let clerk: TestUser;
beforeAll(async () => {
  world = await World.shared();
  receiver = await Receiver.open();
});
beforeEach(async () => {
  owner = await world.account();
  const rights = { access: ['integration/webhook', 'sale/order'], modify: ['integration/webhook'] };
  clerk = await world.colleague(owner, rights);
});
afterAll(() => receiver.close());

const forbidden = (message: string) => [{ code: 'forbidden', message }];
const hooks = (user: TestUser) => user.api.integration.webhook;
async function add(user: TestUser, events: string[]): Promise<number> {
  const { webhook_id, secret } = ok(await hooks(user).add({ url: receiver.url, events }));
  receiver.trust(secret);
  return webhook_id;
}
const addCustomer = () => owner.api.sale.customer.add({ firstname: 'Ada', email: 'ada@example.com' });
const placeOrder = async () => owner.api.sale.order.add(orderOf(await openShop(owner), [{ item_id: 0, quantity: 1 }]));

describe('a user who may not access the records of a section', () => {
  it('subscribes no endpoint to it', async () => {
    const webhook_id = await add(clerk, ['sale_order']);
    const refusal = (i: number, name: string) =>
      forbidden(`events[${i}] "${name}" needs the right to access sale/customer.`);
    const added = await hooks(clerk).add({ url: receiver.url, events: ['sale_order', 'sale_customer'] });
    expect(failure(added).error_details).toMatchObject(refusal(1, 'sale_customer'));
    const edited = await hooks(clerk).edit({ webhook_id, events: ['sale_reward.added'] });
    expect(failure(edited).error_details).toMatchObject(refusal(0, 'sale_reward.added'));
    const others = await add(owner, ['sale_order', 'sale_customer']);
    ok(await hooks(clerk).edit({ webhook_id: others, events: ['sale_customer'], description: 'Less' }));
  });

  it('redirects no endpoint that has it, and sends nothing of it again', async () => {
    const webhook_id = await add(owner, ['sale_customer']);
    ok(await addCustomer());
    await world.settled();
    const [{ delivery_id = 0 } = {}] = ok(await hooks(owner).getDelivery({ filter_webhook_id: webhook_id })).deliveries;
    const refusals = [
      ['change the url of', await hooks(clerk).edit({ webhook_id, url: `${receiver.url}/mine` })],
      ['change the headers of', await hooks(clerk).edit({ webhook_id, headers: { 'x-to': 'me' } })],
      ['rotate the secret of', await hooks(clerk).rotateSecret({ webhook_id })],
      ['redeliver to', await hooks(clerk).redeliver({ delivery_id: [delivery_id] })],
      ['recover the deliveries of', await hooks(clerk).recover({ webhook_id, date_start: '' })],
    ] as const;
    for (const [doing, refusal] of refusals)
      expect(failure(refusal).error_details).toEqual(
        forbidden(`You may not ${doing} webhook ${webhook_id}: it needs the right to access sale/customer.`),
      );
    ok(await hooks(clerk).edit({ webhook_id, description: 'Theirs' }));
  });

  it.each(['the owner', 'that user'])(
    'gets nothing of it by a redirection of an endpoint that %s has narrowed, though it is sent again by hand',
    async (who) => {
      const mine = await Receiver.open();
      const { webhook_id, secret } = ok(
        await hooks(owner).add({ url: receiver.url, events: ['sale_customer', 'sale_order'] }),
      );
      for (const each of [receiver, mine]) each.trust(secret);
      ok(await addCustomer());
      await world.settled();
      const [{ delivery_id = 0 } = {}] = ok(await hooks(owner).getDelivery({})).deliveries;
      const narrow = async (user: TestUser) => ok(await hooks(user).edit({ webhook_id, events: ['sale_order'] }));
      ok(await hooks(owner).edit({ webhook_id, enabled: false }));
      if (who === 'the owner') await narrow(owner);
      ok(await hooks(owner).redeliver({ delivery_id: [delivery_id] }));
      if (who === 'that user') await narrow(clerk);
      ok(await hooks(clerk).edit({ webhook_id, url: mine.url }));
      ok(await hooks(clerk).edit({ webhook_id, enabled: true }));
      await world.settled();
      expect(ok(await hooks(owner).getDelivery({})).deliveries).toMatchObject([
        { state: 'cancelled', reason: 'unsubscribed' },
      ]);
      expect(mine.received).toEqual([]);
      await mine.close();
    },
  );

  it('reads no events and no bodies of it', async () => {
    await add(owner, ['sale_customer', 'sale_order']);
    ok(await addCustomer());
    ok(await placeOrder());
    await world.settled();
    const { events } = ok(await hooks(clerk).getEvent({}));
    expect(new Set(events.map(({ event }) => event.split('.')[0]))).toEqual(new Set(['sale_order', 'webhook']));
    expect(ok(await hooks(clerk).getEvent({ filter_event: 'sale_customer' })).events).toEqual([]);
    const shown = async (user: TestUser, filter_event: string) => {
      const [{ delivery_id = 0 } = {}] = ok(await hooks(user).getDelivery({ filter_event })).deliveries;
      const [delivery] = ok(await hooks(user).getDelivery({ delivery_id })).deliveries;
      return [typeof delivery?.body, delivery?.attempts[0]?.response_body];
    };
    expect(await shown(owner, 'sale_customer')).toEqual(['string', 'ok']);
    expect(await shown(clerk, 'sale_customer')).toEqual(['undefined', '']);
    expect(await shown(clerk, 'sale_order')).toEqual(['string', 'ok']);
  });
});
