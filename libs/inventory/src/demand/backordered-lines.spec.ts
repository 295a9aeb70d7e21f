import { statement } from '@stockbook/persistence';
import { eventually } from '@stockbook/testing';
import { allowNegative, demand, Stockroom, type Wanted } from './stockroom.fixture.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open();
});
afterAll(async () => {
  expect(room.faults).toEqual([]);
  await room.close();
});

/** Returns the orders that have been served, by the last answer about each. */
const served = (account: number, orders: readonly number[]) =>
  orders.filter((order) => room.lastAnswer(account, order)?.every(({ settled }) => settled));

test('a line that comes up short waits whole, and is served when stock arrives', async () => {
  const account = await room.account();
  await room.receive(account, 2);
  await room.deliver(demand(account, 1, 1, [{ quantity: 5 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([
    { wanted: 5, taken: 0, unit_cost: '', available: 2, settled: false },
  ]);
  await room.receive(account, 3, { unit_cost: '4' });
  await room.settled();
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 5, taken: 5, available: 0, settled: true }]);
  expect(room.answersOf(account, 1).map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect((await room.flows(account)).at(-1)).toMatchObject({
    document: 'order',
    document_id: 1,
    document_version: 1,
    username: 'bob',
  });
  expect((await room.verify(account)).ok).toBe(true);
});

test('orders are served in the order in which they began to wait; the first that does not fit stops all', async () => {
  const account = await room.account();
  const wanted = { 11: 3, 12: 4, 13: 1, 14: 1 };
  await room.deliver(
    ...Object.entries(wanted).map(([order, quantity]) => demand(account, Number(order), 1, [{ quantity }])),
  );
  await room.receive(account, 5);
  await room.settled();
  expect(served(account, [11, 12, 13, 14])).toEqual([11]);
  expect(room.answersOf(account, 12)).toHaveLength(1);
  expect(await room.onHand(account)).toBe(2);
  await room.receive(account, 3);
  await room.settled();
  expect(served(account, [11, 12, 13, 14])).toEqual([11, 12, 13]);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('a new line waits behind an older order, though its pieces are there', async () => {
  const account = await room.account();
  await room.receive(account, 4);
  await room.deliver(demand(account, 5, 1, [{ quantity: 6 }]));
  await room.deliver(demand(account, 6, 1, [{ quantity: 1 }]));
  expect(room.lastAnswer(account, 6)).toMatchObject([
    { wanted: 1, taken: 0, available: 4, behind: 1, location: 'High Street', settled: false },
  ]);
  await room.deliver(demand(account, 4, 1, [{ quantity: 1 }]));
  expect(room.lastAnswer(account, 4)).toMatchObject([{ taken: 0, behind: 2 }]);
  expect(served(account, [4, 5, 6])).toEqual([]);
  expect((await room.verify(account)).faults).toEqual([]);
  await room.receive(account, 4);
  await room.settled();
  expect(served(account, [4, 5, 6])).toEqual([4, 5, 6]);
});

test('a line that is raised waits behind an older order, and keeps what it has taken', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]));
  await room.deliver(demand(account, 1, 1, [{ quantity: 6 }]));
  await room.deliver(demand(account, 2, 2, [{ quantity: 2 }]));
  expect(room.lastAnswer(account, 2)).toMatchObject([{ wanted: 2, taken: 1, settled: false }]);
});

test('in one batch the order that was changed first is served, whatever its number', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.deliver(...[3, 2, 1].map((order) => demand(account, order, 1, [{ quantity: order === 2 ? 4 : 2 }])));
  expect(served(account, [1, 2, 3])).toEqual([3]);
});

test('an order that is edited to want more begins to wait then, and one that waits keeps its place', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]));
  await room.deliver(demand(account, 3, 1, [{ quantity: 2 }]));
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]));
  await room.deliver(demand(account, 1, 2, [{ quantity: 4 }]));
  await room.deliver(demand(account, 3, 2, [{ quantity: 3 }]));
  await room.receive(account, 4);
  await room.settled();
  expect(served(account, [1, 2, 3])).toEqual([2, 3]);
  await room.receive(account, 1);
  await room.settled();
  expect(served(account, [1, 2, 3])).toEqual([1, 2, 3]);
});

test('an order that leaves the queue and comes back begins to wait again', async () => {
  const account = await room.account();
  for (const order of [1, 2]) await room.deliver(demand(account, order, 1, [{ quantity: 1 }]));
  await room.deliver(demand(account, 1, 2, [{ quantity: 1, location_id: 2 }]));
  await room.deliver(demand(account, 1, 3, [{ quantity: 1 }]));
  await room.receive(account, 1);
  await room.settled();
  expect(served(account, [1, 2])).toEqual([2]);
});

const withdrawals: readonly [how: string, lines: readonly Wanted[]][] = [
  ['is deleted', []],
  ['is edited down', [{ quantity: 2 }]],
  ['moves to another item', [{ quantity: 9, item_id: 8 }]],
  ['moves to another location', [{ quantity: 9, location_id: 2 }]],
];
test.each(withdrawals)('orders behind one that %s are served', async (_, lines) => {
  const account = await room.account();
  await room.receive(account, 4);
  await room.deliver(...[1, 2, 3].map((order) => demand(account, order, 1, [{ quantity: order === 1 ? 9 : 1 }])));
  expect(served(account, [1, 2, 3])).toEqual([]);
  await room.deliver(demand(account, 1, 2, lines));
  expect(served(account, [2, 3])).toEqual([2, 3]);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('nobody queues where negative stock is allowed', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 9 }]));
  await room.db.source.query(
    `INSERT INTO inventory.stock_policy (account_id, allow_negative_stock, inventory_integrity, version)
     VALUES ($1, true, false, 1)`,
    [account],
  );
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]));
  expect(served(account, [1, 2])).toEqual([2]);
});

