import type { SettledLine } from '@stockbook/contracts';
import { settlementChanges } from '../facts/settlement-facts.js';
import { type Answer, settle as settleDocument } from './order-settlement.js';
import type { LineRecord } from '../record/order-records.js';

const settle = (lines: readonly LineRecord[], answers: readonly Answer[]) =>
  settleDocument(lines, answers, ({ order_product_id }) => order_product_id);

const line = (order_product_id: number, changes: Partial<LineRecord> = {}): LineRecord => ({
  account_id: 1,
  order_id: 7,
  order_product_id,
  position: order_product_id,
  imported_order_product_id: '',
  item_id: 50 + order_product_id,
  components: null,
  thumb: '',
  name: `Item ${order_product_id}`,
  model: '',
  sku: '',
  quantity: 3,
  price: 10,
  discount: 0,
  discount_total: 0,
  discount_platform: 0,
  totals: [],
  total: 30,
  cost: 0,
  cost_taken: null,
  weight: 0,
  taken: 0,
  short: 0,
  stock_sequence: 0,
  date_deleted: null,
  ...changes,
});
const settledLine = (line_id: number, taken: number, changes: Partial<SettledLine> = {}): SettledLine => ({
  line_id,
  wanted: taken,
  taken,
  unit_cost: taken ? '2.00000000' : '',
  available: 0,
  settled: true,
  ...changes,
});
const answer = (sequence: number, ...lines: SettledLine[]): Answer => ({
  sequence,
  payload: { document_id: 7, version: sequence, lines },
});

test('an answer changes the lines that it names', () => {
  const { changed, cost, comments } = settle([line(1), line(2)], [answer(1, settledLine(1, 3))]);
  expect(changed).toEqual([line(1, { taken: 3, cost_taken: 2, stock_sequence: 1 })]);
  expect(cost).toBe(6);
  expect(comments).toEqual(['Deducted: 3 Item 1.']);
});

test('pieces that answers give back and take again at another cost are deducted anew', () => {
  const before = [line(1, { taken: 3, cost_taken: 2, stock_sequence: 1 })];
  const taken = (unit_cost: string) => settledLine(1, 3, { unit_cost });
  const { changed } = settle(before, [answer(2, settledLine(1, 0)), answer(3, taken('4.00000000'))]);
  expect(settlementChanges(before, changed)).toEqual(['deducted']);
  const same = settle(before, [answer(2, settledLine(1, 0)), answer(3, taken('2.00000000'))]);
  expect(settlementChanges(before, same.changed)).toEqual([]);
});

test('an older answer does not undo a newer one, nor does the same twice', () => {
  const before = [line(1, { taken: 3, cost_taken: 2, stock_sequence: 5 })];
  for (const sequence of [4, 5])
    expect(settle(before, [answer(sequence, settledLine(1, 0))])).toEqual({
      changed: [],
      cost: 6,
      deducted: true,
      comments: [],
    });
  const { changed } = settle([line(1)], [answer(2, settledLine(1, 3)), answer(1, settledLine(1, 0))]);
  expect(changed).toMatchObject([{ taken: 3, stock_sequence: 2 }]);
});

test('several answers are applied one after the other, and each is recorded', () => {
  const short = settledLine(1, 0, { wanted: 3, available: 2, settled: false });
  const { changed, comments } = settle([line(1)], [answer(1, short), answer(2, settledLine(1, 3))]);
  expect(changed).toMatchObject([{ taken: 3, stock_sequence: 2 }]);
  expect(comments).toEqual(['Item 51 (Item 1) is short by 1: 3 wanted, 2 available.', 'Deducted: 3 Item 1.']);
});

test('one answer may deduct, give back and fall short', () => {
  const lines = [line(1), line(2, { taken: 3 }), line(3), line(4, { model: 'MUG-BLUE' })];
  const short = settledLine(4, 0, { wanted: 5, available: 1, settled: false });
  expect(settle(lines, [answer(1, settledLine(1, 3), settledLine(2, 1), settledLine(3, 2), short)]).comments).toEqual([
    'Deducted: 3 Item 1, 2 Item 3. Given back: 2 Item 2. Item 54 (MUG-BLUE) is short by 4: 5 wanted, 1 available.',
  ]);
});

