import { SYSTEM } from '@stockbook/contracts';
import { openLog } from '@stockbook/process';
import { eventually, ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';
import { Receiver } from '../http/receiver.fixture.js';
import { WebhookReconciliation } from './reconciliation.js';

let world: World;
let owner: TestUser;
let shop: Shop;
let receiver: Receiver;
beforeAll(async () => {
  world = await World.open();
  receiver = await Receiver.open();
});
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const hooks = () => owner.api.integration.webhook;
async function add(fields = {}): Promise<{ webhook_id: number }> {
  const { webhook_id, secret } = ok(await hooks().add({ url: receiver.url, events: ['sale_order'], ...fields }));
  receiver.trust(secret);
  return { webhook_id };
}
const place = async () =>
  ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }]))).order.order_id;
const sql = (text: string, ...values: unknown[]) =>
  world.assembly.running.integration.db.source.query(text, [owner.account_id, ...values]);
const reconcile = () => new WebhookReconciliation(openLog('test', 'silent')).run(world.assembly.running.integration.db);
/** Makes an order that was placed before look as if its deliveries were missing. */
async function lose(order_id: number, age: string) {
  await sql('DELETE FROM integration.webhook_delivery WHERE account_id = $1 AND record_id = $2', order_id);
  const event = `SET date_added = now() - $3::interval
    WHERE account_id = $1 AND record_id = $2 AND section = 'sale_order'`;
  await sql(`UPDATE integration.webhook_event ${event}`, order_id, age);
}
/** Makes all rows look as if they had been unchanged for this time. */
async function age(table: 'webhook' | 'webhook_channel_group', time: string) {
  await sql(`UPDATE integration.${table} SET date_modified = now() - $2::interval WHERE account_id = $1`, time);
}

/** Publishes a change of a group as if it had been made before and had not reached integration. */
async function publishGroup(group: { channel_group_id: number; channels: number[] }, age: string) {
  const record = { ...group, name: 'Web', date_modified: '' };
  const payload = JSON.stringify({ change: 'edited', actor: SYSTEM, record, previous: {} });
  await sql(
    `INSERT INTO settings.outbox (event_id, account_id, topic, name, version,
       aggregate_id, sequence, payload, bytes, created_at)
     VALUES (gen_random_uuid(), $1, 'setting.channel_group', 'setting.channel_group.changed', 1, $2, 2, $3::text::json,
       octet_length($3::text), now() - $4::interval)`,
    group.channel_group_id,
    payload,
    age,
  );
}

describe('the reconciliation', () => {
  it('sends what is missing of the last hour since the endpoint was changed', async () => {
    await add();
    const orders = [await place(), await place(), await place(), await place()] as const;
    await world.settled();
    receiver.received.length = 0;
    await age('webhook', '10 minutes');
    const [old, lost, recent] = orders;
    await lose(old, '11 minutes');
    await lose(lost, '9 minutes');
    await lose(recent, '30 seconds');
    await reconcile();
    await world.settled();
    const sent = receiver.received.map(({ headers, body }) => [
      headers['stockbook-trigger'],
      JSON.parse(body).data.order_id,
    ]);
    expect(sent).toEqual([['recover', lost]]);
    await reconcile();
    await world.settled();
    expect(receiver.received).toHaveLength(1);
  });

  it('sends nothing of a channel from before it joined the groups of the endpoint', async () => {
    const { channel_group } = owner.api.setting;
    const { channel_group_id } = ok(await channel_group.add({ name: 'Web' }));
    await add({ channel_group_ids: [channel_group_id] });
    const orders = [await place(), await place()] as const;
    await world.settled();
    ok(await channel_group.edit({ channel_group_id, channels: [shop.channel_id] }));
    await age('webhook', '30 minutes');
    await age('webhook_channel_group', '10 minutes');
    ok(await channel_group.edit({ channel_group_id, name: 'Shop' }));
    const [before, after] = orders;
    await lose(before, '11 minutes');
    await lose(after, '9 minutes');
    await reconcile();
    await world.settled();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.order_id)).toEqual([after]);
  });

  it('sends what was missed while the change of a group was on its way', async () => {
    const { channel_group_id } = ok(await owner.api.setting.channel_group.add({ name: 'Web' }));
    await add({ channel_group_ids: [channel_group_id] });
    const orders = [await place(), await place()] as const;
    await world.settled();
    await age('webhook', '30 minutes');
    await age('webhook_channel_group', '30 minutes');
    const [before, after] = orders;
    await lose(before, '11 minutes');
    await lose(after, '9 minutes');
    await publishGroup({ channel_group_id, channels: [shop.channel_id] }, '10 minutes');
    await world.settled();
    await reconcile();
    await world.settled();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.order_id)).toEqual([after]);
  });

  it('releases what is held behind nothing', async () => {
    const { webhook_id } = await add();
    ok(await hooks().edit({ webhook_id, enabled: false }));
    await place();
    await world.settled();
    await sql(`UPDATE integration.webhook_queue SET state = 'held' WHERE account_id = $1`);
    ok(await hooks().edit({ webhook_id, enabled: true }));
    await world.settled();
    expect(receiver.received).toEqual([]);
    await reconcile();
    await eventually(() => receiver.received.length === 1);
  });
});
