import { answerFaults } from './faults.js';
import { type OrderEvidence, orderFaults, type OrderFound } from './order-faults.js';

const order = (order_id: number, changes: Partial<OrderFound> = {}): OrderFound => ({
  order_id,
  comment: `run after 9 ${order_id}`,
  lines: 3,
  pieces: 3,
  taken: 3,
  deducted: 3,
  committed_at: 1,
  moved_at: 2,
  settled_at: 3,
  ...changes,
});

const load = (ids: readonly number[]): OrderEvidence['load'] => ({
  sent: ids.length,
  statuses: { 200: ids.length },
  unanswered: 0,
  acknowledgements: ids.map((id) => ({ id, sent_at: 0, answered_at: 1 })),
  latencies_ms: ids.map(() => 1),
  seconds: 1,
  sample: '',
  busy: 0,
});

const right: OrderEvidence = {
  run: 'run after 9',
  lines: 3,
  load: load([10, 11, 12]),
  found: [order(10), order(11), order(12)],
  flowFaults: [],
};

test('a right run has no faults', () => expect(orderFaults(right)).toEqual([]));

test('an order of a request that got no answer may be there, and one refused for overload is not', () => {
  const unanswered = { ...right.load, sent: 5, unanswered: 2, statuses: { 200: 3 } };
  expect(orderFaults({ ...right, load: unanswered, found: [...right.found, order(13)] })).toEqual([]);
  const refused = { ...right.load, sent: 5, statuses: { 200: 3, 503: 2 } };
  expect(orderFaults({ ...right, load: refused })).toEqual([]);
});

test.each<[string, Partial<OrderEvidence>, RegExp]>([
  ['a lost order', { found: [order(10), order(12)] }, /^1 acknowledged orders are not there: 11\.$/],
  ['an order that nobody asked for', { found: [...right.found, order(13)] }, /^1 orders .* not acknowledged\.$/],
  [
    'one lost and one in its place',
    { found: [order(10), order(11), order(13)] },
    /^1 orders .* not acknowledged\.$|^1 acknowledged/,
  ],
  ['one acknowledged twice', { load: load([10, 11, 12, 12]) }, /^1 orders were acknowledged twice\.$/],
  [
    'one request done twice',
    {
      load: { ...load([10, 11]), unanswered: 1 },
      found: [order(10), order(11), order(12, { comment: order(10).comment })],
    },
    /^1 requests made more than one order\.$/,
  ],
  [
    'an order of something else',
    { found: [order(10, { comment: 'x' }), order(11), order(12)] },
    /not of this run: 10\.$/,
  ],
  [
    'a missing line',
    { found: [order(10, { lines: 2 }), order(11), order(12)] },
    /^1 orders do not have 3 lines: 10\.$/,
  ],
  ['unsettled stock', { found: [order(10, { taken: 2 }), order(11), order(12)] }, /do not know their stock .*: 10\.$/],
  [
    'stock taken twice',
    { found: [order(10, { deducted: 6 }), order(11), order(12)] },
    /another quantity deducted: 10\.$/,
  ],
  ['a broken ledger', { flowFaults: ['flow/verify: broken'] }, /^flow\/verify: broken$/],
])('%s makes a run wrong', (_, changes, fault) => {
  expect(orderFaults({ ...right, ...changes })).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

test.each([
  ['an internal error', { 200: 3, 500: 1 }, '1 requests were answered 500: busy'],
  ['nothing granted', { 503: 9 }, 'Nothing was granted: busy'],
])('%s makes a run wrong, whatever it sends', (_, statuses, fault) => {
  expect(answerFaults({ ...right.load, statuses, refusal: 'busy' })).toEqual([fault]);
});
