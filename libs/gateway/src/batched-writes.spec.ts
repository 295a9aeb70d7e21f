import { signExactly } from '@stockbook/auth';
import {
  eventually,
  ok,
  openShop,
  orderOf,
  post,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

interface Outcome {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const LINES = 40;
const REFUSED = [3, 17, 18, 39];
const MISSING = 999_999;

let world: World;
let owner: TestUser;
let shop: Shop;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  item_id = await stockItem(owner, shop, 1_000);
});

async function send(requests: readonly object[], idempotency_key: string): Promise<readonly Outcome[]> {
  const text = signExactly('/batch', { requests, idempotency_key, in_order: false }, owner.credentials);
  const { body } = await post(world.url, 'batch', text);
  return (body as { responses: Outcome[] }).responses;
}

interface Case {
  readonly service: 'inventory' | 'sales';
  readonly path: string;
  readonly body: (n: number) => object;
  /** These fields make the request refused. */
  readonly wrong: object;
  readonly total: () => Promise<number>;
}

const cases: Record<string, Case> = {
  items: {
    service: 'inventory',
    path: 'inventory/item/add',
    body: (n) => ({
      name: `Ware ${n}`,
      model: `W-${n}`,
      cost: 2,
      locations: [{ location_id: shop.store_id, quantity: n }],
    }),
    wrong: { brand_id: MISSING },
    total: async () => ok(await owner.api.inventory.item.get({ filter_name: 'Ware' })).total,
  },
  customers: {
    service: 'sales',
    path: 'sale/customer/add',
    body: (n) => ({ firstname: `Ada ${n}` }),
    wrong: { customer_group_id: MISSING },
    total: async () => ok(await owner.api.sale.customer.get({})).total,
  },
  'additions of one item': {
    service: 'inventory',
    path: 'inventory/addition/add',
    body: (n) => ({ addition: [{ item_id, location_id: shop.store_id, quantity: n + 1, cost: 2 }] }),
    wrong: { purchase_order_id: MISSING },
    total: async () => ok(await owner.api.inventory.addition.get({})).total,
  },
  'imported orders': {
    service: 'sales',
    path: 'integration/channel/importOrder',
    body: (n) => orderOf(shop, [{ item_id, quantity: 1 }], { imported_order_id: `I-${n}` }),
    wrong: { payment_method: MISSING },
    total: async () => ok(await owner.api.sale.order.get({})).total,
  },
};

test.each(Object.entries(cases))(
  '%s are each added once or refused, also by batches that come again or at the same time',
  async (_, { path, body, wrong, total }) => {
    const requests = Array.from({ length: LINES }, (_, n) => {
      return { path, body: { ...body(n), ...(REFUSED.includes(n) && wrong) } };
    });
    const rounds = [
      ...(await Promise.all([send(requests, 'import'), send(requests, 'import')])),
      await send(requests, 'import'),
    ];
    const answers = rounds.map((outcomes) =>
      outcomes.map(({ status, body: { replayed, ...answer } }) => (status === 200 ? answer : status)),
    );
    expect(answers[0]?.flatMap((answer, n) => (typeof answer === 'number' ? [n] : []))).toEqual(REFUSED);
    expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
    expect(rounds[2]?.filter(({ body: { replayed } }) => replayed)).toHaveLength(LINES - REFUSED.length);
    expect(await total()).toBe(LINES - REFUSED.length);
    await world.settled();
    expect(ok(await owner.api.inventory.flow.verify({})).faults).toEqual([]);
  },
);

/** Counts the transactions that have stored answers of the account. */
async function transactionsOf(service: Case['service']): Promise<number> {
  const { source } = world.assembly.running[service].db;
  const [found] = await source.query(
    `SELECT count(DISTINCT xmin::text)::int AS transactions FROM ${service}.request_key WHERE account_id = $1`,
    [owner.account_id],
  );
  return found.transactions;
}

test.each(Object.entries(cases))('%s of a batch share transactions', async (_, { service, path, body }) => {
  const before = await transactionsOf(service);
  const requests = Array.from({ length: 64 }, (_, n) => ({ path, body: body(n) }));
  const outcomes = await send(requests, 'shared');
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]));
  // How many share one depends on how fast they arrive, and at which replica; without sharing there would be 64.
  expect((await transactionsOf(service)) - before).toBeLessThan(56);
});

test('a request that waits for a locked record holds up no other one of its batch', async () => {
  const { customer_group_id } = ok(await owner.api.sale.customer_group.add({ name: 'Locked' }));
  const { path, body, total } = cases['customers']!;
  const requests = Array.from({ length: LINES }, (_, n) => {
    return { path, body: { ...body(n), ...(n === 3 && { customer_group_id }) } };
  });
  const lock = `SELECT FROM sales.customer_group WHERE customer_group_id = ${customer_group_id} FOR UPDATE`;
  const { outcomes } = await world.whileLocked('sales', lock, async () => {
    const sending = { outcomes: send(requests, 'locked') };
    // A request waits for a lock for 2 s.
    await eventually(async () => (await total()) === LINES - 1, 2_000);
    return sending;
  });
  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set([200]));
});

