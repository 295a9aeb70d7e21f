import { failure, ok, openShop, orderOf, refused, type TestUser, World } from '@stockbook/testing';
import { Receiver, verify } from '../http/receiver.fixture.js';

let world: World;
let owner: TestUser;
let receiver: Receiver;
beforeAll(async () => {
  world = await World.shared();
  receiver = await Receiver.open();
});
beforeEach(async () => {
  owner = await world.account();
  receiver.received.length = 0;
});
afterAll(() => receiver.close());

const hooks = (user = owner) => user.api.integration.webhook;
const add = async (fields = {}) => {
  const { webhook_id, secret = '' } = ok(await hooks().add({ url: receiver.url, events: ['sale_order'], ...fields }));
  receiver.trust(secret);
  return { webhook_id, secret };
};
/** Returns the names of the fields of a body and of its data. */
const shapeOf = (body: { data: object }) =>
  [body, body.data].map((each) => Object.keys(each).sort().join()).join(' | ');
const forbidden = (message: string) => [{ code: 'forbidden', message }];

describe('an endpoint', () => {
  it('is listed with its status, without its secrets', async () => {
    const fields = {
      url: `${receiver.url}?token=t`,
      headers: { Authorization: 'Bearer b' },
      description: 'ERP',
      payload: 'thin',
    } as const;
    const { webhook_id, secret } = await add(fields);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { webhooks } = ok(await hooks().get({}));
    expect(webhooks).toMatchObject([
      {
        webhook_id,
        url: `${receiver.url}?token=********`,
        headers: { Authorization: '********' },
        events: ['sale_order'],
        payload: 'thin',
        ordered: true,
        view_cost: false,
        status: 'enabled',
        failing_since: '',
        secret_hint: secret.slice(-4),
        last_success: '',
        deliveries: [],
      },
    ]);
    const { db } = world.assembly.running.integration;
    const stored = JSON.stringify(
      await db.source.query(
        'SELECT * FROM integration.webhook w, integration.request_key r WHERE w.account_id = $1 AND r.account_id = $1',
        [owner.account_id],
      ),
    );
    expect(stored).not.toMatch(new RegExp(`${secret.slice(6, 30).replaceAll('+', '.')}|Bearer`));
  });

  it('is refused with every fault at once', async () => {
    const request = {
      url: 'http://169.254.169.254',
      events: ['sale_order', 'sale.order'],
      headers: { Host: 'x', 'Webhook-Id': 'x', Traceparent: 'x', 'x-ok': 1, 'x-line': 'a\r\nb' },
    };
    expect(refused(await hooks().add(request))).toEqual([
      'url is not allowed: 169.254.169.254 is not public, and in no network of WEBHOOK_ALLOWED_NETWORKS.',
      'events[1] must be an event or a section of events, not "sale.order".',
      'headers.Host is not a header that can be set.',
      'headers.Webhook-Id is not a header that can be set.',
      'headers.Traceparent is not a header that can be set.',
      'headers.x-ok must be a text of at most 1000 ASCII characters.',
      'headers.x-line must be a text of at most 1000 ASCII characters.',
    ]);
    expect(refused(await hooks().add({ url: receiver.url, events: [] }))).toEqual([
      'events must name an event or a section.',
    ]);
  });

  it('is one of twenty at most', async () => {
    for (let n = 0; n < 20; n++) await add({ description: `${n}` });
    expect(refused(await hooks().add({ url: receiver.url, events: ['sale_order'] }))).toEqual([
      'An account has at most 20 endpoints.',
    ]);
  });

  it('keeps a masked header that is given back', async () => {
    const { webhook_id } = await add({ headers: { 'x-key': 'k1' } });
    ok(await hooks().edit({ webhook_id, headers: { 'x-key': '********', 'x-new': 'n' } }));
    ok(await hooks().test({ webhook_id }));
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-key': 'k1', 'x-new': 'n' });
    for (const name of ['x-other', 'constructor'])
      expect(refused(await hooks().edit({ webhook_id, headers: { [name]: '********' } }))).toEqual([
        `headers.${name} is a mask that stands for no stored value: give the value itself.`,
      ]);
  });

  it.each(['user-agent', 'User-Agent'])('may have a %s of its own', async (name) => {
    const { webhook_id } = await add({ headers: { [name]: 'Acme' } });
    const { attempt } = ok(await hooks().test({ webhook_id }));
    expect(receiver.received[0]?.headers).toMatchObject({ 'user-agent': 'Acme' });
    const shown = Object.entries(attempt?.request_headers ?? {}).filter(([each]) => /user-agent/i.test(each));
    expect(shown).toEqual([[name, '********']]);
  });

  it('keeps a masked URL that is given back', async () => {
    const { webhook_id } = await add({ url: `${receiver.url}?s3cr3t&token=t` });
    const [{ url = '' } = {}] = ok(await hooks().get({ webhook_id })).webhooks;
    expect(url).toBe(`${receiver.url}?********&token=********`);
    ok(await hooks().edit({ webhook_id, url, description: 'Mine' }));
    ok(await hooks().test({ webhook_id }));
    expect(receiver.received[0]?.path).toBe('/hook?s3cr3t&token=t');
    const masked = ['url has a mask that stands for no stored value: give the value itself.'];
    expect(refused(await hooks().edit({ webhook_id, url: `${url}&more=1` }))).toEqual(masked);
    expect(refused(await hooks().add({ url, events: ['sale_order'] }))).toEqual(masked);
  });

  it('that is deleted gets nothing more: what waits is cancelled', async () => {
    const shop = await openShop(owner);
    const { webhook_id } = await add();
    ok(await hooks().edit({ webhook_id, enabled: false }));
    ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }])));
    await world.settled();
    ok(await hooks().delete({ webhook_id }));
    await world.settled();
    expect(ok(await hooks().getDelivery({})).deliveries).toMatchObject([{ state: 'cancelled', reason: 'deleted' }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('a secret', () => {
  it('that is rotated signs beside the new one for some time; a third one is not live', async () => {
    const { webhook_id, secret: first } = await add();
    const rotate = async (grace_hours?: number) => {
      const request = { webhook_id, ...(grace_hours !== undefined && { grace_hours }) };
      const { secret = '' } = ok(await hooks().rotateSecret(request));
      receiver.trust(secret);
      return secret;
    };
    const second = await rotate();
    ok(await hooks().test({ webhook_id }));
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [first, second])
      expect(verify(secret, receiver.received[0]!)).toMatchObject({ event: 'webhook.test' });
    const third = await rotate(0);
    ok(await hooks().test({ webhook_id }));
    const [, last] = receiver.received;
    expect(verify(third, last!)).toBeTruthy();
    for (const secret of [first, second]) expect(() => verify(secret, last!)).toThrow('No matching signature found');
  });

  it('that is rotated signs no more when its time is over', async () => {
    const { webhook_id, secret: first } = await add();
    const { secret: second = '' } = ok(await hooks().rotateSecret({ webhook_id, grace_hours: 1 }));
    receiver.trust(second);
    await world.assembly.running.integration.db.source.query(
      `UPDATE integration.webhook SET secrets = jsonb_set(secrets::jsonb, '{1,expires_at}', to_jsonb(now()))
       WHERE webhook_id = $1`,
      [webhook_id],
    );
    ok(await hooks().test({ webhook_id }));
    const [received] = receiver.received;
    expect(verify(second, received!)).toBeTruthy();
    expect(() => verify(first, received!)).toThrow('No matching signature found');
  });

  it('is in the first answer alone', async () => {
    const request = { url: receiver.url, events: ['sale_order'], idempotency_key: 'once' };
    const first = ok(await hooks().add(request));
    const replay = ok(await hooks().add(request));
    expect([first.secret === undefined, replay.secret, replay.webhook_id]).toEqual([
      false,
      undefined,
      first.webhook_id,
    ]);
  });

  it('does not verify an old delivery, nor another body', async () => {
    const { webhook_id, secret } = await add();
    ok(await hooks().test({ webhook_id }));
    const [received] = receiver.received;
    const at = (seconds: number) => ({
      ...received!,
      headers: { ...received!.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - seconds) },
    });
    expect(() => verify(secret, at(301))).toThrow('Message timestamp too old');
    expect(() => verify(secret, { ...received!, body: received!.body.replace('test', 'best') })).toThrow(
      'No matching signature',
    );
  });
});

