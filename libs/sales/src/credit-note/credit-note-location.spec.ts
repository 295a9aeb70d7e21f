import type { CreditNoteAdd } from '@stockbook/contracts';
import { ok, refused, ROUNDS, stockItem, World } from '@stockbook/testing';
import { Counter } from '../counter.fixture.js';

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
const giveBack = (location_id: number, comment = '', changes: Partial<CreditNoteAdd> = {}) =>
  notes().add({ location_id, currency: 'USD', restock: 1, comment, products: [{ item_id, quantity: 2 }], ...changes });
const stockAt = async (location_id: number) => {
  const [item] = ok(await counter.user.api.inventory.item.get({ item_id })).items;
  return item?.locations.find((place) => place.location_id === location_id)?.quantity ?? 0;
};

test(`of ${ROUNDS} locations that are deleted while credit notes give back, none has stock on its way`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const location_id = await addKiosk();
    const [deleted, note] = await Promise.all([locations().delete({ location_id }), giveBack(location_id)]);
    await world.settled();
    expect(await stockAt(location_id)).toBe(note.error ? 0 : 2);
    if (note.error) expect(note.error).toEqual([expect.stringContaining(`${location_id}`)]);
    expect(Boolean(deleted.error)).toBe(!note.error);
  }
});

/** Adds a credit note that has given back two pieces at a location, and deletes the location. */
async function giveBackAtDeleted(changes: Partial<CreditNoteAdd> = {}) {
  const location_id = await addKiosk();
  const { credit_note_id } = ok(await giveBack(location_id, `Kiosk ${kiosks}`, changes));
  await world.settled();
  const empty = { item_id, location_id, quantity: 0 };
  ok(await counter.user.api.inventory.item.editStock({ items: [empty] }));
  await world.settled();
  ok(await locations().delete({ location_id }));
  await world.settled();
  return { credit_note_id, location_id };
}

test('a credit note that gave back at a location that is deleted since keeps what it gave back', async () => {
  const { credit_note_id, location_id } = await giveBackAtDeleted();
  const kept =
    `Location ${location_id} is deleted: the pieces that credit note ${credit_note_id} gave back ` +
    'there cannot be taken out.';
  expect(refused(await notes().delete({ credit_note_id }))).toEqual([kept]);
  expect(refused(await notes().edit({ credit_note_id, restock: 0 }))).toEqual([kept]);
  const less = { products: [{ item_id, quantity: 1 }] };
  expect(refused(await notes().edit({ credit_note_id, ...less }))).toEqual([kept]);
});

test('a credit note at a deleted location can be edited, and then gives back at the default location', async () => {
  const { credit_note_status } = counter.user.api.setting;
  const addStatus = async (name: string) => ok(await credit_note_status.add({ name, restock: true }));
  const { credit_note_status_id } = await addStatus('Returned');
  const { credit_note_id, location_id } = await giveBackAtDeleted({ restock: 0, credit_note_status_id });
  const twoPieces = { products: [{ item_id, quantity: 2, price: 3 }] };
  ok(await notes().edit({ credit_note_id, comment: 'Seen', ...twoPieces }));
  ok(await notes().addHistory({ credit_note_id, ...(await addStatus('Checked')) }));
  const three = { products: [{ item_id, quantity: 3, price: 3 }] };
  const before = await stockAt(counter.shop.store_id);
  ok(await notes().edit({ credit_note_id, ...three }));
  await world.settled();
  expect([await stockAt(location_id), await stockAt(counter.shop.store_id)]).toEqual([0, before + 1]);
  const { credit_notes } = ok(await notes().get({ credit_note_id }));
  expect(credit_notes).toMatchObject([{ comment: 'Seen', products: [{ price: 3, restocked: true }] }]);
});
