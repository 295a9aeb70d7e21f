import { Refused } from '@stockbook/contracts';
import { demand, Stockroom } from '../demand/stockroom.fixture.js';
import { ItemStockRow } from './item-stock.entity.js';
import { move, moveDocument, reserve, type StockLine } from './stock-ledger.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open(16);
});
afterAll(() => room.close());

const tea = { line: 1, item_id: 7, location_id: 1 };
const operation = (document: string, document_id: number, document_version = 1) => {
  return { document, document_id, document_version, user_id: 5, username: 'ann', comment: 'Test' };
};

const hold = (account: number, id: number, quantity: number) =>
  room.transact([account], (tx) => reserve(tx, operation('test_hold', id), [{ ...tea, quantity }]));

const book = (account: number, id: number, version: number, lines: readonly StockLine[]) =>
  room.transact([account], (tx) => moveDocument(tx, operation('test_arrival', id, version), lines));

const convert = (account: number, id: number, quantity: number, held = quantity) =>
  room.transact([account], (tx) =>
    move(tx, operation('test_sale', id), [{ ...tea, quantity: -quantity, hold: -held }]),
  );

const stockRow = (account_id: number) =>
  room.db.source.manager.findOneBy(ItemStockRow, { account_id, item_id: 7, location_id: 1 });

async function level(account_id: number): Promise<(number | undefined)[]> {
  const row = await stockRow(account_id);
  return [row?.on_hand, row?.reserved];
}

/** Ignores the pieces that `hold` reserves, because no reservation holds them. */
const faultsOf = async (account: number) =>
  (await room.verify(account)).faults.filter(({ what }) => what !== 'reserved');

const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));

test('held pieces stay on hand and are not available until they are released', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await hold(account, 1, 4);
  expect(await level(account)).toEqual([5, 4]);
  await expect(room.receive(account, -2)).rejects.toThrow('2 wanted, 1 available.');
  await expect(hold(account, 2, 2)).rejects.toThrow(
    'Item 7 (TEA) is short by 1 at High Street: 2 wanted, 1 available.',
  );
  await hold(account, 1, -4);
  await room.receive(account, -5);
  expect(await level(account)).toEqual([0, 0]);
  expect((await room.flows(account)).map(({ quantity }) => quantity)).toEqual([5, -5]);
});

test('stock whose pieces are all held is out', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await hold(account, 1, 5);
  expect(await stockRow(account)).toMatchObject({ on_hand: 5, state: 'out' });
  await hold(account, 1, -5);
  expect(await stockRow(account)).toMatchObject({ state: 'ok' });
});

test('a hold becomes a movement, though nothing else is available', async () => {
  const account = await room.account();
  await room.receive(account, 3, { unit_cost: '2' });
  await hold(account, 1, 3);
  const [moved] = await convert(account, 1, 2);
  expect(moved).toMatchObject({ quantity: -2, balance: 1, value: '-4.00000000' });
  expect(await level(account)).toEqual([1, 1]);
  await expect(convert(account, 2, 2, 1)).rejects.toThrow('1 wanted, 0 available.');
  expect(await faultsOf(account)).toEqual([]);
});

test('more pieces than are held are not released', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  await hold(account, 1, 1);
  await expect(hold(account, 1, -2)).rejects.toThrow('releases 2 pieces of 1 held');
  expect(await level(account)).toEqual([3, 1]);
});

test('released pieces serve an order that waits', async () => {
  const account = await room.account();
  await room.receive(account, 2);
  await hold(account, 1, 2);
  await room.deliver(demand(account, 1, 1, [{ quantity: 2 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 0, settled: false }]);
  await hold(account, 1, -2);
  await room.settled();
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 2, settled: true }]);
});

test('of 50 reserves at once of the last 20 pieces exactly 20 are granted', async () => {
  const account = await room.account();
  await room.receive(account, 20);
  const tries = room.tries;
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, id) => hold(account, id, 1)));
  const refused = refusals(outcomes);
  expect(refused).toHaveLength(30);
  expect(refused.every((each) => each instanceof Refused)).toBe(true);
  expect(await level(account)).toEqual([20, 20]);
  expect(room.tries - tries).toBe(50);
});

test('holds, conversions, deductions and releases at once never take a piece twice', async () => {
  const account = await room.account();
  await room.receive(account, 30);
  await hold(account, 1, 20);
  const works = Array.from({ length: 40 }, (_, id) => {
    if (id % 4 === 0) return hold(account, 1, -1);
    if (id % 4 === 1) return convert(account, id, 1);
    return id % 4 === 2 ? room.receive(account, -1) : hold(account, 2, 1);
  });
  const refused = refusals(await Promise.allSettled(works));
  expect(refused.every((each) => each instanceof Refused)).toBe(true);
  const [on_hand = 0, reserved = 0] = await level(account);
  // There are 10 free and 10 released pieces; each of 20 deductions and holds takes one unless it is refused.
  expect(on_hand - reserved).toBe(refused.length);
  expect(reserved).toBeLessThanOrEqual(on_hand);
  expect(await faultsOf(account)).toEqual([]);
});

test('an edited document moves the difference and a deleted one gives back, at the original cost', async () => {
  const account = await room.account();
  await book(account, 1, 1, [
    { ...tea, quantity: 10, unit_cost: '2' },
    { ...tea, line: 2, item_id: 8, quantity: 3, unit_cost: '1' },
  ]);
  await room.receive(account, 10, { unit_cost: '4' });
  await book(account, 1, 2, [{ ...tea, quantity: 6, unit_cost: '2' }]);
  expect(await room.cost(account)).toMatchObject({ quantity: 16, pool_cost: '52.00000000' });
  await book(account, 1, 3, [{ ...tea, quantity: 7, unit_cost: '9' }]);
  await book(account, 1, 4, []);
  expect((await room.flows(account)).map(({ item_id, quantity, value }) => [item_id, quantity, Number(value)])).toEqual(
    [
      [7, 10, 20],
      [8, 3, 3],
      [7, 10, 40],
      [8, -3, -3],
      [7, -4, -8],
      [7, 1, 9],
      [7, -7, -21],
    ],
  );
  expect(Number((await room.cost(account))?.pool_cost)).toBeCloseTo(40, 4);
  expect(await faultsOf(account)).toEqual([]);
});

test('a document whose pieces are sold is not taken back', async () => {
  const account = await room.account();
  await book(account, 1, 1, [{ ...tea, quantity: 2 }]);
  await room.receive(account, -1);
  await expect(book(account, 1, 2, [])).rejects.toThrow('2 wanted, 1 available.');
});
