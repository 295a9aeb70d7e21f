import { Refused } from '@stockbook/contracts';
import { LockedStock } from './locked-stock.js';
import { move, moveMany } from './stock-ledger.js';
import { allowNegative, Stockroom } from '../demand/stockroom.fixture.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open();
});
afterAll(() => room.close());

const tea = { item_id: 7, location_id: 1 };
const by = { document_version: 1, user_id: 5, username: 'ann', comment: 'Test' };

test('movements in and out change the stock on hand, the flow and the cost', async () => {
  const account = await room.account();
  await room.move(account, [{ ...tea, quantity: 10, unit_cost: '2.5' }]);
  const [moved] = await room.move(account, [{ ...tea, quantity: -4, comment: 'Broken' }], {
    document: 'deduction',
    document_id: 3,
  });
  expect(moved).toMatchObject({ line: 1, quantity: -4, balance: 6, unit_cost: '2.50000000', value: '-10.00000000' });
  expect(await room.cost(account)).toMatchObject({
    quantity: 6,
    pool_cost: '15.00000000',
    average_cost: '2.50000000',
    total_added: 10,
    total_deducted: 4,
  });
  expect(await room.flows(account)).toMatchObject([
    { seq: 1, quantity: 10, balance: 10, comment: 'Test', username: 'ann', user_id: 5 },
    { seq: 2, quantity: -4, balance: 6, comment: 'Broken', document: 'deduction', document_id: 3, line: 1 },
  ]);
});

test('two lines of one item are not both served from the same pieces', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  const twice = room.move(account, [
    { ...tea, quantity: -3 },
    { ...tea, quantity: -3 },
  ]);
  await expect(twice).rejects.toThrow('Item 7 (TEA) is short by 1 at High Street: 3 wanted, 2 available.');
  expect(await room.onHand(account)).toBe(5);
});

test('a refusal names every short line and its field, and moves nothing', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  const attempt = room.move(account, [
    { ...tea, quantity: -1 },
    { item_id: 8, location_id: 1, quantity: -2, field: 'deduction[1].quantity' },
    { item_id: 7, location_id: 2, quantity: -3, field: 'deduction[2].quantity' },
  ]);
  const refusal: unknown = await attempt.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({
    status: 409,
    faults: [
      { field: 'deduction[1].quantity', message: 'Item 8 (Item) is short by 2 at High Street: 2 wanted, 0 available.' },
      { field: 'deduction[2].quantity', message: 'Item 7 (TEA) is short by 3 at location 2: 3 wanted, 0 available.' },
    ],
  });
  expect(await room.flows(account)).toHaveLength(1);
});

