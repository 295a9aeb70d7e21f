import { Refused } from '@stockbook/contracts';
import { followDemands } from './follow-demands.js';
import { keepPolicies } from '../policy/stock-policy.js';
import { demand, Stockroom } from './stockroom.fixture.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open(16);
});
afterAll(async () => {
  expect(room.faults).toEqual([]);
  await room.close();
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Does things, 12 at a time, and says how many transactions had to run again, as those do that met a deadlock. */
async function atOnce(...works: (() => Promise<unknown>)[]): Promise<number> {
  const before = room.tries;
  const queue = works.values();
  const worker = async () => {
    for (const work of queue) await work();
  };
  await Promise.all(range(12).map(worker));
  return room.tries - before - works.length;
}

const order = (account: number, order_id: number, items: readonly number[], quantity = 1) => {
  const lines = items.map((item_id, line) => ({ line_id: line + 1, item_id, quantity }));
  return () =>
    room.transact([account], (tx) => followDemands(tx, [demand(account, order_id, 1, lines)], room.reservations));
};

test('500 takes of 100 pieces at once take exactly 100.', async () => {
  const account = await room.account();
  await room.receive(account, 100);
  const failures: unknown[] = [];
  const take = () => room.receive(account, -1).catch((failure: unknown) => failures.push(failure));
  await atOnce(...range(500).map(() => take));
  expect(failures).toHaveLength(400);
  expect(failures.every((failure) => failure instanceof Refused)).toBe(true);
  expect(await room.onHand(account)).toBe(0);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('500 orders for the last unit: one has it, all others wait.', async () => {
  const account = await room.account();
  await room.receive(account, 1);
  await atOnce(...range(500).map((id) => order(account, id, [7])));
  await room.settled();
  const taken = range(500).filter((id) => room.lastAnswer(account, id)?.[0]?.settled);
  expect(taken).toHaveLength(1);
  expect(await room.onHand(account)).toBe(0);
  expect((await room.verify(account)).checked.document_lines).toBe(500);
});

test('movements of (a, b) and (b, a) at once never lock each other out', async () => {
  const account = await room.account();
  const lines = [7, 8].map((item_id) => ({ item_id, location_id: 1, quantity: 1 }));
  const again = await atOnce(
    ...range(100).map((id) => () => room.move(account, id % 2 ? lines : lines.toReversed())),
    ...range(100).map((id) => order(account, id, id % 2 ? [7, 8] : [8, 7])),
  );
  await room.settled();
  expect(again).toBe(0);
  expect(await room.onHand(account)).toBe(0);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('stock that does not exist yet is locked as well', async () => {
  const account = await room.account();
  const again = await atOnce(...range(50).map((id) => () => room.receive(account, 1, { location_id: 1 + (id % 2) })));
  expect(again).toBe(0);
  expect([await room.onHand(account, 7, 1), await room.onHand(account, 7, 2)]).toEqual([25, 25]);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('of a receipt and a sale at the same moment neither overlooks the other', async () => {
  const account = await room.account();
  const orders = range(60);
  for (const id of orders) await atOnce(order(account, id, [id]), () => room.receive(account, 1, { item_id: id }));
  await room.settled();
  expect(orders.filter((id) => !room.lastAnswer(account, id)?.[0]?.settled)).toEqual([]);
});

test('nobody begins to wait at the moment in which negative stock is allowed', async () => {
  const accounts = await Promise.all(range(40).map(() => room.account()));
  for (const account of accounts) {
    const policy = [
      {
        account_id: account,
        allow_negative_stock: true,
        inventory_integrity: false,
        default_location_id: 0,
        version: 1,
      },
    ];
    await atOnce(order(account, 1, [7]), () => room.transact([account], (tx) => keepPolicies(tx, policy)));
  }
  await room.settled();
  expect(accounts.filter((account) => !room.lastAnswer(account, 1)?.[0]?.settled)).toEqual([]);
});

test('batches of the same orders, in whatever order, never lock each other out', async () => {
  const account = await room.account();
  await room.receive(account, 1_000);
  const batchOf = (version: number) =>
    range(100).map((id) => demand(account, id, version, [{ quantity: version % 3 }]));
  const batches = range(24).map((version) => (version % 2 ? batchOf(version) : batchOf(version).toReversed()));
  const again = await atOnce(
    ...batches.map((batch) => () => room.transact([account], (tx) => followDemands(tx, batch, room.reservations))),
  );
  expect(again).toBe(0);
  expect(await room.onHand(account)).toBe(1_000);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('orders, edits and receipts, all at once with orders that wait, leave every sum right and no lock', async () => {
  const account = await room.account();
  const items = range(6);
  const demandOf = (id: number, version: number) => {
    const lines = [0, 1, 2].map((line) => ({
      line_id: line + 1,
      item_id: items[(id * (line + 1) + version) % 6]!,
      quantity: (id + line * version) % 4,
    }));
    return demand(account, id, version, lines);
  };
  const batches = range(3).flatMap((version) =>
    range(12).map((batch) => {
      const demands = range(10).map((id) => demandOf(batch * 10 + id, version));
      return version % 2 ? demands : demands.toReversed();
    }),
  );
  const receipts = range(40).map((id) => [0, 1].map((line) => items[(id * (line + 2)) % 6]!));
  const again = await atOnce(
    ...batches.map((batch) => () => room.transact([account], (tx) => followDemands(tx, batch, room.reservations))),
    ...receipts.map(
      (bought) => () =>
        room.move(
          account,
          bought.map((item_id) => ({ item_id, location_id: 1, quantity: 7, unit_cost: '1.37' })),
        ),
    ),
  );
  await room.settled();
  expect(again).toBe(0);
  expect((await room.verify(account)).faults).toEqual([]);
});
