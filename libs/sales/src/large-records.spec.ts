import { ok, openShop, orderOf, refused, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
});

const TOO_LARGE =
  /^A record of sale\/(order|credit_note) has at most 1048576 bytes as JSON: this one would have \d{7}\.$/;
const LINE = { item_id: 0, quantity: 1, price: 1, model: '', sku: '', name: 'x'.repeat(1_000) };
const lines = (count: number) => Array.from({ length: count }, () => ({ ...LINE, discount: 0, discount_total: 0 }));
const credits = (count: number) => Array.from({ length: count }, () => LINE);
const place = async (count: number) => ok(await user.api.sale.order.add(orderOf(shop, lines(count)))).order;

describe('an order of more than 1 MiB', () => {
  it('is not added', async () => {
    expect(refused(await user.api.sale.order.add(orderOf(shop, lines(900))))).toEqual([
      expect.stringMatching(TOO_LARGE),
    ]);
  });

  it('does not come from an edit', async () => {
    const { order_id } = await place(400);
    expect(refused(await user.api.sale.order.edit({ order_id, products: lines(900) }))).toEqual([
      expect.stringMatching(TOO_LARGE),
    ]);
    const [stored] = ok(await user.api.sale.order.get({ order_id })).orders;
    expect(stored?.products).toHaveLength(400);
  });

  it('does not come from payouts', async () => {
    const { order_id } = await place(1);
    const pay = (batch: number) =>
      user.api.extension.report.channel_payout.add({
        channel_id: shop.channel_id,
        payouts: Array.from({ length: 500 }, (_, i) => ({
          ...{ reference: `${batch}-${i}`, order_id, name: 'x'.repeat(1_000), amount: 1, currency: 'USD' },
          date: '2026-03-01',
        })),
      });
    for (const batch of [1, 2]) ok(await pay(batch));
    expect(refused(await pay(3))).toEqual([expect.stringMatching(TOO_LARGE)]);
  });
});

test('a credit note of more than 1 MiB is neither added nor made by an edit', async () => {
  const { credit_note } = user.api.sale;
  const given = { currency: 'USD', firstname: 'Zoe', email: 'zoe@shop.test' };
  const contact = { ...given, credit_note_status_id: 0 };
  expect(refused(await credit_note.add({ ...contact, products: credits(900) }))).toEqual([
    expect.stringMatching(TOO_LARGE),
  ]);
  const { credit_note_id } = ok(await credit_note.add({ ...contact, products: credits(400) }));
  expect(refused(await credit_note.edit({ credit_note_id, products: credits(900) }))).toEqual([
    expect.stringMatching(TOO_LARGE),
  ]);
  ok(await credit_note.delete({ credit_note_id }));
});
