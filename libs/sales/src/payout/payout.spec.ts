import { orderChanged, payoutAdded } from '@stockbook/contracts';
import { factsOf, ok, refused, World } from '@stockbook/testing';
import { again, Counter } from '../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
});

type Given = Parameters<typeof add>[0][number];
const payouts = () => counter.user.api.extension.report.channel_payout;
const tokenOf = (position: string) => Buffer.from(position).toString('base64url');
const add = (
  given: Parameters<ReturnType<typeof payouts>['add']>[0]['payouts'],
  channel_id = counter.shop.channel_id,
) => payouts().add(again({ channel_id, payouts: given, idempotency_key: crypto.randomUUID() }));
let references = 0;
const sales = (changes: Partial<Given>): Given => ({
  reference: `TXN-${++references}`,
  name: 'Sales',
  amount: 10,
  currency: 'USD',
  date: '2026-03-01T08:00:00Z',
  ...changes,
});
const page = async (changes: object = {}) =>
  ok(
    await payouts().get({
      channel_id: counter.shop.channel_id,
      date_start: '2026-03-01',
      date_end: '2026-03-15',
      ...changes,
    }),
  );

describe('payouts of a channel', () => {
  it('are recorded for orders by either id, fill these and lock them', async () => {
    const [first, second] = [await counter.place(), await counter.place({ imported_order_id: 'SHOP-7' })];
    const given = [
      sales({ order_id: first.order_id }),
      sales({ imported_order_id: 'SHOP-7', amount: 20.5 }),
      sales({ order_id: first.order_id, name: 'Commission', amount: -1.5 }),
    ];
    const ids = [first, second, first].map(({ order_id }, index) => ({ index, order_id }));
    expect(ok(await add(given))).toMatchObject({ added: 3, repeated: 0, results: ids });
    const paid = [
      { name: 'Sales', amount: 10 },
      { name: 'Commission', amount: -1.5 },
    ];
    expect(await counter.settled(first.order_id)).toMatchObject({ locked: true, payouts: paid });
    expect(await counter.settled(second.order_id)).toMatchObject({ locked: true, payouts: [{ amount: 20.5 }] });
    expect(refused(await counter.orders.edit({ order_id: first.order_id, city: 'Paris' }))).toEqual([
      `Order ${first.order_id} is locked: a payout is recorded for it.`,
    ]);
    expect(refused(await counter.orders.delete({ order_id: first.order_id }))).toHaveLength(1);
    const { account_id, user_id } = counter.user;
    expect((await factsOf(world, account_id, orderChanged, first.order_id)).at(-1)).toMatchObject({
      sequence: 2,
      payload: { change: 'edited', previous: { locked: false, payouts: [] }, actor: { user_id } },
    });
    const facts = await factsOf(world, account_id, payoutAdded);
    expect(facts.map(({ payload }) => payload.record)).toMatchObject(
      given.map(({ reference, amount }) => ({ reference, amount, user: 'owner' })),
    );
    const { audits } = ok(
      await counter.user.api.setting.audit.get({ filter_record: 'extension/report/channel_payout' }),
    );
    expect(audits).toHaveLength(3);
  });

  it('are recorded once by their reference, whatever else is in the request', async () => {
    const { order_id } = await counter.place();
    const [known, other] = [sales({ order_id }), sales({ order_id, name: 'Shipping' })];
    expect(ok(await add([known]))).toMatchObject({ added: 1, repeated: 0 });
    expect(ok(await add([other, known, other]))).toMatchObject({ added: 1, repeated: 2 });
    expect((await counter.settled(order_id)).payouts).toEqual([
      { name: 'Sales', amount: 10 },
      { name: 'Shipping', amount: 10 },
    ]);
    const changed = { ...known, amount: 11 };
    expect(await add([sales({ order_id }), changed])).toMatchObject({
      error_details: [
        {
          code: 'duplicate',
          field: 'payouts[1].reference',
          message:
            `Payout ${known.reference} of channel ${counter.shop.channel_id} is recorded already: ` +
            `Sales 10 USD of 2026-03-01T08:00:00Z for order ${order_id}.`,
        },
      ],
    });
    expect((await counter.settled(order_id)).payouts).toHaveLength(2);
  });

  it('are refused with every reason', async () => {
    const { order_id } = await counter.place({ imported_order_id: 'SHOP-8' });
    const faulty = [
      sales({ order_id: 987_654 }),
      sales({ imported_order_id: 'SHOP-9' }),
      sales({}),
      sales({ order_id, imported_order_id: 'SHOP-7', currency: 'XXX' }),
    ];
    expect(refused(await add(faulty))).toEqual([
      'There is no currency XXX.',
      'There is no order 987654.',
      'There is no order with imported_order_id SHOP-9.',
      'payouts[2].order_id or payouts[2].imported_order_id is required.',
      `payouts[3].imported_order_id must be that of order ${order_id}, SHOP-8.`,
    ]);
    expect(refused(await add([sales({ order_id })], 987_654))).toEqual(['There is no channel 987654.']);
    expect(refused(await add([sales({ order_id, date: '' })]))).toEqual(['payouts[0].date must not be empty.']);
  });

  it('are listed by pages that a payout recorded meanwhile does not shift, formatted or raw', async () => {
    const { order_id } = await counter.place({ imported_order_id: 'SHOP-10' });
    const on = (day: number) => sales({ order_id, date: `2026-05-0${day}T08:00:00Z`, amount: day });
    ok(await add([3, 1, 4, 2].map(on)));
    const may = { date_start: '2026-05-01', date_end: '2026-05-15', type: 'formatted', limit: 2 };
    const first = await page(may);
    ok(await add([on(1), on(5)]));
    const second = await page({ ...may, next: first.more });
    const third = await page({ ...may, next: second.more });
    const amounts = [first, second, third].map(({ results }) => results.map(({ amount }) => amount));
    expect(amounts).toEqual([[1, 2], [3, 4], [5]]);
    expect(third.more).toBeUndefined();
    expect(first.results[0]).toEqual({
      ...{ order_id, imported_order_id: 'SHOP-10', name: 'Sales', amount: 1, currency: 'USD' },
      date: '2026-05-01T08:00:00Z',
    });
    const { results } = await page({ ...may, type: undefined });
    expect(results[0]).toMatchObject({
      reference: expect.any(String),
      user: 'owner',
      channel_payout_id: expect.any(Number),
    });
  });

  it('are asked for over at most 15 days', async () => {
    const get = (date_start: string, date_end: string) =>
      payouts().get({ channel_id: counter.shop.channel_id, date_start, date_end });
    const range = 'date_end must be at most 15 days after date_start, and not before it.';
    expect(refused(await get('2026-03-01', '2026-03-17'))).toEqual([range]);
    expect(refused(await get('2026-03-02', '2026-03-01'))).toEqual([range]);
    expect(refused(await get('', ''))).toEqual(['date_start is required.', 'date_end is required.']);
    ok(await get('2026-03-01T00:00:00Z', '2026-03-16T00:00:00Z'));
    ok(await get('2026-03-01', '2026-03-16'));
  });

  it.each(['x', tokenOf('2026-W10-1T00:00:00.000Z 1'), tokenOf('2026-03-01T25:00:00.000Z 1')])(
    'take no token that is not of a page: %s',
    async (next) => {
      const fault = `next must be the \`more\` of the page before; ${next} is not.`;
      const may = { channel_id: counter.shop.channel_id, date_start: '2026-03-01', date_end: '2026-03-15' };
      expect(refused(await payouts().get({ ...may, next }))).toEqual([fault]);
    },
  );

  it('wait for an edit of their order, or lock it before', async () => {
    for (let round = 0; round < 20; round++) {
      const { order_id } = await counter.place();
      const [edited] = await Promise.all([
        counter.orders.edit({ order_id, city: 'Paris' }),
        ...[1, 2].map(() => add([sales({ order_id })]).then(ok)),
      ]);
      const order = await counter.settled(order_id);
      expect(order.payouts).toHaveLength(2);
      expect(order.city).toBe(edited.error ? '' : 'Paris');
    }
  });

  it('are recorded once by parallel requests with the same reference', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, other] = [await counter.place(), await counter.place()];
      const given = [one, other].map(({ order_id }) => sales({ order_id }));
      const answers = await Promise.all([add(given), add([...given].reverse()), add(given.slice(0, 1))]);
      expect(answers.map(ok).reduce((sum, { added }) => sum + added, 0)).toBe(2);
      expect((await counter.settled(one.order_id)).payouts).toHaveLength(1);
    }
  });
});
