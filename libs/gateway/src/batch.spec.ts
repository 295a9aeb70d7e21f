import { signExactly } from '@stockbook/auth';
import { batch, deviations } from '@stockbook/contracts';
import { eventually, ok, openShop, orderOf, post, sign, type TestUser, World } from '@stockbook/testing';
import { connect } from 'node:net';

const ADD = 'inventory/brand/add';
const GET = 'inventory/brand/get';

interface Line {
  readonly path: string;
  readonly body: object;
}
interface Outcome {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

let world: World;
let owner: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (owner = await world.account()));

const textOf = (requests: readonly Line[], options: object = {}, user = owner) =>
  signExactly('/batch', { requests, ...options }, user.credentials);
const send = (text: string, url = world.url) => post(url, 'batch', text);
const responsesTo = async (text: string) => ((await send(text)).body as { responses: Outcome[] }).responses;
/** Runs a batch, and checks its answer against the contract. */
async function outcomes(requests: readonly Line[], options: object = {}, user = owner): Promise<Outcome[]> {
  const { status, body } = await send(textOf(requests, options, user));
  const { success, ...answer } = body as { success: true; responses: Outcome[] };
  expect([status, success, deviations(batch.response, answer)]).toEqual([200, true, []]);
  return answer.responses;
}
const brand = (name: unknown): Line => ({ path: ADD, body: { name } });
const brands = (count: number, prefix = 'Brand') => Array.from({ length: count }, (_, i) => brand(`${prefix} ${i}`));
const names = async (user = owner) =>
  ok(await user.api.inventory.brand.get({}))
    .brands.map(({ name }) => name)
    .toSorted();
const statuses = (all: readonly Outcome[]) => all.map(({ status }) => status);
const codes = (all: readonly Outcome[]) =>
  all.map(({ body }) => (body['error_details'] as { code: string }[] | undefined)?.[0]?.code);

describe('a batch in order', () => {
  it('answers each request in its place; a later one sees what an earlier one has done', async () => {
    const [added, listed] = await outcomes([brand('First'), { path: GET, body: { filter_name: 'First' } }]);
    expect(added).toEqual({ status: 200, body: { success: true, brand_id: expect.any(Number) } });
    expect(listed).toMatchObject({ status: 200, body: { total: 1, brands: [{ name: 'First' }] } });
  });

  it('runs nothing behind a request that fails', async () => {
    const all = await outcomes([brand('Kept'), brand(''), brand('Never'), brand('Nor this')]);
    expect(statuses(all)).toEqual([200, 400, 424, 424]);
    expect(codes(all)).toEqual([undefined, 'invalid', 'not_run', 'not_run']);
    expect(await names()).toEqual(['Kept']);
  });
});

describe('a batch side by side', () => {
  it('refuses what is wrong by itself, and does the rest', async () => {
    const lines = [
      brand('One'),
      brand(''),
      { path: 'no/such/thing', body: {} },
      { path: 'batch', body: {} },
      { ...brand('Two'), path: `/${ADD}` },
    ];
    const all = await outcomes(lines, { in_order: false });
    expect(statuses(all)).toEqual([200, 400, 404, 404, 200]);
    expect(all[2]?.body['error']).toEqual(['There is no operation /no/such/thing.']);
    expect(await names()).toEqual(['One', 'Two']);
  });

  it('places a hundred orders', async () => {
    const shop = await openShop(owner);
    const line = { path: 'sale/order/add', body: orderOf(shop, [{ item_id: 0, quantity: 1 }]) };
    const all = await outcomes(Array(100).fill(line), { in_order: false });
    expect(new Set(statuses(all))).toEqual(new Set([200]));
    expect(ok(await owner.api.sale.order.get({})).total).toBe(100);
  });
});

