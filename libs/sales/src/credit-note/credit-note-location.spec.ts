import { ok, refused, stockItem, World } from '@stockbook/testing';
import { Counter } from '../counter.fixture.js';

const ROUNDS = 20;

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, 10);
});

const notes = () => counter.user.api.sale.credit_note;
const locations = () => counter.user.api.inventory.location;
let kiosks = 0;
const addKiosk = async () => ok(await locations().add({ name: `Kiosk ${++kiosks}` })).location_id;
const giveBack = (location_id: number, comment = '') =>
  notes().add({ location_id, currency: 'USD', restock: 1, comment, products: [{ item_id, quantity: 2 }] });
const stockAt = async (location_id: number) => {
  const [item] = ok(await counter.user.api.inventory.item.get({ item_id })).items;
  return item?.locations.find((place) => place.location_id === location_id)?.quantity ?? 0;
};

test(`Of ${ROUNDS} locations that are deleted while credit notes give back there, none is deleted with stock on its way.`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const location_id = await addKiosk();
    const [deleted, note] = await Promise.all([locations().delete({ location_id }), giveBack(location_id)]);
    await world.settled();
    expect(await stockAt(location_id)).toBe(note.error ? 0 : 2);
    if (note.error) expect(note.error).toEqual([expect.stringContaining(`${location_id}`)]);
    expect(Boolean(deleted.error)).toBe(!note.error);
  }
});

test('a credit note that gave back at a location that is deleted since keeps what it gave back', async () => {
  const location_id = await addKiosk();
  const { credit_note_id } = ok(await giveBack(location_id, 'Kept'));
  await world.settled();
  const empty = { item_id, location_id, quantity: 0 };
  ok(await counter.user.api.inventory.item.editStock({ items: [empty] }));
  await world.settled();
  ok(await locations().delete({ location_id }));
  await world.settled();
  const kept = `Location ${location_id} is deleted: the pieces that credit note ${credit_note_id} gave back there cannot be taken out.`;
  expect(refused(await notes().delete({ credit_note_id }))).toEqual([kept]);
  expect(refused(await notes().edit({ credit_note_id, restock: 0 }))).toEqual([kept]);
});
