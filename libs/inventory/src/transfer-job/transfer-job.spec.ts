import { transferJobChanged } from '@stockbook/contracts';
import {
  factsOf,
  failure,
  ok,
  openShop,
  refused,
  type Shop,
  stockItem,
  type TestUser,
  World,
} from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
});
afterEach(async () => {
  await world.settled();
  expect(ok(await user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
});

const jobs = () => user.api.inventory.transfer_job;
const stocked = (quantity: number, cost = 2) => stockItem(user, shop, quantity, { name: 'Mug', cost });

async function plan(item_id: number, quantity: number, fields: object = {}): Promise<number> {
  const places = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
  return ok(await jobs().add({ ...places, items: [{ item_id, quantity }], ...fields })).item_transfer_job_id;
}
async function ship(item_id: number, quantity: number): Promise<number> {
  const item_transfer_job_id = await plan(item_id, quantity);
  ok(await jobs().ship({ item_transfer_job_id }));
  return item_transfer_job_id;
}
async function shown(item_transfer_job_id: number) {
  const [job] = ok(await jobs().get({ item_transfer_job_id })).transfer_jobs;
  return job!;
}
/** Returns the pieces of an item by place, and its worth. */
async function stockOf(item_id: number) {
  const [item] = ok(await user.api.inventory.item.get({ item_id })).items;
  const at = (id: number) => item!.locations.find(({ location_id }) => location_id === id);
  const { quantity, pool_cost, total_added, total_deducted } = item!;
  const incoming = at(shop.depot_id)?.incoming ?? 0;
  const [store, depot] = [at(shop.store_id)?.quantity, at(shop.depot_id)?.quantity ?? 0];
  return { quantity, store, depot, incoming, pool_cost, total_added, total_deducted };
}

describe('a transfer job', () => {
  it('moves nothing as a draft, and is edited', async () => {
    const item_id = await stocked(10);
    const id = await plan(item_id, 4, { comment: 'Window' });
    ok(await jobs().edit({ item_transfer_job_id: id, items: [{ item_id, quantity: 6, name: 'Cup' }] }));
    expect(await shown(id)).toMatchObject({
      from_location_id: shop.store_id,
      to_location_id: shop.depot_id,
      job_status_id: 1,
      comment: 'Window',
      items: [{ item_id, name: 'Cup', quantity: 6, quantity_received: 0, quantity_in_transit: 0, quantity_lost: 0 }],
    });
    expect(await stockOf(item_id)).toMatchObject({ quantity: 10, store: 10, incoming: 0 });
  });

  it('takes its pieces out of the source, shows them as incoming, and brings them in parts', async () => {
    const item_id = await stocked(10);
    const item_transfer_job_id = await ship(item_id, 6);
    const totals = { total_added: 10, total_deducted: 0, pool_cost: 20 };
    expect(await stockOf(item_id)).toEqual({ quantity: 4, store: 4, depot: 0, incoming: 6, ...totals });
    const receive = async (quantity: number) => {
      const items = [{ item_id, quantity }];
      return ok(await jobs().receive({ item_transfer_job_id, items })).outstanding;
    };
    expect(await receive(1)).toBe(5);
    expect(await receive(2)).toBe(3);
    expect(await stockOf(item_id)).toEqual({ quantity: 7, store: 4, depot: 3, incoming: 3, ...totals });
    expect(await shown(item_transfer_job_id)).toMatchObject({
      job_status_id: 2,
      items: [{ quantity: 6, quantity_received: 3, quantity_in_transit: 3 }],
    });
    expect(ok(await jobs().receive({ item_transfer_job_id }))).toMatchObject({ outstanding: 0 });
    ok(await jobs().complete({ item_transfer_job_id }));
    expect(await stockOf(item_id)).toEqual({ quantity: 10, store: 4, depot: 6, incoming: 0, ...totals });
    expect(await shown(item_transfer_job_id)).toMatchObject({ job_status_id: 3 });
  });

  it('that is cancelled half way keeps what has arrived and returns the rest, at its cost', async () => {
    const item_id = await stocked(10);
    const item_transfer_job_id = await ship(item_id, 6);
    ok(await jobs().receive({ item_transfer_job_id, items: [{ item_id, quantity: 2 }] }));
    const addition = [{ item_id, location_id: shop.store_id, quantity: 10, cost: 5 }];
    ok(await user.api.inventory.addition.add({ addition }));
    ok(await jobs().cancel({ item_transfer_job_id }));
    expect(await stockOf(item_id)).toMatchObject({ quantity: 20, store: 18, depot: 2, incoming: 0, pool_cost: 70 });
    expect(await shown(item_transfer_job_id)).toMatchObject({
      job_status_id: 4,
      items: [{ quantity: 6, quantity_received: 2, quantity_in_transit: 0 }],
    });
  });

  it('keeps the worth of an item of which all pieces are in transit, and its locations', async () => {
    const item_id = await stocked(3, 7);
    const item_transfer_job_id = await ship(item_id, 3);
    expect(await stockOf(item_id)).toMatchObject({ quantity: 0, incoming: 3, pool_cost: 21 });
    const { location } = user.api.inventory;
    expect(refused(await location.delete({ location_id: shop.depot_id }))).toEqual([
      `Location ${shop.depot_id} is still the source or destination of transfer job ${item_transfer_job_id}.`,
    ]);
    ok(await jobs().cancel({ item_transfer_job_id }));
    expect(await stockOf(item_id)).toMatchObject({ quantity: 3, store: 3, pool_cost: 21 });
    ok(await location.delete({ location_id: shop.depot_id }));
  });

  it.each([
    ['receive', { store: 4, depot: 6, total_deducted: 0, pool_cost: 20 }],
    ['return', { store: 8, depot: 2, total_deducted: 0, pool_cost: 20 }],
    ['lose', { store: 4, depot: 2, total_deducted: 4, pool_cost: 12 }],
  ] as const)('that is completed with outstanding %p leaves nothing in transit', async (outstanding, stock) => {
    const item_id = await stocked(10);
    const item_transfer_job_id = await ship(item_id, 6);
    ok(await jobs().receive({ item_transfer_job_id, items: [{ item_id, quantity: 2 }] }));
    ok(await jobs().complete({ item_transfer_job_id, outstanding }));
    expect(await stockOf(item_id)).toMatchObject({ ...stock, incoming: 0 });
    const lost = outstanding === 'lose' ? 4 : 0;
    expect(await shown(item_transfer_job_id)).toMatchObject({
      job_status_id: 3,
      items: [{ quantity_in_transit: 0, quantity_lost: lost, quantity_received: outstanding === 'receive' ? 6 : 2 }],
    });
  });

  it('is not sold from while in transit, and crosses no threshold there', async () => {
    const item_id = await stocked(5);
    ok(await user.api.inventory.location.edit({ location_id: shop.depot_id, stock_warning: 9 }));
    const item_transfer_job_id = await ship(item_id, 5);
    const sale = { comment: '', deduction: [{ item_id, name: '', location_id: shop.depot_id, quantity: 1, cost: 2 }] };
    const [short] = refused(await user.api.inventory.deduction.add(sale));
    expect(short).toMatch(/ is short by 1 at Depot: 1 wanted, 0 available\.$/);
    const inState = async (filter_stock_state: 'ok' | 'warning' | 'danger' | 'out') =>
      ok(await user.api.inventory.item.get({ filter_stock_state })).total;
    expect(await Promise.all([inState('ok'), inState('warning'), inState('danger')])).toEqual([0, 0, 0]);
    const other = await stocked(1);
    const byQuantity = ok(await user.api.inventory.item.get({ sort: 'quantity', order: 'ASC' })).items;
    expect(byQuantity.map((each) => each.item_id)).toEqual([item_id, other]);
    ok(await jobs().complete({ item_transfer_job_id }));
    const { flows } = ok(await user.api.inventory.flow.get({ filter_item_id: item_id, order: 'ASC' }));
    expect(flows.slice(1).map(({ location_id, quantity, document }) => [location_id, quantity, document])).toEqual([
      [0, 5, 'transfer_job'],
      [shop.store_id, -5, 'transfer_job'],
      [shop.depot_id, 5, 'transfer_job'],
      [0, -5, 'transfer_job'],
    ]);
  });

  it('does nothing twice', async () => {
    const item_id = await stocked(10);
    const item_transfer_job_id = await ship(item_id, 6);
    ok(await jobs().ship({ item_transfer_job_id }));
    ok(await jobs().complete({ item_transfer_job_id, outstanding: 'return' }));
    ok(await jobs().complete({ item_transfer_job_id }));
    const cancelled = await ship(item_id, 1);
    ok(await jobs().cancel({ item_transfer_job_id: cancelled }));
    ok(await jobs().cancel({ item_transfer_job_id: cancelled }));
    expect(await stockOf(item_id)).toMatchObject({ store: 10, depot: 0, incoming: 0 });
  });

  it('takes in each state what its rules allow', async () => {
    const item_id = await stocked(10);
    const draft = { item_transfer_job_id: await plan(item_id, 1) };
    const moving = { item_transfer_job_id: await ship(item_id, 1) };
    const over = { item_transfer_job_id: await ship(item_id, 1) };
    ok(await jobs().complete(over));
    const locked = async (reply: Promise<object>, message: string) =>
      expect(failure(await reply).error_details).toEqual([
        { code: 'locked', field: 'item_transfer_job_id', message: `Transfer job ${message}` },
      ]);
    const [one, two, three] = [draft, moving, over].map((job) => job.item_transfer_job_id);
    await locked(jobs().receive(draft), `${one} is a draft: only the pieces of a job in transit can arrive.`);
    await locked(jobs().complete(draft), `${one} is a draft: only a job in transit can be completed.`);
    await locked(jobs().edit({ ...moving, comment: 'x' }), `${two} is in transit: only a draft can be edited.`);
    await locked(jobs().ship(over), `${three} is completed: only a draft can be shipped.`);
    await locked(jobs().cancel(over), `${three} is completed: only a draft or a job in transit can be cancelled.`);
    ok(await jobs().cancel(moving));
    await locked(jobs().ship(moving), `${two} is cancelled: only a draft can be shipped.`);
  });

  it('refuses what is not there: stock, pieces in transit, items, locations', async () => {
    const [mug, bowl] = [await stocked(3), await stocked(3)];
    const item_transfer_job_id = await plan(mug, 4);
    expect(refused(await jobs().ship({ item_transfer_job_id }))).toEqual([
      `Item ${mug} (Mug) is short by 1 at Store: 4 wanted, 3 available.`,
    ]);
    ok(
      await jobs().edit({
        item_transfer_job_id,
        items: [
          { item_id: mug, quantity: 2 },
          { item_id: mug, quantity: 1 },
        ],
      }),
    );
    ok(await jobs().ship({ item_transfer_job_id }));
    const items = [
      { item_id: mug, quantity: 2 },
      { item_id: bowl, quantity: 1 },
      { item_id: mug, quantity: 2 },
    ];
    expect(refused(await jobs().receive({ item_transfer_job_id, items }))).toEqual([
      `There is no line of transfer job ${item_transfer_job_id} for item ${bowl}.`,
      `Item ${mug} has 1 pieces left in transit by transfer job ${item_transfer_job_id}: 2 cannot arrive.`,
    ]);
    const { store_id: from_location_id } = shop;
    const places = { from_location_id, to_location_id: from_location_id };
    expect(refused(await jobs().add({ ...places, items: [{ item_id: mug, quantity: 1 }] }))).toEqual([
      'to_location_id must differ from from_location_id.',
    ]);
  });

  it('of a deleted item is not shipped, but what is in transit arrives', async () => {
    const item_id = await stocked(5);
    const [draft, moving] = [await plan(item_id, 1), await ship(item_id, 2)];
    ok(await user.api.inventory.item.delete({ item_id }));
    expect(refused(await jobs().ship({ item_transfer_job_id: draft }))).toEqual([`There is no item ${item_id}.`]);
    ok(await jobs().complete({ item_transfer_job_id: moving }));
    expect(await shown(moving)).toMatchObject({ items: [{ quantity_received: 2 }] });
  });

  it('is listed by state and date, and seen by a user of some channel groups if they see all its items', async () => {
    const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Own' }));
    const other = ok(await user.api.setting.channel_group.add({ name: 'Other' })).channel_group_id;
    const own = await stockItem(user, shop, 5, { channel_group_id });
    const hidden = await stockItem(user, shop, 5, { channel_group_id: other });
    const [open, closed] = [await ship(own, 1), await plan(hidden, 1)];
    expect(ok(await jobs().get({ filter_job_status_id: 1 })).transfer_jobs).toMatchObject([
      { item_transfer_job_id: closed },
    ]);
    expect(ok(await jobs().get({ filter_date_modified: '2100-01-01' })).total).toBe(0);
    const sorted = ok(await jobs().get({ sort: 'date_modified', order: 'ASC' })).transfer_jobs;
    expect(sorted.map(({ item_transfer_job_id }) => item_transfer_job_id)).toEqual([open, closed]);
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [channel_group_id] });
    const theirs = clerk.api.inventory.transfer_job;
    expect(ok(await theirs.get({})).transfer_jobs).toMatchObject([{ item_transfer_job_id: open }]);
    expect(refused(await theirs.cancel({ item_transfer_job_id: closed }))).toEqual([
      `There is no transfer job ${closed}.`,
    ]);
    ok(await theirs.complete({ item_transfer_job_id: open }));
  });

  it('publishes each of its steps', async () => {
    const item_id = await stocked(5);
    const item_transfer_job_id = await ship(item_id, 3);
    ok(await jobs().receive({ item_transfer_job_id, items: [{ item_id, quantity: 1 }] }));
    ok(await jobs().complete({ item_transfer_job_id }));
    const facts = await factsOf(world, user.account_id, transferJobChanged, item_transfer_job_id);
    expect(facts.map(({ payload }) => payload.change)).toEqual(['added', 'shipped', 'received', 'completed']);
    expect(facts.at(-1)?.payload).toMatchObject({
      record: { job_status_id: 3, items: [{ quantity_received: 3 }] },
      previous: { job_status_id: 2, items: [{ quantity_received: 1 }] },
    });
  });
});