test('an operation may take out the stock that it brings in', async () => {
  const account = await room.account();
  await room.move(account, [
    { ...tea, quantity: -3 },
    { ...tea, quantity: 3, unit_cost: '1' },
  ]);
  expect(await room.onHand(account)).toBe(0);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('a transfer changes no cost and no total', async () => {
  const account = await room.account();
  await room.receive(account, 3, { unit_cost: '3.33333333' });
  const before = await room.cost(account);
  const lines = [
    { ...tea, quantity: -3 },
    { item_id: 7, location_id: 2, quantity: 3 },
  ];
  await room.move(account, lines.toReversed(), { counts_as: 'neither' });
  expect(await room.cost(account)).toEqual({ ...before, stock_facts: expect.any(Number) });
  expect(await room.onHand(account, 7, 2)).toBe(3);
});

test('an operation that the ledger has booked it refuses for ever', async () => {
  const account = await room.account();
  const repeat = () => room.move(account, [{ ...tea, quantity: 1 }], { document: 'addition', document_id: 1 });
  await repeat();
  await expect(repeat()).rejects.toMatchObject({ constraint: 'item_flow_once' });
  expect(await room.onHand(account)).toBe(1);
});

test('reserved pieces are not available', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.db.source.query('UPDATE inventory.item_stock SET reserved = 4 WHERE account_id = $1', [account]);
  await expect(room.move(account, [{ ...tea, quantity: -2 }])).rejects.toThrow('2 wanted, 1 available.');
  await room.move(account, [{ ...tea, quantity: -1 }]);
});

test('an account that allows it goes below zero, but not beyond what can be counted', async () => {
  const account = await room.account();
  await room.deliver(allowNegative(account, true, 1));
  await room.move(account, [{ ...tea, quantity: -3 }]);
  expect(await room.onHand(account)).toBe(-3);
  await expect(room.move(account, [{ ...tea, quantity: -2_000_000_000 }])).rejects.toThrow(Refused);
  await expect(room.receive(await room.account(), 2_000_000_001)).rejects.toThrow('more than 2000000000 pieces');
});

test('stock below nothing may stay so, but what is not allowed may not make it less', async () => {
  const account = await room.account();
  await room.deliver(allowNegative(account, true, 1));
  await room.move(account, [{ ...tea, quantity: -3 }]);
  await room.deliver(allowNegative(account, false, 2));
  await room.move(account, [
    { ...tea, quantity: -2 },
    { ...tea, quantity: 2 },
  ]);
  await expect(room.move(account, [{ ...tea, quantity: -1 }])).rejects.toThrow('1 wanted, 0 available.');
  await room.receive(account, 1);
  expect(await room.onHand(account)).toBe(-2);
});

test('of many operations those lines move that are not short, each account by its own policy', async () => {
  const [careful, bold] = [await room.account(), await room.account()];
  await room.deliver(allowNegative(bold, true, 1));
  await room.receive(careful, 2);
  const operation = { ...by, document: 'test', document_id: 1 };
  const lines = [
    { ...tea, line: 1, quantity: -2 },
    { ...tea, line: 2, quantity: -1 },
  ];
  const accounts = [careful, bold];
  const outcomes = await room.db.transactFor(accounts, async (tx) => {
    const locked = await LockedStock.of(
      tx,
      accounts.map((account_id) => ({ ...tea, account_id })),
    );
    const movements = accounts.map((account_id) => ({ account_id, operation, lines }));
    return moveMany(tx, movements, locked);
  });
  expect(outcomes).toMatchObject([
    { moved: [{ line: 1, balance: 0 }], short: [{ line: 2, available: 0 }] },
    { moved: [{ balance: -2 }, { balance: -3 }], short: [] },
  ]);
});

test('stock of another account is out of reach', async () => {
  const [own, other] = [await room.account(), await room.account()];
  await room.receive(other, 1);
  const key = { ...tea, account_id: other };
  const locked = await room.db.transactFor([own], (tx) => LockedStock.of(tx, [key]));
  expect(locked.has(key)).toBe(false);
});

test('stock that was looked at under its lock cannot change before it is moved', async () => {
  const account = await room.account();
  await room.receive(account, 1);
  const key = { ...tea, account_id: account };
  const take = (number: number) =>
    room.db.transactFor([account], async (tx) => {
      const locked = await LockedStock.of(tx, [key]);
      const { on_hand } = locked.level(key);
      await move(
        tx,
        { ...by, document: 'test', document_id: number },
        [{ ...tea, line: 1, quantity: -on_hand }],
        locked,
      );
      return on_hand;
    });
  const taken = await Promise.all([take(1), take(2), take(3)]);
  expect(taken.sort()).toEqual([0, 0, 1]);
});

test('a movement takes at most five statements, however many lines it has', async () => {
  const account = await room.account();
  const lines = Array.from({ length: 200 }, (_, line) => ({
    line,
    item_id: 1 + (line % 60),
    location_id: 1,
    quantity: 5,
  }));
  const before = room.statements;
  await room.move(account, lines);
  expect(room.statements - before).toBeLessThanOrEqual(5);
  expect((await room.verify(account)).checked).toMatchObject({ flows: 200, levels: 60 });
});
