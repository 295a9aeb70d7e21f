import { ok, openShop, orderOf, refused, type TestUser, World, eventually } from '@stockbook/testing';

let world: World;
let owner: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (owner = await world.account()));

const hooks = (user = owner) => user.api.integration.webhook;
const subscribe = async (fields = {}, user = owner) =>
  ok(await hooks(user).add({ kind: 'pull', events: ['inventory_brand'], ...fields })).webhook_id;
const addBrand = async (name: string) => ok(await owner.api.inventory.brand.add({ name })).brand_id;
const sql = (text: string, values: unknown[] = []) => world.assembly.running.integration.db.source.query(text, values);
type Page = { readonly events: readonly { readonly body: string }[] };
const dataOf = ({ events }: Page) => events.map(({ body }) => JSON.parse(body).data);
const namesOf = (page: Page) => dataOf(page).map(({ name }) => name);
const read = async (input: object, user = owner) => ok(await hooks(user).getEvent(input));

describe('a pull subscription', () => {
  it('has no url and no secret, sends nothing, and shows what it is subscribed to', async () => {
    const added = ok(await hooks().add({ kind: 'pull', events: ['inventory_brand'] }));
    expect(added).not.toHaveProperty('secret');
    const { webhook_id } = added;
    await addBrand('Acme');
    ok(await owner.api.inventory.location.add({ name: 'Depot' }));
    await world.settled();
    expect(ok(await hooks().get({})).webhooks).toMatchObject([
      { kind: 'pull', url: '', status: 'enabled', secret_hint: '' },
    ]);
    expect(ok(await hooks().getDelivery({})).deliveries).toEqual([]);
    expect(namesOf(await read({ webhook_id }))).toEqual(['Acme']);
  });

  it('refuses what is for sending', async () => {
    const sent = { url: 'https://hook.invalid', headers: { a: 'b' }, throttle_per_second: 1, ordered: true };
    const refusals = Object.keys(sent).map((field) =>
      expect.stringMatching(new RegExp(`^${field} is for what is sent`)),
    );
    expect(refused(await hooks().add({ kind: 'pull', events: ['inventory_brand'], ...sent }))).toEqual(refusals);
    expect(refused(await hooks().add({ events: ['inventory_brand'] }))).toEqual(['url is required.']);
    const webhook_id = await subscribe();
    expect(refused(await hooks().edit({ webhook_id, enabled: false }))).toHaveLength(1);
    for (const refusal of [
      await hooks().rotateSecret({ webhook_id }),
      await hooks().test({ webhook_id }),
      await hooks().recover({ webhook_id, date_start: '2026-01-01' }),
    ])
      expect(refused(refusal)).toEqual([expect.stringMatching(/is a pull subscription/)]);
    const edited = ok(await hooks().edit({ webhook_id, events: ['inventory_location'] }));
    expect(edited).toMatchObject({ webhook_id });
  });

  it('shows its events as its own fields say: thin, and with cost', async () => {
    const thin = await subscribe({ payload: 'thin', events: ['inventory_item'] });
    const costly = await subscribe({ view_cost: true, events: ['inventory_item.added'] });
    const { item_id } = ok(await owner.api.inventory.item.add({ name: 'Mug', cost: 2.5 }));
    await world.settled();
    const [mug] = dataOf(await read({ webhook_id: thin }));
    expect(mug).toEqual({ item_id, date_modified: expect.any(String) });
    expect(dataOf(await read({ webhook_id: costly }))).toMatchObject([{ item_id, cost: 2.5 }]);
  });

  it('is read with all its rights alone', async () => {
    const webhook_id = await subscribe({ view_cost: true });
    const clerk = await world.colleague(owner, { access: ['integration/webhook'], modify: [] });
    expect(refused(await hooks(clerk).getEvent({ webhook_id }))).toEqual([
      `You may not read the events of webhook ${webhook_id}: it needs the permission to view cost.`,
      `You may not read the events of webhook ${webhook_id}: it needs the right to access inventory/brand.`,
    ]);
    const stranger = await world.account();
    expect(refused(await hooks(stranger).getEvent({ webhook_id }))).toEqual([`There is no webhook ${webhook_id}.`]);
  });

  it('of a user who is limited to channel groups has the orders of these alone', async () => {
    const shop = await openShop(owner);
    const { channel_id } = ok(await owner.api.integration.channel.add({ type: 'pos', name: 'Fair' }));
    const group = ok(await owner.api.setting.channel_group.add({ name: 'Web', channels: [shop.channel_id] }));
    const channel_groups = [group.channel_group_id];
    const clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], channel_groups });
    const webhook_id = await subscribe({ events: ['sale_order'] }, clerk);
    const unlimited = await subscribe({ events: ['sale_order'] });
    const line = [{ item_id: 0, quantity: 1 }];
    const { order_id } = ok(await owner.api.sale.order.add(orderOf(shop, line))).order;
    ok(await owner.api.sale.order.add(orderOf(shop, line, { channel_id, firstname: 'Fay' })));
    await world.settled();
    expect(dataOf(await read({ webhook_id }, clerk))).toMatchObject([{ order_id }]);
    expect(refused(await hooks(clerk).getEvent({ webhook_id: unlimited }))).toHaveLength(1);
    expect(refused(await hooks(clerk).add({ kind: 'pull', events: ['inventory_location'] }))).toHaveLength(1);
  });
});

