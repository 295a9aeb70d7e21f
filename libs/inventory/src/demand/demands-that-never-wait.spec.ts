import { BehindDeferred } from '@stockbook/messaging';
import { demand, noteDemand, Stockroom } from './stockroom.fixture.js';
import { followAtOnce, followDemands } from './follow-demands.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open();
});
afterAll(() => room.close());

type NoteDemand = ReturnType<typeof noteDemand>;

/** Calls the handler as sales does before it writes the change. */
const follow = ({ account_id, payload }: NoteDemand) =>
  room.transact([account_id], (tx) => followAtOnce(tx, payload.demand!, room.reservations));
const takenBy = async (account: number) =>
  (await room.demandLines(account))
    .map(({ document, document_id, taken }) => `${document} ${document_id}: ${taken}`)
    .sort();

test('a credit note that gave back to an order cannot take its pieces back, and holds up no later order', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 4 }]));
  await room.deliver(noteDemand(account, 9, 1, [{ quantity: -5 }]));
  expect(await takenBy(account)).toEqual(['credit_note 9: -5', 'order 1: 4']);
  await expect(follow(noteDemand(account, 9, 2, []))).rejects.toThrow(
    'Item 7 (TEA) is short by 4 at High Street: 5 wanted, 1 available.',
  );
  await room.deliver(demand(account, 2, 1, [{ quantity: 1 }]));
  expect(await takenBy(account)).toEqual(['credit_note 9: -5', 'order 1: 4', 'order 2: 1']);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('a credit note takes its pieces back before orders that wait for more, and its event moves no more', async () => {
  const account = await room.account();
  await room.deliver(demand(account, 1, 1, [{ quantity: 9 }]));
  await room.deliver(noteDemand(account, 9, 1, [{ quantity: -5 }]));
  await follow(noteDemand(account, 9, 2, [{ quantity: -2 }]));
  expect(await room.onHand(account)).toBe(2);
  await room.deliver(noteDemand(account, 9, 3, [{ quantity: -2 }]));
  expect(await room.onHand(account)).toBe(2);
  await room.receive(account, 7);
  await room.settled();
  expect(await takenBy(account)).toEqual(['credit_note 9: -2', 'order 1: 9']);
  expect((await room.verify(account)).faults).toEqual([]);
});

test('a demand that is followed before an older one does what it says, and the older one nothing', async () => {
  const account = await room.account();
  await follow(noteDemand(account, 9, 2, [{ quantity: -2 }]));
  await room.deliver(noteDemand(account, 9, 1, [{ quantity: -5 }]));
  await follow(noteDemand(account, 9, 2, []));
  expect(await room.onHand(account)).toBe(2);
});

test('an order comes after one with a deferred demand of its stock, unless it was changed before', async () => {
  const account = await room.account();
  await room.receive(account, 3);
  const older = demand(account, 1, 1, [{ quantity: 1 }]);
  const deferred = demand(account, 2, 1, [{ quantity: 2 }]);
  const newer = demand(account, 3, 1, [{ quantity: 1 }]);
  const behindNewer = demand(account, 4, 1, [{ quantity: 1 }, { line_id: 2, item_id: 8, quantity: 1 }]);
  const chained = demand(account, 5, 1, [{ item_id: 8, quantity: 1 }]);
  const other = demand(account, 6, 1, [{ item_id: 9, quantity: 1 }]);
  await room.db.source.query(
    `INSERT INTO inventory.parked_event (consumer, retry_at, event_id, account_id, topic, name,
       version, aggregate_id, sequence, payload, created_at)
     SELECT 'inventory', now() + interval '1 hour', event_id, account_id, topic, name,
       version, aggregate_id, sequence, payload, created_at
     FROM json_populate_record(NULL::inventory.parked_event, $1)`,
    [JSON.stringify(deferred)],
  );
  const settle = (...events: ReturnType<typeof demand>[]) =>
    room.transact([account], (tx) => followDemands(tx, events, room.reservations));
  const failed = await settle(newer, behindNewer, chained, other).catch((fault: unknown) => fault);
  expect(failed).toBeInstanceOf(BehindDeferred);
  expect(failed).toMatchObject({ events: [newer, behindNewer, chained] });
  await settle(older, other);
  await follow(noteDemand(account, 9, 1, [{ quantity: -1 }]));
  expect(await takenBy(account)).toEqual(['credit_note 9: -1', 'order 1: 1', 'order 6: 0']);
  await room.db.source.query('UPDATE inventory.parked_event SET retry_at = now() WHERE account_id = $1', [account]);
  await room.deliver(newer);
  expect(await takenBy(account)).toEqual(['credit_note 9: -1', 'order 1: 1', 'order 2: 2', 'order 3: 1', 'order 6: 0']);
});

test('a credit note whose event takes pieces that are gone is parked, and holds up no order', async () => {
  const account = await room.account();
  await room.deliver(noteDemand(account, 9, 1, [{ quantity: -5 }]));
  await room.deliver(demand(account, 1, 1, [{ quantity: 5 }]));
  await room.deliver(noteDemand(account, 9, 2, []), demand(account, 2, 1, [{ quantity: 1 }]));
  expect(room.faults.splice(0)).toMatchObject([
    { cause: { message: expect.stringContaining('5 wanted, 0 available') } },
  ]);
  await room.receive(account, 1);
  await room.settled();
  expect(await takenBy(account)).toEqual(['credit_note 9: -5', 'order 1: 5', 'order 2: 1']);
});