test('no newer order overtakes an older one while stock arrives', async () => {
  for (let run = 0; run < 20; run++) {
    const account = await room.account();
    const orders = Array.from({ length: 12 }, (_, index) => index + 1);
    await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]), demand(account, 2, 1, [{ quantity: 3 }]));
    await Promise.all([
      ...[2, 1, 2, 1].map((pieces) => room.receive(account, pieces)),
      ...orders.slice(2).map((order) => room.publish(demand(account, order, 1, [{ quantity: 1 }]))),
    ]);
    await room.settled();
    expect(served(account, orders)).toEqual([1, 2]);
  }
});

test('a line that wants more than it has keeps what it has taken', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]));
  await room.deliver(demand(account, 1, 2, [{ quantity: 5 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 5, taken: 3, settled: false }]);
  await room.receive(account, 2);
  await room.settled();
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 5, taken: 5, settled: true }]);
});

test('stock that an order gives back serves one that waits', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]), demand(account, 2, 1, [{ quantity: 2 }]));
  expect(served(account, [1, 2])).toEqual([1]);
  await room.deliver(demand(account, 1, 2, []));
  expect(served(account, [1, 2])).toEqual([1, 2]);
  expect(await room.onHand(account)).toBe(1);
});

test('stock that an order gives back serves one that begins to wait in the batch, before or after it', async () => {
  const account = await room.account();
  await room.receive(account, 10);
  await room.deliver(demand(account, 1, 1, [{ quantity: 10 }]));
  await room.deliver(demand(account, 2, 1, [{ quantity: 4 }]), demand(account, 1, 2, [{ quantity: 0 }]));
  expect(served(account, [1, 2])).toEqual([1, 2]);
  expect(await room.onHand(account)).toBe(6);
});

test('a line that waits though its pieces are there is a fault, but not while its arrival is on its way', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]), demand(account, 2, 1, [{ quantity: 9 }]));
  await room.receive(account, 4);
  expect((await room.verify(account)).faults).toEqual([]);
  await room.settled();
  expect((await room.verify(account)).faults).toEqual([]);
  await room.db.source.query(
    'UPDATE inventory.stock_demand_line SET wanted = 1 WHERE account_id = $1 AND document_id = 2',
    [account],
  );
  const what = 'line 1 of order 2 waits, though its pieces are there';
  expect((await room.verify(account)).faults).toEqual([
    { item_id: 7, location_id: 1, what, expected: '1', found: '0' },
  ]);
});

test('an arrival that met a lock is on its way until it is tried again', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]));
  await room.transact([account], async (tx) => {
    await tx.query(statement('hold', 'SELECT FROM inventory.stock_demand WHERE account_id = $1 FOR UPDATE'), [account]);
    await room.receive(account, 4);
    const deferred = 'SELECT FROM inventory.parked_event WHERE account_id = $1 AND retry_at IS NOT NULL';
    await eventually(async () => ((await room.db.source.query(deferred, [account])) as unknown[]).length > 0);
    expect((await room.verify(account)).faults).toEqual([]);
  });
  await room.settled();
  expect(served(account, [1])).toEqual([1]);
});

test('an order that no longer wants what it waits for is not served', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]));
  await room.deliver(demand(account, 1, 2, [{ quantity: 0 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 0, taken: 0, settled: true }]);
  await room.receive(account, 3);
  await room.settled();
  expect(await room.onHand(account)).toBe(3);
});

test('stock of another location or account serves nobody here', async () => {
  const [account, other] = [await room.account(), await room.account()];
  await room.deliver(demand(account, 1, 1, [{ quantity: 1 }]));
  await room.receive(account, 1, { location_id: 2 });
  await room.receive(other, 1);
  await room.settled();
  expect(served(account, [1])).toEqual([]);
});

test('no order waits once negative stock is allowed; an older setting that comes late changes nothing', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 3 }]), demand(account, 2, 1, [{ quantity: 2, item_id: 8 }]));
  await room.deliver(allowNegative(account, true, 5));
  expect(served(account, [1, 2])).toEqual([1, 2]);
  await room.deliver(allowNegative(account, false, 4));
  await room.deliver(demand(account, 3, 1, [{ quantity: 1 }]));
  expect(await room.onHand(account)).toBe(-4);
  expect((await room.verify(account)).ok).toBe(true);
});

test('more lines than are served at a time are all served', async () => {
  const account = await room.account();
  const orders = Array.from({ length: 1_300 }, (_, index) => index + 1);
  await room.deliver(...orders.map((order) => demand(account, order, 1, [{ quantity: 1 }])));
  await room.receive(account, 1_250);
  await room.settled();
  expect(served(account, orders)).toEqual(orders.slice(0, 1_250));
});

test('nothing is published of stock for which nobody waits', async () => {
  const account = await room.account();
  await room.receive(account, 10);
  await room.deliver(demand(account, 1, 1, [{ quantity: 1 }]));
  await room.receive(account, 10);
  await room.settled();
  expect(await room.cost(account)).toMatchObject({ version: 0 });
});