test('sixteen requests of a batch may wait for a locked record, and those behind them wait too', async () => {
  const { customer_group_id } = ok(await owner.api.sale.customer_group.add({ name: 'Locked' }));
  const waiting = (n: number) => {
    return { path: 'sale/customer/add', body: { firstname: `Ada ${n}`, customer_group_id } };
  };
  const batchOf = (count: number, name: string) => [
    ...Array.from({ length: count }, (_, n) => waiting(n)),
    { path: 'inventory/brand/add', body: { name } },
  ];
  const brands = async () => ok(await owner.api.inventory.brand.get({})).brands.map(({ name }) => name);
  const lock = `SELECT FROM sales.customer_group WHERE customer_group_id = ${customer_group_id} FOR UPDATE`;
  const { sent } = await world.whileLocked('sales', lock, async () => {
    const sent = Promise.all([send(batchOf(16, 'Behind'), 'sixteen'), send(batchOf(15, 'Beside'), 'fifteen')]);
    // A request waits for a lock for 2 s.
    await eventually(async () => (await brands()).includes('Beside'), 2_000);
    expect(await brands()).toEqual(['Beside']);
    return { sent };
  });
  expect(new Set((await sent).flat().map(({ status }) => status))).toEqual(new Set([200]));
  expect((await brands()).toSorted()).toEqual(['Behind', 'Beside']);
});

test('prices are edited by a batch, each by itself', async () => {
  const { item } = owner.api.inventory;
  const ids: number[] = [];
  for (const name of ['Cup', 'Jug', 'Pot']) ids.push(ok(await item.add({ name, price: 1 })).item_id);
  const [cup, jug, pot] = ids;
  const { customer_group_id } = ok(await owner.api.sale.customer_group.add({ name: 'Members' }));
  const customer_groups = [{ customer_group_id, price: 5 }];
  const edits = [
    { item_id: cup, price: 4.5 },
    { item_id: MISSING, price: 5 },
    { item_id: jug, price: -1 },
    { item_id: pot, price: 6, customer_groups },
  ];
  const requests = edits.map((edit) => ({ path: 'inventory/item/edit', body: edit }));
  const outcomes = await send(requests, 'prices');
  expect(outcomes).toMatchObject([
    { status: 200, body: { success: true, item_id: cup } },
    { status: 404, body: { error: [`There is no item ${MISSING}.`] } },
    { status: 400, body: { error_details: [{ field: 'price' }] } },
    { status: 200, body: { success: true, item_id: pot } },
  ]);
  const { items } = ok(await item.get({ sort: 'name', order: 'ASC' }));
  const edited = items.filter(({ item_id }) => ids.includes(item_id));
  expect(edited.map(({ price }) => price)).toEqual([4.5, 1, 6]);
  expect(edited[2]).toMatchObject({ customer_groups });
});

test('items of a batch that have the same model are refused but for one, which the refusals name', async () => {
  const requests = Array.from({ length: 20 }, (_, n) => {
    return { path: 'inventory/item/add', body: { name: `Ware ${n}`, model: n % 2 ? `W-${n}` : 'Twin' } };
  });
  const outcomes = await send(requests, 'twins');
  const added = outcomes.filter(({ status }) => status === 200);
  expect(added).toHaveLength(11);
  const { items } = ok(await owner.api.inventory.item.get({ filter_name: 'Ware', limit: 100 }));
  const twin = items.find(({ model }) => model === 'Twin');
  const refusals = outcomes.filter(({ status }) => status !== 200).map(({ body: { error } }) => error);
  expect(refusals).toEqual(Array(9).fill([`Item ${twin?.item_id} has the model Twin already.`]));
});

test('items of a batch have the fields, stock and facts that they have alone', async () => {
  const body = (name: string) => {
    const locations = [{ location_id: shop.store_id, quantity: 7, stock_warning: 9, location: 'A-1' }];
    return { name, price: 10, cost: 3, locations, gtin: '', categories: [] };
  };
  const alone = ok(await owner.api.inventory.item.add(body('Alone')));
  const bundle = { name: 'Bundle', item_bundles: [{ bundle_item_id: item_id, quantity: 2 }] };
  const bodies = [...Array.from({ length: 20 }, (_, n) => body(`Batched ${n}`)), bundle];
  const outcomes = await send(
    bodies.map((each) => ({ path: 'inventory/item/add', body: each })),
    'same',
  );
  const shown = async (id: number) => ok(await owner.api.inventory.item.get({ item_id: id })).items[0]!;
  const { item_id: _, name, date_added, date_modified, ...fields } = await shown(alone.item_id);
  for (const { body: added } of outcomes.slice(0, 20))
    expect(await shown(Number(added['item_id']))).toMatchObject(fields);
  const made = await shown(Number(outcomes[20]?.body['item_id']));
  expect(made).toMatchObject({
    name: 'Bundle',
    bundle: true,
    item_bundles: [{ bundle_item_id: item_id, quantity: 2 }],
  });
  await world.settled();
  const audited = ok(await owner.api.setting.audit.get({ filter_operation: 'inventory/item/add', limit: 100 }));
  expect(audited.total).toBe(23);
});
