import { followDemands } from './follow-demands.js';
import { allowNegative, demand, Stockroom } from './stockroom.fixture.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open();
});
afterAll(async () => {
  expect(room.faults).toEqual([]);
  await room.close();
});

test('an order takes what it demands, and sales gets its cost', async () => {
  const account = await room.account();
  await room.receive(account, 10, { unit_cost: '2.5' });
  await room.deliver(demand(account, 1, 1, [{ quantity: 4 }]));
  expect(await room.onHand(account)).toBe(6);
  const [answer] = room.answersOf(account, 1);
  expect(answer).toMatchObject({ sequence: 1, payload: { document_id: 1, version: 1 } });
  expect(answer?.payload.lines).toEqual([
    {
      line_id: 1,
      wanted: 4,
      taken: 4,
      unit_cost: '2.50000000',
      available: 0,
      settled: true,
    },
  ]);
  expect((await room.flows(account)).at(-1)).toMatchObject({
    document: 'order',
    document_id: 1,
    document_version: 1,
    line: 1,
    quantity: -4,
    username: 'bob',
    user_id: 9,
    comment: 'Order 1',
  });
  expect(await room.cost(account)).toMatchObject({ total_added: 10, total_deducted: 4 });
});

test('a demand that is repeated, republished or overtaken does nothing more', async () => {
  const account = await room.account();
  await room.receive(account, 10);
  const short = { line_id: 2, item_id: 8, quantity: 1 };
  const demandOf = (version: number, quantity: number) => demand(account, 1, version, [{ quantity }, short]);
  const second = demandOf(2, 6);
  await room.deliver(second, second);
  await room.deliver(demandOf(1, 4));
  await room.deliver(demandOf(2, 6));
  expect(await room.onHand(account)).toBe(4);
  expect(room.answersOf(account, 1)).toHaveLength(1);
});

test('of several versions in one batch the newest counts', async () => {
  const account = await room.account();
  await room.receive(account, 10);
  const versions = [4, 9, 3].map((quantity, index) => demand(account, 1, index + 1, [{ quantity }]));
  await room.deliver(versions[0]!, versions[2]!, versions[1]!);
  expect(await room.onHand(account)).toBe(7);
  expect(room.answersOf(account, 1).map(({ payload }) => payload.version)).toEqual([3]);
});

test('an edit moves only the difference', async () => {
  const account = await room.account();
  await room.receive(account, 10);
  const [tea, cups] = [{ line_id: 1 }, { line_id: 2 }];
  await room.deliver(
    demand(account, 1, 1, [
      { ...tea, quantity: 3 },
      { ...cups, quantity: 2 },
    ]),
  );
  await room.deliver(
    demand(account, 1, 2, [
      { ...tea, quantity: 5 },
      { ...cups, quantity: 2 },
    ]),
  );
  await room.deliver(
    demand(account, 1, 3, [
      { ...tea, quantity: 1 },
      { ...cups, quantity: 2 },
    ]),
  );
  expect((await room.flows(account)).map(({ quantity }) => quantity)).toEqual([10, -3, -2, -2, 4]);
  expect(room.lastAnswer(account, 1)).toMatchObject([{ line_id: 1, wanted: 1, taken: 1 }]);
});

test('a line that changes its item gives one back and takes the other', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.receive(account, 5, { item_id: 8 });
  await room.deliver(demand(account, 1, 1, [{ quantity: 2 }]));
  await room.deliver(demand(account, 1, 2, [{ quantity: 3, item_id: 8 }]));
  expect([await room.onHand(account, 7), await room.onHand(account, 8)]).toEqual([5, 2]);
  expect(room.lastAnswer(account, 1)).toMatchObject([{ line_id: 1, wanted: 3, taken: 3, settled: true }]);
});

test('stock is given back at its original cost, to the last fraction', async () => {
  const account = await room.account();
  await room.receive(account, 3, { unit_cost: '3.33333333' });
  await room.deliver(demand(account, 1, 1, [{ quantity: 2 }]));
  await room.receive(account, 4, { unit_cost: '9' });
  await room.deliver(demand(account, 1, 2, [{ quantity: 3 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 3, unit_cost: '4.84444444' }]);
  await room.deliver(demand(account, 1, 3, [{ quantity: 1 }]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 1, unit_cost: '4.84444444' }]);
  await room.deliver(demand(account, 1, 4, []));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ wanted: 0, taken: 0, unit_cost: '', settled: true }]);
  const values = (await room.flows(account)).slice(1).map(({ value }) => Number(value));
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(36, 8);
  expect(await room.cost(account)).toMatchObject({ quantity: 7, total_deducted: 0 });
  expect((await room.verify(account)).faults).toEqual([]);
});

test('stock that one line gives back may be taken by another line of the order', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  await room.deliver(demand(account, 1, 1, [{ line_id: 1, quantity: 3 }]));
  await room.deliver(
    demand(account, 1, 2, [
      { line_id: 2, quantity: 3 },
      { line_id: 1, quantity: 0 },
    ]),
  );
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 0 }, { taken: 3, settled: true }]);
});