test('a shortage is recorded as the missing pieces, and again only when that changes', () => {
  const missing = (sequence: number, wanted: number) =>
    answer(sequence, settledLine(1, 3, { wanted, available: 1, settled: false }));
  const before = [line(1, { taken: 3 })];
  const { changed, comments } = settle(before, [missing(1, 5), missing(2, 5), missing(3, 6), missing(4, 6)]);
  expect(comments).toEqual([
    'Item 51 (Item 1) is short by 1: 2 wanted, 1 available.',
    'Item 51 (Item 1) is short by 2: 3 wanted, 1 available.',
  ]);
  expect(changed).toMatchObject([{ taken: 3, short: 3, stock_sequence: 4 }]);
  expect(settle(changed, [missing(5, 6)]).comments).toEqual([]);
  expect(settle(changed, [answer(5, settledLine(1, 6)), missing(6, 6)]).comments).toEqual([
    'Deducted: 3 Item 1.',
    'Given back: 3 Item 1. Item 51 (Item 1) is short by 2: 3 wanted, 1 available.',
  ]);
});

test('of many lines the first are named and the others counted', () => {
  const lines = Array.from({ length: 1_000 }, (_, i) => line(i + 1, { name: 'n'.repeat(255) }));
  const [comment] = settle(lines, [answer(1, ...lines.map((_, i) => settledLine(i + 1, 3)))]).comments;
  expect(comment).toMatch(/^Deducted: 3 n+, .* and 980 more\.$/);
  expect(comment?.match(/3 n+/g)).toHaveLength(20);
});

test('the cost of the order is rounded once, and never beyond what an answer can carry', () => {
  const third = settledLine(1, 3, { unit_cost: '3.33333333' });
  expect(settle([line(1)], [answer(1, third)])).toMatchObject({ changed: [{ cost_taken: 3.33333333 }], cost: 10 });
  const dear = settledLine(1, 3, { unit_cost: '9999999999900000000.00000000' });
  expect(settle([line(1)], [answer(1, dear)])).toMatchObject({
    changed: [{ cost_taken: 99_999_999_999.9999 }],
    cost: 99_999_999_999.9999,
  });
});

test('the expected cost counts while no stock is taken', () => {
  const taken = line(1, { taken: 3, cost: 1.5, cost_taken: 2 });
  const given_back = settle([taken], [answer(1, settledLine(1, 0))]);
  expect(given_back).toMatchObject({ changed: [{ cost: 1.5, cost_taken: null }], cost: 4.5 });
  const retaken = settle(given_back.changed, [answer(2, settledLine(1, 3))]);
  expect(retaken).toMatchObject({ changed: [{ cost: 1.5, cost_taken: 2 }], cost: 6 });
});

test('a line that waits behind older orders says so', () => {
  const comments = (changes: Partial<SettledLine>) =>
    settle([line(1)], [answer(1, settledLine(1, 0, { wanted: 3, available: 4, settled: false, ...changes }))]).comments;
  expect(
    [{}, { behind: 0 }, { behind: 1, location: 'Shop' }, { behind: 2, available: 1 }, { behind: 100 }].map(comments),
  ).toEqual([
    ['Item 51 (Item 1) waits behind older orders: 3 wanted, 4 available.'],
    ['Item 51 (Item 1) waits behind older orders: 3 wanted, 4 available.'],
    ['Item 51 (Item 1) waits behind 1 older order at Shop: 3 wanted, 4 available.'],
    ['Item 51 (Item 1) waits behind 2 older orders: 3 wanted, 1 available.'],
    ['Item 51 (Item 1) waits behind 100 or more older orders: 3 wanted, 4 available.'],
  ]);
});

test('a line that was taken out is settled too, and costs the order nothing', () => {
  const out = line(1, { taken: 3, cost_taken: 2, date_deleted: new Date() });
  const { changed, cost, comments } = settle([out], [answer(1, settledLine(1, 0))]);
  expect(changed).toMatchObject([{ taken: 0 }]);
  expect(cost).toBe(0);
  expect(comments).toEqual(['Given back: 3 Item 1.']);
});

test('an answer about unknown lines changes nothing', () => {
  expect(settle([line(1)], [answer(1, settledLine(9, 3))])).toMatchObject({ changed: [], comments: [] });
});
