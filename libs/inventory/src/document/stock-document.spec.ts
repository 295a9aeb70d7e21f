import { failure, ok, openShop, orderOf, refused, ROUNDS, type Shop, type TestUser, World } from '@stockbook/testing';

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
  expect(ok(await user.api.inventory.flow.verify({})).faults).toEqual([]);
});

const inventory = () => user.api.inventory;
const addItem = async (name: string, cost = 2.5) => ok(await inventory().item.add({ name, model: name, cost })).item_id;
const itemOf = async (item_id: number) => ok(await inventory().item.get({ item_id })).items[0]!;
/** Returns a line at the store. */
const line = (item_id: number, quantity: number, cost?: number) => ({
  item_id,
  name: '',
  location_id: shop.store_id,
  quantity,
  ...(cost !== undefined && { cost }),
});
const receive = async (item_id: number, quantity: number, cost: number) =>
  ok(await inventory().addition.add({ addition: [line(item_id, quantity, cost)] })).item_addition_id;
const itemsOf = async (item_addition_id: number) =>
  ok(await inventory().addition.get({ item_addition_id })).additions[0]?.items;
const blindClerk = () => world.colleague(user, { access: ['*'], modify: ['*'], view_cost: false });

describe('an addition', () => {
  it('books its costs in the base currency and shows them in its own', async () => {
    const mug = await addItem('Mug');
    const addition = [line(mug, 4, 30)];
    const { item_addition_id } = ok(await inventory().addition.add({ currency: 'USD', currency_value: 1.5, addition }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 4, total_added: 4, average_cost: 20, pool_cost: 80 });
    expect(ok(await inventory().addition.get({})).additions).toMatchObject([
      { currency: 'USD', currency_value: 1.5, user: 'owner', items: [{ name: 'Mug', quantity: 4, cost: 30 }] },
    ]);
    ok(await inventory().addition.edit({ item_addition_id, currency_value: 2 }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 4, total_added: 4, average_cost: 15, pool_cost: 60 });
  });

  it('takes pieces back at the cost at which they came, also after others came at another cost', async () => {
    const mug = await addItem('Mug');
    const id = await receive(mug, 10, 2);
    await receive(mug, 10, 4);
    ok(await inventory().addition.edit({ item_addition_id: id, addition: [line(mug, 6, 2)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 16, pool_cost: 52 });
    ok(await inventory().addition.delete({ item_addition_id: id }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 10, total_added: 10, pool_cost: 40, average_cost: 4 });
  });

  it('corrects a cost, even when the pieces are sold', async () => {
    const mug = await addItem('Mug');
    const id = await receive(mug, 5, 200);
    ok(await inventory().addition.edit({ item_addition_id: id, addition: [line(mug, 5, 2)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 5, total_added: 5, average_cost: 2, pool_cost: 10 });
    ok(await inventory().deduction.add({ comment: '', deduction: [line(mug, 5, 2)] }));
    ok(await inventory().addition.edit({ item_addition_id: id, addition: [line(mug, 5, 3)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 0, pool_cost: 0 });
  });

  it('may hold as many pieces as a location holds, counted when old ones have gone and new ones come', async () => {
    const mug = await addItem('Mug');
    const item_addition_id = await receive(mug, 2_000_000_000, 1);
    ok(await inventory().addition.edit({ item_addition_id, addition: [line(mug, 2_000_000_000, 2)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 2_000_000_000, average_cost: 2 });
    expect(refused(await inventory().addition.add({ addition: [line(mug, 1, 2)] }))).toEqual([
      `Item ${mug} (Mug) cannot have more than 2000000000 pieces at Store.`,
    ]);
  });

  it('is not taken back once its pieces are sold', async () => {
    const mug = await addItem('Mug');
    const item_addition_id = await receive(mug, 5, 2);
    ok(await inventory().deduction.add({ comment: '', deduction: [line(mug, 4, 2)] }));
    expect(refused(await inventory().addition.delete({ item_addition_id }))).toEqual([
      `Item ${mug} (Mug) is short by 4 at Store: 5 wanted, 1 available.`,
    ]);
  });

  it('needs the cost of a user who may see it', async () => {
    const mug = await addItem('Mug');
    expect(failure(await inventory().addition.add({ addition: [line(mug, 1)] })).error_details).toEqual([
      { code: 'invalid', field: 'addition[0].cost', message: 'addition[0].cost is required.' },
    ]);
  });

  it("comes in at the item's average without a cost, and at the item's own cost while it has no stock", async () => {
    const mug = await addItem('Mug', 2.5);
    const { addition } = (await blindClerk()).api.inventory;
    const { item_addition_id } = ok(await addition.add({ addition: [line(mug, 2)] }));
    await receive(mug, 2, 4.5);
    ok(await addition.edit({ item_addition_id, addition: [line(mug, 4)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 6, average_cost: 3.5, pool_cost: 21 });
    expect(await itemsOf(item_addition_id)).toMatchObject([{ quantity: 4, cost: 2.5 }]);
  });

  it('reveals no cost by its limit to a user who may not see cost', async () => {
    const mug = await addItem('Mug');
    await receive(mug, 1, 20_000);
    const { addition } = (await blindClerk()).api.inventory;
    ok(await user.api.setting.currency.add({ code: 'EUR', value: 1 }));
    const dear = { currency: 'EUR', currency_value: 9_999_999 };
    const { item_addition_id } = ok(await addition.add({ ...dear, addition: [line(mug, 1)] }));
    expect(await itemsOf(item_addition_id)).toMatchObject([{ cost: 99_999_999_999.9999 }]);
    expect(await itemOf(mug)).toMatchObject({ quantity: 2, average_cost: 20_000 });
    const id = await receive(mug, 1, 2_000);
    const cheap = { item_addition_id: id, currency: 'EUR', currency_value: 0.000_000_01 };
    expect(refused(await inventory().addition.edit(cheap))).toEqual([
      'addition[0].cost must be less than 100000000000 in the base currency.',
    ]);
    ok(await addition.edit({ ...cheap, comment: '' }));
    expect(await itemsOf(id)).toMatchObject([{ cost: 2_000 }]);
    ok(await inventory().addition.edit({ item_addition_id: id, comment: 'Dear' }));
  });
});

describe('a line at a deleted location, or of a deleted item,', () => {
  it('gives pieces back, but takes no more', async () => {
    const [mug, bowl] = [await addItem('Mug'), await addItem('Bowl')];
    const { location_id } = ok(await inventory().location.add({ name: 'Yard' }));
    const yard = (quantity: number) => ({ ...line(mug, quantity, 2), location_id });
    const { addition, deduction } = inventory();
    const { item_addition_id } = ok(await addition.add({ addition: [yard(5), line(bowl, 5, 2)] }));
    ok(await deduction.add({ comment: '', deduction: [yard(5)] }));
    ok(await inventory().location.delete({ location_id }));
    ok(await inventory().item.delete({ item_id: bowl }));
    const edit = (of: number, pieces: number) =>
      addition.edit({ item_addition_id, addition: [yard(of), line(bowl, pieces, 2)] });
    expect(refused(await edit(8, 6))).toEqual([`There is no item ${bowl}.`, `There is no location ${location_id}.`]);
    ok(await edit(5, 4));
    expect(await itemsOf(item_addition_id)).toMatchObject([{ quantity: 5 }, { quantity: 4 }]);
  });
});

describe('a deduction', () => {
  it('goes out at the cost of its line, and without one at the average', async () => {
    const mug = await addItem('Mug');
    await receive(mug, 10, 2);
    ok(await inventory().deduction.add({ comment: 'Broken', deduction: [line(mug, 2, 5)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 8, total_deducted: 2, pool_cost: 10, average_cost: 1.25 });
    const clerk = await blindClerk();
    ok(await clerk.api.inventory.deduction.add({ comment: '', deduction: [line(mug, 4, 99)] }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 4, pool_cost: 5, average_cost: 1.25 });
    const { deductions } = ok(await inventory().deduction.get({}));
    expect(deductions.map(({ comment, items }) => [comment, items[0]?.cost])).toEqual([
      ['', 1.25],
      ['Broken', 5],
    ]);
  });

  it('names every line that is short, and goes below zero where the account allows that', async () => {
    const [mug, bowl, lamp] = [await addItem('Mug'), await addItem('Bowl'), await addItem('Lamp')];
    await receive(mug, 1, 2);
    await receive(lamp, 1, 2);
    const deduction = [line(mug, 3, 2), line(lamp, 1, 2), line(bowl, 1, 2)];
    const { error_details } = failure(await inventory().deduction.add({ comment: '', deduction }));
    const code = 'insufficient_stock';
    const short = (item: string, by: number, wanted: number) =>
      `Item ${item} is short by ${by} at Store: ${wanted} wanted, ${wanted - by} available.`;
    expect(error_details).toEqual([
      { code, field: 'deduction[0].quantity', message: short(`${mug} (Mug)`, 2, 3) },
      { code, field: 'deduction[2].quantity', message: short(`${bowl} (Bowl)`, 1, 1) },
    ]);
    ok(await user.api.setting.company.edit({ allow_negative_stock: true }));
    await world.settled();
    ok(await inventory().deduction.add({ comment: '', deduction }));
    expect([(await itemOf(mug)).quantity, (await itemOf(bowl)).quantity]).toEqual([-2, -1]);
  });

  it('moves the stock of 1,000 lines at once', async () => {
    const mug = await addItem('Mug');
    await receive(mug, 1_000, 2);
    const deduction = Array.from({ length: 1_000 }, () => line(mug, 1, 2));
    ok(await inventory().deduction.add({ comment: '', deduction }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 0, total_deducted: 1_000, pool_cost: 0 });
  });
});

describe('a transfer', () => {
  it('keeps the costs of its items, also when it is taken back at another average', async () => {
    const mug = await addItem('Mug');
    await receive(mug, 10, 2);
    const { store_id: from_location_id, depot_id: to_location_id } = shop;
    const transfer = [{ item_id: mug, from_location_id, to_location_id, quantity: 4 }];
    const { item_transfer_id } = ok(await inventory().transfer.add({ transfer }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 10, total_added: 10, total_deducted: 0, pool_cost: 20 });
    await receive(mug, 10, 5);
    ok(await inventory().transfer.delete({ item_transfer_id }));
    expect(await itemOf(mug)).toMatchObject({ quantity: 20, average_cost: 3.5, pool_cost: 70 });
  });

  it('may pass pieces on from line to line, and goes to another location', async () => {
    const mug = await addItem('Mug');
    await receive(mug, 5, 2);
    const { store_id, depot_id } = shop;
    const { location_id: van } = ok(await inventory().location.add({ name: 'Van' }));
    const transfer = [
      { item_id: mug, from_location_id: depot_id, to_location_id: van, quantity: 5 },
      { item_id: mug, from_location_id: store_id, to_location_id: depot_id, quantity: 5 },
    ];
    ok(await inventory().transfer.add({ transfer }));
    const { locations } = await itemOf(mug);
    expect(locations.filter(({ quantity }) => quantity).map(({ location_id }) => location_id)).toEqual([van]);
    const nowhere = [{ item_id: mug, from_location_id: van, to_location_id: van, quantity: 1 }];
    expect(refused(await inventory().transfer.add({ transfer: nowhere }))).toEqual([
      'transfer[0].to_location_id must differ from from_location_id.',
    ]);
  });
});

describe('at the same moment', () => {
  it('a receipt and the sale of an item on back order leave no line that waits', async () => {
    const mug = await addItem('Mug');
    for (let round = 0; round < ROUNDS; round++) {
      const order = orderOf(shop, [{ item_id: mug, quantity: 2 }], { order_status_id: shop.paid_id });
      await Promise.all([
        user.api.sale.order.add({ ...order, comment: `Order ${round}` }).then(ok),
        receive(mug, 2, 2 + (round % 3)),
      ]);
    }
    await world.settled();
    expect(await itemOf(mug)).toMatchObject({ quantity: 0, total_added: 2 * ROUNDS, total_deducted: 2 * ROUNDS });
    const { orders } = ok(await user.api.sale.order.get({ limit: 100 }));
    expect(orders.flatMap(({ products }) => products).filter(({ deducted }) => !deducted)).toEqual([]);
  });

  it('transfers to and fro never lock each other out', async () => {
    const [mug, bowl] = [await addItem('Mug'), await addItem('Bowl')];
    await receive(mug, 100, 2);
    await receive(bowl, 100, 2);
    const { store_id, depot_id } = shop;
    const lines = [mug, bowl].map((item_id) => ({ item_id, quantity: 1 }));
    const there = lines.map((each) => ({ ...each, from_location_id: store_id, to_location_id: depot_id }));
    const back = lines.toReversed().map((each) => ({ ...each, from_location_id: depot_id, to_location_id: store_id }));
    ok(await inventory().transfer.add({ transfer: there.map((each) => ({ ...each, quantity: 50 })) }));
    const both = Array.from({ length: ROUNDS }, (_, round) => [
      inventory().transfer.add({ transfer: there, comment: `${round}` }),
      inventory().transfer.add({ transfer: back, comment: `${round}` }),
    ]);
    (await Promise.all(both.flat())).forEach(ok);
    expect(await itemOf(mug)).toMatchObject({ quantity: 100, pool_cost: 200 });
  });
});