test('an item that never was moves nothing and is not waited for; a deleted one is still deducted', async () => {
  const account = await room.account();
  await room.receive(account, 5);
  await room.db.source.query('UPDATE inventory.item SET date_deleted = now() WHERE account_id = $1 AND item_id = 7', [
    account,
  ]);
  const ghost = { line_id: 2, item_id: 424_242, quantity: 3 };
  await room.deliver(allowNegative(account, true, 1));
  await room.deliver(demand(account, 1, 1, [{ quantity: 2 }, ghost]), demand(account, 2, 1, [ghost]));
  const answer = { line_id: 2, wanted: 3, taken: 0, unit_cost: '', available: 0, settled: false };
  expect(room.lastAnswer(account, 1)).toMatchObject([{ line_id: 1, taken: 2, settled: true }, answer]);
  expect(room.lastAnswer(account, 2)).toEqual([answer]);
  expect(await room.onHand(account, ghost.item_id)).toBeUndefined();
  expect((await room.demandLines(account)).map(({ item_id }) => item_id)).toEqual([7]);
});

test('an item that comes to be is deducted by the next change of the order', async () => {
  const account = await room.account();
  const line = { item_id: 500_000 + account, quantity: 1 };
  await room.deliver(demand(account, 1, 1, [line]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 0, settled: false }]);
  await room.db.source.query(`INSERT INTO inventory.item (account_id, item_id, name) VALUES ($1, $2, 'Late')`, [
    account,
    line.item_id,
  ]);
  await room.receive(account, 1, { item_id: line.item_id });
  await room.deliver(demand(account, 1, 2, [line]));
  expect(room.lastAnswer(account, 1)).toMatchObject([{ taken: 1, settled: true }]);
});

test('stock that an order gives back is accepted however much there is', async () => {
  const account = await room.account();
  const most = 2_000_000_000;
  for (const order of [1, 2]) {
    await room.receive(account, most);
    await room.deliver(demand(account, order, 1, [{ quantity: most }]));
  }
  await room.receive(account, most);
  await room.deliver(demand(account, 1, 2, []), demand(account, 2, 2, []));
  expect(await room.onHand(account)).toBe(3 * most);
  expect(room.lastAnswer(account, 2)).toMatchObject([{ taken: 0, settled: true }]);
  await room.receive(account, -5_000_000_000);
  expect(await room.onHand(account)).toBe(most / 2);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('a change without a demand leaves the stock as it is', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  await room.deliver(demand(account, 1, 1, [{ quantity: 2 }]));
  const { payload, ...event } = demand(account, 1, 2, []);
  await room.deliver({ ...event, payload: { ...payload, demand: undefined } });
  expect(await room.onHand(account)).toBe(1);
});

test('lines without an item and statuses that deduct nothing move nothing, and no event is published', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 0 }, { line_id: 2, item_id: 0, quantity: 3 }]));
  expect(await room.flows(account)).toEqual([]);
  expect(room.answersOf(account, 1)).toEqual([]);
});

test('an account that allows it is served below zero, others are not', async () => {
  const [bold, careful] = [await room.account(), await room.account()];
  await room.deliver(allowNegative(bold, true, 1), allowNegative(careful, false, 1));
  await room.deliver(demand(bold, 1, 1, [{ quantity: 4 }]), demand(careful, 1, 1, [{ quantity: 4 }]));
  expect(await room.onHand(bold)).toBe(-4);
  expect(await room.onHand(careful)).toBe(0);
  expect(room.lastAnswer(careful, 1)).toMatchObject([{ wanted: 4, taken: 0, available: 0, settled: false }]);
});

test('a batch of 200 orders of two accounts takes nine statements, and their edits eleven', async () => {
  const [even, odd] = [await room.account(), await room.account()];
  const stock = Array.from({ length: 50 }, (_, item) => ({ item_id: item + 1, location_id: 1, quantity: 1_000 }));
  for (const account of [even, odd]) await room.move(account, stock);
  const batch = (version: number, quantity: number) =>
    Array.from({ length: 200 }, (_, order) => {
      const itemOf = (line: number) => ((order * line) % 50) + 1;
      const lines = [1, 2, 3].map((line) => ({ line_id: line, item_id: itemOf(line), quantity }));
      return demand(order % 2 ? odd : even, order + 1, version, lines);
    });
  const statements: number[] = [];
  for (const [version, quantity] of [4, 1].entries()) {
    const before = room.statements;
    await room.transact([even, odd], (tx) => followDemands(tx, batch(version + 1, quantity), room.reservations));
    statements.push(room.statements - before);
  }
  expect(statements).toEqual([9, 11]);
  await room.settled();
  expect(room.answers.filter(({ account_id }) => [even, odd].includes(account_id))).toHaveLength(400);
  for (const account of [even, odd])
    expect(await room.verify(account)).toMatchObject({ ok: true, checked: { document_lines: 300, flows: 650 } });
});