describe('a test', () => {
  it('sends a sample now and answers with the attempt', async () => {
    const { webhook_id, secret } = await add();
    const { attempt, delivery_id } = ok(await hooks().test({ webhook_id, event: 'sale_order.short' }));
    expect(attempt).toMatchObject({ status: 200, trigger: 'test', number: 1, response_body: 'ok' });
    expect(verify(secret, receiver.received[0]!)).toMatchObject({
      event: 'sale_order.short',
      data: { order_id: 1, previous: {} },
    });
    expect(ok(await hooks().getDelivery({ delivery_id })).deliveries).toMatchObject([
      { state: 'delivered', trigger: 'test' },
    ]);
    expect(refused(await hooks().test({ webhook_id, event: 'sale_order' }))).toEqual([
      'event must be webhook.test or an event of a section, not "sale_order".',
    ]);
  });

  it('has the shape of what the endpoint gets', async () => {
    const shop = await openShop(owner);
    await add();
    await add({ view_cost: true });
    const { webhook_id } = await add({ payload: 'thin' });
    ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }])));
    await world.settled();
    const { webhooks } = ok(await hooks().get({}));
    for (const each of webhooks) ok(await hooks().test({ webhook_id: each.webhook_id, event: 'sale_order.added' }));
    const shapes = receiver.received.map(({ body }) => shapeOf(JSON.parse(body)));
    expect(new Set(shapes).size).toBe(3);
    expect(shapes.slice(3).sort()).toEqual(shapes.slice(0, 3).sort());
    const [{ delivery_id = 0, sequence } = {}] = ok(
      await hooks().getDelivery({ filter_webhook_id: webhook_id }),
    ).deliveries;
    const [delivery] = ok(await hooks().getDelivery({ delivery_id })).deliveries;
    const sent = JSON.parse(delivery?.body ?? '');
    expect(sent).toMatchObject({ sequence, domain: owner.credentials.domain, data: { order_id: 1 } });
    ok(await hooks().test({ webhook_id }));
    expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ data: { message: 'This is a test.' } });
  });

  it('shows why it has failed', async () => {
    const { webhook_id } = await add({ url: receiver.url.replace(/:\d+/, ':1') });
    const { attempt } = ok(await hooks().test({ webhook_id }));
    expect(attempt).toMatchObject({ status: 0, failure: 'connect_refused', remedy: expect.any(String) });
  });
});

