import { followDemands } from './follow-demands.js';
import { demand, noteDemand, Stockroom } from './stockroom.fixture.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open();
});
afterAll(async () => {
  expect(room.faults).toEqual([]);
  await room.close();
});

test('a line below zero gives pieces back at the cost that it names, and takes them again at this cost', async () => {
  const account = await room.account();
  await room.receive(account, 2, { unit_cost: '5' });
  await room.deliver(demand(account, 1, 1, [{ quantity: -3, unit_cost: '2' }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([
    { wanted: -3, taken: -3, unit_cost: '2.00000000', available: 0, settled: true },
  ]);
  await room.receive(account, 5, { unit_cost: '9' });
  await room.deliver(demand(account, 1, 2, [{ quantity: -1, unit_cost: '7' }]));
  expect((await room.flows(account)).map(({ quantity, value }) => [quantity, Number(value)])).toEqual([
    [2, 10],
    [3, 6],
    [5, 45],
    [-2, -4],
  ]);
  await room.deliver(demand(account, 1, 3, []));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 0, taken: 0, unit_cost: '', settled: true }]);
  expect(await room.onHand(account)).toBe(7);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('pieces given back come in at the cost at which their origin took them, and serve a waiting order', async () => {
  const account = await room.account();
  await room.receive(account, 2, { unit_cost: '3' });
  await room.deliver(demand(account, 1, 1, [{ line_id: 4, quantity: 2 }]));
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]));
  const origin = { document: 'order', document_id: 1, line_id: 4 } as const;
  await room.deliver(demand(account, 3, 1, [{ quantity: -2, origin, unit_cost: '8' }]));
  expect(room.lastAnswer(account, 3)).toMatchObject([{ taken: -2, unit_cost: '3.00000000' }]);
  expect(room.lastAnswer(account, 2)).toMatchObject([{ taken: 1, unit_cost: '3.00000000', settled: true }]);
  const unknown = { ...origin, line_id: 9 };
  await room.deliver(demand(account, 4, 1, [{ quantity: -1, origin: unknown, unit_cost: '8' }]));
  expect(room.lastAnswer(account, 4)).toMatchObject([{ taken: -1, unit_cost: '8.00000000' }]);
});

test('a line cannot turn from taking to giving back', async () => {
  const account = await room.account();
  await room.receive(account, 2);
  await room.deliver(demand(account, 1, 1, [{ quantity: 2 }]));
  const flip = room.transact([account], (tx) =>
    followDemands(tx, [demand(account, 1, 2, [{ quantity: -1 }])], room.reservations),
  );
  await expect(flip).rejects.toThrow('Line 1 cannot change its direction.');
});

/** Returns the parts of a bundle of two pieces of item 7 and one of item 8. */
const bundle = (quantity: number) => [
  { item_id: 7, quantity: 2 * quantity, per_unit: 2 },
  { item_id: 8, quantity },
];

test('a line of several items is answered in its own units, at the cost of all of them', async () => {
  const account = await room.account();
  await room.receive(account, 9, { unit_cost: '1.5' });
  await room.receive(account, 2, { item_id: 8, unit_cost: '4' });
  await room.deliver(demand(account, 1, 1, bundle(2)));
  expect(room.lastAnswer(account, 1)).toEqual([
    { line_id: 1, wanted: 2, taken: 2, unit_cost: '7.00000000', available: 0, settled: true },
  ]);
  await room.deliver(demand(account, 1, 2, bundle(4)));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 4, taken: 2, available: 0, settled: false }]);
  expect([await room.onHand(account, 7), await room.onHand(account, 8)]).toEqual([5, 0]);
  await room.receive(account, 2, { item_id: 8, unit_cost: '4' });
  await room.settled();
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 4, taken: 4, unit_cost: '7.00000000', settled: true }]);
  await room.deliver(demand(account, 1, 3, bundle(1)));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 1, taken: 1, settled: true }]);
  expect([await room.onHand(account, 7), await room.onHand(account, 8)]).toEqual([7, 3]);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('a line of several items names the scarcest of those that are short', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.deliver(demand(account, 1, 1, bundle(3)));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 3, taken: 0, available: 0, settled: false }]);
  await room.receive(account, 1, { item_id: 8 });
  await room.deliver(demand(account, 2, 1, bundle(1)));
  expect(room.lastAnswer(account, 2)).toMatchObject([{ wanted: 1, taken: 0, settled: false }]);
});