describe('a cursor', () => {
  it('lets a reader that is killed go on: it has all events, in the order of each record', async () => {
    const webhook_id = await subscribe();
    const ids = [await addBrand('A'), await addBrand('B'), await addBrand('C')];
    const editing = ids.map(async (brand_id) => {
      for (const name of ['D', 'E', 'F']) ok(await owner.api.inventory.brand.edit({ brand_id, name: name + brand_id }));
    });
    const stored = { after: '', got: new Map<string, { brand_id: number; sequence: number }>() };
    /**
     * Acts as a process that stores its work and its cursor. What it has worked through when it is killed comes again.
     */
    const readOn = async ({ api }: Pick<TestUser, 'api'>, isKilled: boolean) => {
      const { after } = stored;
      const { events, cursor } = ok(await api.integration.webhook.getEvent({ webhook_id, after, limit: 2 }));
      for (const { event_id, body } of isKilled ? events.slice(0, 1) : events) {
        const { sequence, data } = JSON.parse(body);
        stored.got.set(event_id, { sequence, brand_id: data.brand_id });
      }
      if (!isKilled) stored.after = cursor;
    };
    const gateways = world.clientsOf(owner).map((api) => ({ api }));
    await eventually(async () => {
      for (const gateway of gateways) for (const isKilled of [true, false]) await readOn(gateway, isKilled);
      return stored.got.size === 12;
    });
    await Promise.all(editing);
    const got = [...stored.got.values()];
    for (const id of ids)
      expect(got.filter(({ brand_id }) => brand_id === id).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    await world.settled();
    expect((await read({ webhook_id, after: stored.after })).events).toEqual([]);
  });

  it('skips no event of a transaction that commits late', async () => {
    const webhook_id = await subscribe();
    await addBrand('First');
    await world.settled();
    await sql(`CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN WHILE NOT pg_try_advisory_xact_lock(14) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NULL; END'`);
    await sql(`CREATE TRIGGER hold AFTER INSERT ON integration.webhook_event EXECUTE FUNCTION public.hold()`);
    const test = world.assembly.running.integration.db.source.createQueryRunner();
    await test.query('SELECT pg_advisory_lock(14)');
    await addBrand('Late');
    const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await eventually(async () => (await sql(sleeping)).length > 0);
    const { events, cursor } = await read({ webhook_id });
    expect(namesOf({ events })).toEqual(['First']);
    await addBrand('Later');
    await test.query('SELECT pg_advisory_unlock(14)');
    await test.release();
    await world.settled();
    await sql('DROP TRIGGER hold ON integration.webhook_event; DROP FUNCTION public.hold()');
    expect(namesOf(await read({ webhook_id, after: cursor }))).toEqual(['Late', 'Later']);
  });

  it('passes what the subscription leaves out, and stays valid when that has expired', async () => {
    const webhook_id = await subscribe();
    for (const name of ['Shop', 'Depot']) ok(await owner.api.inventory.location.add({ name }));
    await world.settled();
    const { events, cursor } = await read({ webhook_id });
    expect(events).toEqual([]);
    await sql('DELETE FROM integration.webhook_event WHERE account_id = $1', [owner.account_id]);
    expect(await read({ webhook_id, after: cursor })).toMatchObject({ events: [] });
    await addBrand('Acme');
    await world.settled();
    expect(namesOf(await read({ webhook_id, after: cursor }))).toEqual(['Acme']);
  });

  it('is refused where events behind it have expired, and where the log does not have it', async () => {
    const webhook_id = await subscribe();
    const { cursor: first } = await read({ webhook_id });
    await addBrand('Acme');
    await addBrand('Bolt');
    await world.settled();
    const { cursor } = await read({ webhook_id });
    const newest = 'SELECT position FROM integration.webhook_account WHERE account_id = $1';
    const old = `DELETE FROM integration.webhook_event WHERE account_id = $1 AND position < (${newest})`;
    await sql(old, [owner.account_id]);
    expect(refused(await hooks().getEvent({ webhook_id, after: first }))).toEqual([
      expect.stringMatching(/^Events behind this cursor are older than 30 days and gone/),
    ]);
    const other = cursor.replace(/[0-9a-f]{12}$/, '000000000000');
    for (const after of [other, '999', 'yesterday'])
      expect(refused(await hooks().getEvent({ after }))).toEqual([`There is no event ${after}.`]);
  });

  it('comes with pages that end early among many events that their reader does not get', async () => {
    const webhook_id = await subscribe();
    ok(await owner.api.inventory.location.add({ name: 'Depot' }));
    await world.settled();
    // The events between the first and the next one fill all that one page looks at.
    await sql(
      `INSERT INTO integration.webhook_event (account_id, position, date_added, event_id, name,
         section, record_id, sequence, body_full, body_thin)
       SELECT $1, n + 1, now(), gen_random_uuid(), 'inventory_location.added', 'inventory_location', n, 1, '', ''
       FROM generate_series(1, 10000) n`,
      [owner.account_id],
    );
    await sql('UPDATE integration.webhook_account SET position = 10001 WHERE account_id = $1', [owner.account_id]);
    await addBrand('Acme');
    await world.settled();
    for (const asked of [{ webhook_id }, { filter_event: 'inventory_brand' }]) {
      const early = await read({ ...asked, wait: 25 });
      expect(early).toMatchObject({ events: [], truncated: true });
      const page = await read({ ...asked, after: early.cursor });
      expect(namesOf(page)).toEqual(['Acme']);
      expect(page).not.toHaveProperty('truncated');
    }
    expect(await read({ limit: 1 })).not.toHaveProperty('truncated');
    // The newest 10,000 events are of no subscription to locations, except Acme, so the page does not reach the Depot.
    const depots = await subscribe({ events: ['inventory_location.added'] });
    await sql(
      `UPDATE integration.webhook_event SET name = 'inventory_item.added', section = 'inventory_item'
      WHERE account_id = $1 AND position BETWEEN 2 AND 10001`,
      [owner.account_id],
    );
    for (const asked of [{ webhook_id: depots }, { filter_event: 'inventory_location' }])
      expect(await read({ ...asked, order: 'DESC' })).toMatchObject({ events: [], truncated: true });
    expect(namesOf(await read({ webhook_id, order: 'DESC', limit: 1 }))).toEqual(['Acme']);
  });

  it('comes with pages that are bounded by bytes', async () => {
    const webhook_id = await subscribe({ events: ['inventory_item'] });
    const description = 'x'.repeat(100_000);
    for (let n = 0; n < 45; n++) ok(await owner.api.inventory.item.add({ name: `Mug ${n}`, description }));
    await world.settled();
    const names: string[] = [];
    const page = async (after: string) => {
      const read_on = await read({ webhook_id, after, limit: 100 });
      names.push(...namesOf(read_on));
      return read_on;
    };
    let last = await page('');
    expect(last.truncated).toBe(true);
    while (last.truncated) last = await page(last.cursor);
    // Facts of one record come in order; those of several records may overtake each other.
    expect(names.toSorted()).toEqual(Array.from({ length: 45 }, (_, n) => `Mug ${n}`).toSorted());
  });
});