describe('a batch that comes again', () => {
  it('replays each of its answers, byte for byte the same or under the same key', async () => {
    for (const options of [{}, { idempotency_key: 'k'.repeat(128) }]) {
      const text = textOf([brand('Once'), brand('Twice')], options);
      const first = await responsesTo(text);
      const replayed = first.map(({ status, body }) => ({ status, body: { ...body, replayed: true } }));
      expect(await responsesTo(text)).toEqual(replayed);
    }
    expect(await names()).toEqual(['Once', 'Once', 'Twice', 'Twice']);
  });

  it('does no edit again that has no key', async () => {
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'First' }));
    const edit = { path: 'inventory/brand/edit', body: { brand_id, name: 'By batch' } };
    const text = textOf([edit, edit], { in_order: false });
    expect((await send(text)).body).toMatchObject({ responses: [{ status: 200 }, { status: 200 }] });
    ok(await owner.api.inventory.brand.edit({ brand_id, name: 'Later' }));
    const replayed = { status: 200, body: { success: true, replayed: true, brand_id } };
    expect((await send(text)).body).toMatchObject({ responses: [replayed, replayed] });
    expect(await names()).toEqual(['Later']);
  });

  it('refuses the request that differs under the same key, and replays the others', async () => {
    const key = { idempotency_key: 'import-1', in_order: false };
    await outcomes([brand('A'), brand('B')], key);
    const all = await outcomes([brand('A'), brand('C')], key);
    expect([statuses(all), codes(all), all[0]?.body['replayed']]).toEqual([
      [200, 422],
      [undefined, 'key_reused'],
      true,
    ]);
  });

  it('gives its key to a request whose own is null', async () => {
    const requests = [{ path: ADD, body: { name: 'Null', idempotency_key: null } }];
    const at = (now: number) =>
      send(signExactly('/batch', { requests, idempotency_key: 'nulls' }, owner.credentials, now));
    const now = Date.now();
    await at(now);
    expect((await at(now - 5_000)).body).toMatchObject({ responses: [{ body: { replayed: true } }] });
  });

  it('leaves a request its own key', async () => {
    const keyed = { path: ADD, body: { name: 'Keyed', idempotency_key: 'mine' } };
    await outcomes([keyed], { idempotency_key: 'batch-1' });
    const [again] = await outcomes([brand('Before'), keyed], { idempotency_key: 'batch-2' }).then(([, second]) => [
      second,
    ]);
    expect(again?.body['replayed']).toBe(true);
    const alone = await post(world.url, ADD, sign(`/${ADD}`, keyed.body, owner.credentials));
    expect(alone.body).toMatchObject({ replayed: true });
  });

  it.each([{}, { idempotency_key: 'race' }, { idempotency_key: 'lanes', in_order: false }])(
    'does nothing twice while the first is under way, with %p',
    async (options) => {
      const text = textOf(brands(40), options);
      const all = await Promise.all([responsesTo(text), responsesTo(text), responsesTo(text)]);
      const [ids, ...others] = all.map((answers) => answers.map(({ body }) => body['brand_id']));
      expect(new Set(ids).size).toBe(40);
      expect(others).toEqual([ids, ids]);
      expect(ok(await owner.api.inventory.brand.get({})).total).toBe(40);
    },
  );

  it('does nothing twice after its connection was cut', async () => {
    const text = textOf(brands(40));
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /batch HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ` +
        `${text.length}\r\n\r\n${text}`,
    );
    await eventually(async () => (await names()).length > 0);
    socket.destroy();
    expect(new Set(statuses(await responsesTo(text)))).toEqual(new Set([200]));
    expect(ok(await owner.api.inventory.brand.get({})).total).toBe(40);
  });
});

describe('a request of a batch', () => {
  it('is not done in a dry run of the batch, whatever it says itself', async () => {
    const dry = [brand('Dry'), { path: ADD, body: { name: 'Wet', dry_run: false } }];
    const all = await outcomes(dry, { dry_run: true });
    expect(all.map(({ body }) => body['dry_run'])).toEqual([true, true]);
    expect(await names()).toEqual([]);
  });

  it('is as strict as the batch, or stricter by itself', async () => {
    const misspelt = { path: ADD, body: { name: 'Lax', nmae: 'x' } };
    const [lax] = await outcomes([misspelt]);
    expect(lax?.body['warnings']).toEqual([expect.stringContaining('nmae')]);
    const lenient = { path: ADD, body: { ...misspelt.body, strict: false } };
    const all = await outcomes([misspelt, lenient], { strict: true, in_order: false });
    expect([statuses(all), codes(all)]).toEqual([
      [400, 400],
      ['unknown_field', 'unknown_field'],
    ]);
    const [own] = await outcomes([{ path: ADD, body: { ...misspelt.body, strict: true } }], { strict: false });
    expect(own?.status).toBe(400);
  });

  it('waits for no events', async () => {
    const began = performance.now();
    const lines = Array(20).fill({ path: 'integration/webhook/getEvent', body: { wait: 25 } });
    expect(new Set(statuses(await outcomes(lines)))).toEqual(new Set([200]));
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('may be as large as alone', async () => {
    const large = { path: ADD, body: { name: 'x'.repeat(1_048_576) } };
    const all = await outcomes([large, brand('Small')], { in_order: false });
    expect([statuses(all), codes(all)[0]]).toEqual([[413, 200], 'too_large']);
  });
});

test.each([
  ['no requests', [], 'requests must be a list of 1 to 100 objects.'],
  ['too many', Array(101).fill(brand('x')), 'requests must be a list of 1 to 100 objects.'],
  ['a request without a path', [{ body: {} }], 'requests[0].path is required.'],
  ['a body that is no object', [{ path: ADD, body: [] }], 'requests[0].body must be an object.'],
])('a batch with %s is refused', async (_, requests, message) => {
  const { status, body } = await send(textOf(requests as Line[]));
  expect([status, body]).toMatchObject([400, { error: [message] }]);
});

describe('a number that JSON does not keep', () => {
  const large = 2 ** 60;
  const ITEM_ADD = 'inventory/item/add';
  const alone = ({ path, body }: Line) => {
    const name = path.replace(/^\//, '');
    return post(world.url, name, signExactly(`/${name}`, body, owner.credentials));
  };
  const faults = ({ status, body }: { status: number; body: object }) => {
    const { error, error_details } = body as Record<string, unknown>;
    return { status, error, error_details };
  };

  it('fails its own request of a batch, and the others are done', async () => {
    const item = { path: ITEM_ADD, body: { name: 'Mug', price: large } };
    const all = await outcomes([brand('One'), item, brand('Two')], { in_order: false });
    expect([statuses(all), codes(all)[1]]).toEqual([[200, 400, 200], 'malformed']);
    expect(await names()).toEqual(['One', 'Two']);
  });

  it('fails a hundredth request, and 99 brands are added', async () => {
    const all = await outcomes([...brands(99), brand(large)]);
    expect(statuses(all)).toEqual([...Array<number>(99).fill(200), 400]);
    expect(ok(await owner.api.inventory.brand.get({})).total).toBe(99);
  });

  it('stops the requests behind it if they run in order', async () => {
    const all = await outcomes([brand('Kept'), brand(large), brand('Never')]);
    expect([statuses(all), codes(all)]).toEqual([
      [200, 400, 424],
      [undefined, 'malformed', 'not_run'],
    ]);
  });

  it.each<[string, Line]>([
    ['a code', brand(large)],
    ['a code behind a leading slash', { ...brand(large), path: `/${ADD}` }],
    ['a number', { path: 'inventory/item/get', body: { item_id: large } }],
    ['several fields', { path: ITEM_ADD, body: { name: 'Big', sku: large, price: -large, x: large } }],
    ['more fields than are listed', { path: 'inventory/item/get', body: { item_id: Array(30).fill(large) } }],
    [
      'a line of an order',
      { path: 'sale/order/add', body: { x: [large], products: [{ item_id: 1 }, { quantity: large }] } },
    ],
  ])('in %s is refused in a batch as it is alone', async (_, line) => {
    const [inBatch] = await outcomes([line]);
    const single = await alone(line);
    expect(faults(inBatch!)).toEqual(faults(single));
    expect(single.body).toHaveProperty('error', expect.any(Array));
  });

  it('in an unknown field is no refusal: the request is done with the warning that it has alone', async () => {
    const line = { path: ADD, body: { name: 'Big', tracking: [large, { a: 1e300 }] } };
    const [done] = await outcomes([line, brand('Next')]);
    const single = await alone(line);
    expect([done?.status, done?.body['warnings']]).toEqual([200, ['brand/add has no field tracking.']]);
    expect(single.body).toMatchObject({ warnings: done?.body['warnings'] });
    expect(await names()).toEqual(['Big', 'Big', 'Next']);
  });

  it('refuses the whole batch where it is no part of a request', async () => {
    const { status, body } = await send(textOf([brand('One')], { in_order: large }));
    expect([status, body]).toMatchObject([400, { error: [expect.stringMatching(/^in_order is 1152/)] }]);
    expect(await names()).toEqual([]);
  });
});

test('a batch counts as its requests against the limit, and runs whole or not at all', async () => {
  const limited = await World.withGateway({ ratePerMinute: 20 });
  try {
    const user = await limited.account();
    const text = (prefix: string) => textOf(brands(15, prefix), {}, user);
    const [first, second] = [await send(text('In'), limited.url), await send(text('Out'), limited.url)];
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(['x-ratelimit-remaining', 'ratelimit'].map((name) => first.headers.get(name))).toEqual([
      '5',
      expect.stringMatching(/^"account";r=5;t=\d+$/),
    ]);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(20);
    await eventually(async () => (await user.api.inventory.brand.get({})).error === undefined);
    expect(await names(user)).toHaveLength(15);
    const other = await limited.account();
    const larger = textOf(brands(30, 'All'), {}, other);
    expect((await send(larger, limited.url)).status).toBe(200);
  } finally {
    await limited.close();
  }
});