test('a line of several items takes all of them or none, and holds its place for each of them', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.deliver(demand(account, 1, 1, bundle(2)));
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]));
  expect(room.lastAnswer(account, 2)).toMatchObject([{ taken: 0, available: 5, behind: 1 }]);
  expect(await room.onHand(account, 7)).toBe(5);
  expect((await room.verify(account)).faults).toEqual([]);
  await room.receive(account, 2, { item_id: 8 });
  await room.settled();
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 2, settled: true }]);
  expect(room.lastAnswer(account, 2)).toMatchObject([{ taken: 1, settled: true }]);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('those behind a line of several items are served in each queue when it ends', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.receive(account, 1, { item_id: 8 });
  await room.deliver(demand(account, 1, 1, bundle(2)));
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]), demand(account, 3, 1, [{ item_id: 8, quantity: 1 }]));
  expect([2, 3].map((order) => room.lastAnswer(account, order)?.[0]?.settled)).toEqual([false, false]);
  await room.deliver(demand(account, 1, 2, []));
  expect([2, 3].map((order) => room.lastAnswer(account, order)?.[0]?.settled)).toEqual([true, true]);
});

test('lines that want the same two items never wait for each other', async () => {
  const account = await room.account();
  const pair = (...items: number[]) => items.map((item_id) => ({ item_id, quantity: 1 }));
  await room.deliver(demand(account, 2, 1, pair(7, 8)), demand(account, 1, 1, pair(8, 7)));
  await room.receive(account, 1, { item_id: 8 });
  await room.receive(account, 1);
  await room.settled();
  expect([1, 2].map((order) => room.lastAnswer(account, order)?.[0]?.taken)).toEqual([0, 1]);
  await room.receive(account, 1);
  await room.receive(account, 1, { item_id: 8 });
  await room.settled();
  expect([1, 2].map((order) => room.lastAnswer(account, order)?.[0]?.taken)).toEqual([1, 1]);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('verify names a line of a document that never waits', async () => {
  const account = await room.account();
  await room.deliver(noteDemand(account, 1, 1, [{ quantity: -2 }]));
  const waiting =
    "UPDATE inventory.stock_demand_line SET wanted = 0 WHERE account_id = $1 AND document = 'credit_note'";
  await room.db.source.query(waiting, [account]);
  const what = 'line 1 of credit note 1 waits, though only orders may';
  expect((await room.verify(account)).faults).toContainEqual({
    item_id: 7,
    location_id: 1,
    what,
    expected: '0',
    found: '-2',
  });
});

test('verify names a line that waits though all its pieces are there, and one whose document is over', async () => {
  const account = await room.account();
  await room.receive(account, 2);
  await room.deliver(demand(account, 1, 1, bundle(1)));
  expect((await room.verify(account)).faults).toEqual([]);
  const tamper = (sql: string) => room.db.source.query(`${sql} WHERE account_id = $1`, [account]);
  await tamper('UPDATE inventory.stock_demand SET is_over = true');
  const named = (reason: string) =>
    [7, 8].map((item_id) => ({ item_id, what: `line 1 of order 1 waits, though ${reason}` }));
  expect((await room.verify(account)).faults).toMatchObject(named('its document is over'));
  await tamper('UPDATE inventory.stock_demand SET is_over = false');
  await tamper('UPDATE inventory.item_stock SET on_hand = 2');
  const faults = (await room.verify(account)).faults.filter(({ what }) => what.includes('waits'));
  expect(faults).toMatchObject(named('its pieces are there'));
});

test('the lines of a document may have locations of their own', async () => {
  const account = await room.account();
  await room.receive(account, 1);
  await room.receive(account, 2, { location_id: 2 });
  await room.deliver(demand(account, 1, 1, [{ quantity: 1 }, { line_id: 2, location_id: 2, quantity: 2 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([
    { line_id: 1, settled: true },
    { line_id: 2, settled: true },
  ]);
});
