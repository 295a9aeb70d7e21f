import type { Actions } from '../load/action.js';
import {
  addHistory,
  deleteOrder,
  editLines,
  markDeleted,
  noteChanges,
  type OrderChange,
} from '../load/actions/orders.js';
import { addTake, cancel, complete, countSome } from '../load/actions/stock-takes.js';
import type { Desk } from '../load/desk.js';
import type { Write } from '../load/journal.js';
import type { KnownRecord } from '../load/known.js';

/** Returns the orders without credit notes, because a credit note forbids some changes. */
const uncredited = ({ model }: Desk) => model.openOrders.filter((order) => !model.creditsOf(order).length);

/** Changes lines and history of an order at once, or one of these beside its deletion, which may come first. */
const raceForOrder = (desk: Desk) =>
  desk.holding(uncredited(desk), 1, async (order) => {
    const changes: OrderChange[] = [];
    const isDeleted = desk.random.chance(0.3);
    const writes = desk.random
      .shuffled([editLines, addHistory])
      .slice(0, isDeleted ? 1 : 2)
      .map((write) => write(desk, order, (change) => changes.push(change)));
    const sent = writes.map((write) => desk.send(isDeleted ? mayBeGone(write) : write));
    if (isDeleted) sent.push(desk.send(deleteOrder(desk, order, () => undefined)));
    const outcomes = await Promise.all(sent);
    noteChanges(desk, order, changes);
    return outcomes.includes('acknowledged');
  });

const mayBeGone = (write: Write): Write => {
  const { mayBe } = write;
  return { ...write, mayBe: (span) => [...(typeof mayBe === 'function' ? mayBe(span) : mayBe), 'unknown_record'] };
};

/** Deletes several orders by two batches at once that share some: exactly one of the two can be done. */
const deleteOrders = (desk: Desk) =>
  desk.holding(uncredited(desk), 4, async (...held) => {
    const { journal, random } = desk;
    const [shared, ...others] = held;
    if (!shared || others.length < 3) return false;
    const batches = [[shared, ...others.slice(0, 2)], random.shuffled([shared, ...others.slice(1)])];
    const writes = batches.map((orders) => {
      const batch_id = orders.map(({ order_id }) => order_id);
      const done = () => orders.forEach(markDeleted);
      return desk.write('sale/order/delete', { batch_id }, { done, mayBe: ['unknown_record'] });
    });
    const outcomes = await Promise.all(writes.map((write) => desk.send(write)));
    const times = outcomes.filter((outcome) => outcome === 'acknowledged').length;
    if (times !== 1) journal.wrong.push(`Of two batches that share order ${shared.order_id}, ${times} were deleted.`);
    return times === 1;
  });

/** Counts the same items in two stock takes, one after the other, and completes these in either order. */
async function countTwice(desk: Desk): Promise<boolean> {
  const { account, model, random } = desk;
  const location_id = random.pick(account.location_ids);
  const lines = random
    .shuffled(account.goods.all)
    .slice(0, random.between(1, 3))
    .map((item_id) => ({ item_id, quantity: 0 }));
  const takes: KnownRecord[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const add = addTake(desk, lines, location_id);
    let taken: KnownRecord[] = [];
    const done: Write['done'] = (answer, span) => {
      add.done(answer, span);
      taken = model.held.take(random, model.records.slice(-1), 1);
    };
    await desk.send({ ...add, done });
    for (const take of taken) await desk.send(await countSome(desk, take));
    takes.push(...taken);
  }
  for (const take of random.shuffled(takes))
    if ((await desk.send(complete(desk, take))) !== 'acknowledged') await desk.send(cancel(desk, take));
  model.held.release(takes);
  return takes.length > 1;
}

export const raceActions: Actions = {
  'change an order by two clients at once': [60, raceForOrder],
  'delete orders by two batches at once': [20, deleteOrders],
  'count the same items by two stock takes': [20, countTwice],
};