describe('a user who may not view cost', () => {
  it('makes no endpoint that shows it, and does not redirect or read one', async () => {
    const clerk = await world.colleague(owner, { access: ['*'], modify: ['*'], view_cost: false });
    const { webhook_id } = await add({ view_cost: true });
    expect(ok(await hooks(clerk).test({ webhook_id })).attempt).toMatchObject({ status: 200, response_body: '' });
    const { delivery_id, attempt } = ok(await hooks().test({ webhook_id }));
    expect(attempt?.response_body).toBe('ok');
    const wanted = { url: receiver.url, events: ['sale_order'], view_cost: true };
    expect(refused(await hooks(clerk).add(wanted))).toEqual(['view_cost needs the permission to view cost.']);
    const may = (doing: string) =>
      forbidden(`You may not ${doing} webhook ${webhook_id}: it needs the permission to view cost.`);
    const url = `${receiver.url}/mine`;
    expect(failure(await hooks(clerk).edit({ webhook_id, url })).error_details).toEqual(may('change the url of'));
    expect(failure(await hooks(clerk).rotateSecret({ webhook_id })).error_details).toEqual(may('rotate the secret of'));
    expect(failure(await hooks(clerk).redeliver({ delivery_id: [delivery_id] })).error_details).toEqual(
      may('redeliver to'),
    );
    expect(failure(await hooks(clerk).recover({ webhook_id, date_start: '' })).error_details).toEqual(
      may('recover the deliveries of'),
    );
    const [delivery] = ok(await hooks(clerk).getDelivery({ delivery_id })).deliveries;
    expect(delivery).not.toHaveProperty('body');
    expect(delivery?.attempts).toMatchObject([{ status: 200, response_body: '' }]);
    ok(await hooks(clerk).edit({ webhook_id, description: 'Mine' }));
  });
});

test('the events are read by those who poll, in the order of their commits', async () => {
  const shop = await openShop(owner);
  await add({ events: ['sale_credit_note'] });
  const place = async (firstname: string) =>
    ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: 0, quantity: 1 }], { firstname }))).order.order_id;
  const order_ids = [await place('Ada'), await place('Bob')];
  await world.settled();
  const { events } = ok(await hooks().getEvent({ filter_event: 'sale_order' }));
  expect(events.map(({ body }) => JSON.parse(body).data.order_id)).toEqual(order_ids);
  const after = events[0]!.event_id;
  expect(ok(await hooks().getEvent({ after, filter_event: 'sale_order' })).events).toEqual([events[1]]);
  expect(refused(await hooks().getEvent({ after: 'yesterday' }))).toEqual(['There is no event yesterday.']);
});
