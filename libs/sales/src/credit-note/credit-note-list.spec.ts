import type { CreditNoteAdd } from '@stockbook/contracts';
import { ok, refused, World } from '@stockbook/testing';
import { Counter } from '../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const notes = () => counter.user.api.sale.credit_note;
const add = async (input: CreditNoteAdd) => ok(await notes().add(input)).credit_note_id;
type Get = Parameters<ReturnType<typeof notes>['get']>[0];
const ids = async (input: Get) => ok(await notes().get(input)).credit_notes.map(({ credit_note_id }) => credit_note_id);

test('lists by every filter, to a limited user the notes of the own channels, and hides the cost', async () => {
  const { user, shop } = counter;
  const order = await counter.place({ firstname: 'Zoë', email: 'zoe@post.test', telephone: '+33' });
  const { credit_note_status_id } = ok(await user.api.setting.credit_note_status.add({ name: 'Returned' }));
  const of = await add({
    order_id: order.order_id,
    credit_note_status_id,
    products: [{ order_product_id: order.products[0]?.order_product_id, quantity: 1 }],
  });
  const other = await add({
    currency: 'USD',
    products: [{ name: 'Ribbon', quantity: 1 }],
    payment_method: counter.card_id,
  });
  expect(await ids({})).toEqual([other, of]);
  const filters = [
    ...[
      { filter_order_id: order.order_id },
      { filter_customer_id: order.customer_id },
      { filter_channel_id: shop.channel_id },
    ],
    ...[
      { filter_name: 'zoe' },
      { filter_email: 'ZOE@' },
      { filter_telephone: '33' },
      { filter_payment_method: 'Cash' },
    ],
    { filter_credit_note_status: `${credit_note_status_id}` },
  ];
  for (const filter of filters) expect([filter, await ids(filter)]).toEqual([filter, [of]]);
  const access = { access: ['*'], modify: [], channel_groups: [987_654] };
  const clerk = await world.colleague(user, access);
  expect(ok(await clerk.api.sale.credit_note.get({})).total).toBe(0);
  const viewer = await world.colleague(user, { access: ['*'], modify: [] });
  const { credit_notes } = ok(await viewer.api.sale.credit_note.get({ credit_note_id: of }));
  expect(JSON.stringify(credit_notes)).not.toContain('"cost"');
});

describe('lists credit notes', () => {
  /** Adds three credit notes and dates the first one last. */
  async function addDated() {
    const of = (comment: string) => add({ currency: 'USD', comment, products: [{ name: 'Ribbon', quantity: 1 }] });
    const [a, b, c] = [await of('A'), await of('B'), await of('C')];
    const date = (id: number, added: string, modified: string) =>
      counter.sql('UPDATE sales.sale_credit_note SET date_added = $2, date_modified = $3 WHERE credit_note_id = $1', [
        ...[id, added, modified],
      ]);
    await date(a, '2026-01-03', '2026-02-02');
    await date(b, '2026-01-01', '2026-02-03');
    await date(c, '2026-01-02', '2026-02-01');
    return [a, b, c] as const;
  }

  it('of the kind that filter_date_type names, from and up to', async () => {
    const [a, b, c] = await addDated();
    const found = (filters: Get) => ids({ order: 'ASC', ...filters });
    expect(await found({ filter_date_start: '2026-01-02' })).toEqual([a, c]);
    expect(await found({ filter_date_end: '2026-01-02' })).toEqual([b, c]);
    const filter_date_type = 'date_modified';
    expect(await found({ filter_date_type, filter_date_start: '2026-02-02' })).toEqual([a, b]);
    expect(await found({ filter_date_type, filter_date_end: '2026-02-02' })).toEqual([a, c]);
    expect(await found({ filter_date_type: 'date_added', filter_date_start: '2026-02-01' })).toEqual([]);
  });

  it('by the past date of an import, which the right to modify everything allows', async () => {
    const date_added = '2024-05-05T10:00:00Z';
    const input = { currency: 'USD', products: [{ name: 'Ribbon', quantity: 1 }] };
    const imported = await add({ ...input, date_added });
    await add(input);
    ok(await notes().edit({ credit_note_id: imported, comment: 'Imported' }));
    const { credit_notes } = ok(await notes().get({ filter_date_end: '2024-05-05' }));
    expect(credit_notes).toMatchObject([{ credit_note_id: imported, date_added, comment: 'Imported' }]);
    const clerk = await world.colleague(counter.user, { access: ['*'], modify: ['sale/*'] });
    expect(refused(await clerk.api.sale.credit_note.add({ ...input, date_added }))).toEqual([
      'Only a user who may modify everything may give date_added.',
    ]);
    const future = new Date(Date.now() + 86_400_000).toISOString();
    expect(refused(await notes().add({ ...input, date_added: future }))).toHaveLength(1);
  });

  it('in the order of each sort, both ways', async () => {
    const [a, b, c] = await addDated();
    const sorted = { credit_note_id: [a, b, c], date_added: [b, c, a], date_modified: [c, a, b] };
    for (const sort of ['credit_note_id', 'date_added', 'date_modified'] as const) {
      expect([sort, await ids({ sort, order: 'ASC' })]).toEqual([sort, sorted[sort]]);
      expect([sort, await ids({ sort, order: 'DESC' })]).toEqual([sort, sorted[sort].toReversed()]);
    }
  });

  it('without the deleted ones, unless filter_deleted is set', async () => {
    const [a, b, c] = await addDated();
    ok(await notes().delete({ credit_note_id: b }));
    expect(await ids({})).toEqual([c, a]);
    const { credit_notes } = ok(await notes().get({ filter_deleted: true }));
    const deleted = credit_notes.map((note) => [note.credit_note_id, note.deleted]);
    expect(deleted).toEqual([
      [c, false],
      [b, true],
      [a, false],
    ]);
  });
});
