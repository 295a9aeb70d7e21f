import { ok, openShop, refused, type Shop, type TestUser, World } from '@stockbook/testing';

const PAST = '2024-02-29T23:30:00Z';

let world: World;
let owner: TestUser;
let shop: Shop;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  shop = await openShop(owner);
  item_id = ok(await owner.api.inventory.item.add({ name: 'Mug' })).item_id;
});

const line = (quantity: number) => ({ item_id, name: '', quantity, cost: 2, location_id: shop.store_id });
const add = (date_added: string, { api } = owner) => api.inventory.addition.add({ addition: [line(5)], date_added });
const deduct = (date_added: string, { api } = owner) =>
  api.inventory.deduction.add({ comment: '', deduction: [line(2)], date_added });

test('dates an addition and a deduction of an import in the past, and their movements at the booking', async () => {
  const began = Date.now() - 1_000;
  const { inventory } = owner.api;
  ok(await add(PAST));
  ok(await deduct('2024-03-01 07:30:00 +08:00'));
  ok(await inventory.addition.add({ addition: [line(1)], date_added: '' }));
  const { additions } = ok(await inventory.addition.get({ sort: 'date_added', order: 'ASC' }));
  const { deductions } = ok(await inventory.deduction.get({}));
  expect([additions[0], deductions[0]]).toMatchObject([{ date_added: PAST }, { date_added: PAST }]);
  for (const date of [additions[1]!.date_added, additions[0]!.date_modified])
    expect(Date.parse(date)).toBeGreaterThan(began);
  const { flows } = ok(await inventory.flow.get({ filter_date_added_start: new Date(began).toISOString() }));
  expect(flows.map(({ balance }) => balance)).toEqual([4, 3, 5]);
  expect(ok(await inventory.flow.getBalance({ date: '2026-01-01T00:00:00Z' }))).toMatchObject({ total: 0 });
  expect(ok(await inventory.flow.verify({}))).toMatchObject({ ok: true });
});

test('refuses a date in the future', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const reply of [await add(tomorrow), await deduct(tomorrow)])
    expect(refused(reply)).toEqual([
      expect.stringMatching(/^date_added must be a date-time .*, not in the future, or empty\.$/),
    ]);
});

test('is the right of those who may modify everything', async () => {
  const clerk = await world.colleague(owner, { access: ['*'], modify: ['inventory/*', 'sale/*'] });
  const refusal = ['Only a user who may modify everything may give date_added.'];
  expect([refused(await add(PAST, clerk)), refused(await deduct(PAST, clerk))]).toEqual([refusal, refusal]);
  ok(await add('', clerk));
});
