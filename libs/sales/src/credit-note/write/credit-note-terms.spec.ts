import type { CreditNoteAdd } from '@stockbook/contracts';
import { ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../../counter.fixture.js';

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 10);
});

const notes = () => counter.user.api.sale.credit_note;
const add = async (input: CreditNoteAdd) => ok(await notes().add(input)).credit_note_id;
const edit = async (credit_note_id: number, changes: object) =>
  void ok(await notes().edit({ credit_note_id, ...changes }));
const shown = async (credit_note_id: number) => {
  await world.settled();
  const [note] = ok(await notes().get({ credit_note_id })).credit_notes;
  return note;
};

test('takes an empty currency for that of the order, and in an edit for its own', async () => {
  ok(await counter.user.api.setting.currency.add({ code: 'EUR', value: 0.5 }));
  const order = await counter.place({ currency: 'EUR', currency_value: 0.3, products: [product({ item_id })] });
  const products = [{ order_product_id: order.products[0]?.order_product_id, quantity: 1 }];
  const credit_note_id = await add({ order_id: order.order_id, currency: '', currency_value: 0, products });
  expect(await shown(credit_note_id)).toMatchObject({ currency: 'EUR', currency_value: 0.3 });
  await edit(credit_note_id, { currency: '', currency_value: 0, comment: 'x' });
  expect(await shown(credit_note_id)).toMatchObject({ currency: 'EUR', currency_value: 0.3, comment: 'x' });
});

test('requires a location as soon as there are items', async () => {
  const text = { currency: 'USD', products: [{ name: 'Ribbon', quantity: 1 }] };
  const { company } = counter.user.api.setting;
  ok(await company.edit({ default_location_id: 0 }));
  const credit_note_id = await add(text);
  const required = ['location_id is required: neither an order nor the company names one.'];
  const items = { restock: 1 as const, products: [{ item_id, quantity: 2 }] };
  expect(refused(await notes().edit({ credit_note_id, ...items }))).toEqual(required);
  expect(refused(await notes().edit({ credit_note_id, ...items, location_id: 9_999 }))).toContain(
    'There is no location 9999.',
  );
  await edit(credit_note_id, { ...items, location_id: counter.shop.depot_id });
  expect(await shown(credit_note_id)).toMatchObject({
    location_id: counter.shop.depot_id,
    products: [{ restocked: true }],
  });
  const other = await add({ ...text, comment: 'Other' });
  ok(await company.edit({ default_location_id: counter.shop.store_id }));
  await edit(other, items);
  expect(await shown(other)).toMatchObject({ location_id: counter.shop.store_id, products: [{ restocked: true }] });
  expect(refused(await notes().edit({ credit_note_id: other, location_id: counter.shop.depot_id }))).toEqual([
    `location_id cannot change; that of credit note ${other} is ${counter.shop.store_id}.`,
  ]);
});
