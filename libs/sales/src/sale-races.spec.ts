import { ok, ROUNDS, stockItem, World } from '@stockbook/testing';
import { Counter, product } from './counter.fixture.js';

/** A busy machine takes several times as long for them. */
const ROUNDS_MS = 120_000;
const PIECES = 1_000;

let world: World;
let counter: Counter;
let item_id: number;
beforeAll(async () => {
  world = await World.shared();
  counter = await Counter.open(world);
  item_id = await stockItem(counter.user, counter.shop, PIECES);
});

const sale = () => counter.user.api.sale;
const rounds = (name: string, round: () => Promise<void>) =>
  test(
    `${name}, ${ROUNDS} times`,
    async () => {
      for (let n = 0; n < ROUNDS; n++) await round();
    },
    ROUNDS_MS,
  );

const addCustomer = async () =>
  ok(await sale().customer.add({ firstname: 'Ada', idempotency_key: crypto.randomUUID() }));
const addReward = (customer_id: number, reward: number) =>
  sale().customer.addReward({ customer_id, reward, idempotency_key: crypto.randomUUID() });
/** Sells this many pieces in one line. */
async function sell(quantity: number) {
  const products = [product({ item_id, quantity })];
  const { order_id, products: lines } = await counter.place({
    order_status_id: counter.shop.paid_id,
    total: 10 * quantity,
    products,
  });
  return { order_id, order_product_id: lines[0]?.order_product_id };
}
/** Gives back one piece. */
const giveBack = ({ order_id, order_product_id }: Awaited<ReturnType<typeof sell>>) =>
  sale().credit_note.add({
    ...{ order_id, restock: 1, products: [{ order_product_id, quantity: 1 }] },
    idempotency_key: crypto.randomUUID(),
  });
const available = async () => {
  await world.settled();
  return ok(await counter.user.api.inventory.item.get({ item_id })).items[0]?.quantity;
};

rounds('50 parallel deductions take the last reward points, and no more', async () => {
  const { customer_id } = await addCustomer();
  ok(await addReward(customer_id, 70));
  const answers = await Promise.all(Array.from({ length: 50 }, () => addReward(customer_id, -10)));
  expect(answers.filter(({ error }) => !error)).toHaveLength(7);
  const { reward, rewards } = ok(await sale().customer.getReward({ customer_id, order: 'ASC' }));
  expect([reward, ...rewards.map(({ balance }) => balance)]).toEqual([0, 70, 60, 50, 40, 30, 20, 10, 0]);
});

rounds('50 parallel credit notes of one line credit exactly what was sold', async () => {
  const before = await available();
  const sold = await sell(7);
  await world.settled();
  const answers = await Promise.all(Array.from({ length: 50 }, () => giveBack(sold)));
  expect(answers.filter(({ error }) => !error)).toHaveLength(7);
  expect(ok(await sale().credit_note.get({ filter_order_id: sold.order_id })).total).toBe(7);
  expect(await available()).toBe(before);
});

test(`a merge leaves no order behind that is placed or edited at the same time, ${ROUNDS} times`, async () => {
  const merged: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const [{ customer_id: stays }, { customer_id: goes }] = [await addCustomer(), await addCustomer()];
    const edited = await counter.place({ customer_id: goes });
    await Promise.all([
      ...Array.from({ length: 5 }, () => counter.place({ customer_id: goes })),
      counter.edit(edited.order_id, { customer_id: goes, city: 'Paris' }),
      sale().customer.merge({ customer_id: stays, merge_customer_id: goes }).then(ok),
      addReward(goes, 1).then(ok),
    ]);
    const { orders } = ok(await sale().order.get({ filter_customer_id: goes }));
    expect(orders.map(({ customer_id }) => customer_id)).toEqual(Array(6).fill(stays));
    expect(ok(await sale().customer.getReward({ customer_id: stays }))).toMatchObject({ reward: 1, total: 1 });
    merged.push(goes);
  }
  await world.settled();
  const left = await counter.sql('SELECT order_id FROM sales.sale_order WHERE customer_id = ANY ($1)', [merged]);
  expect(left).toEqual([]);
});

rounds('a reward is added before its customer is deleted, or refused', async () => {
  const { customer_id } = await addCustomer();
  const [added, deleted] = await Promise.all([addReward(customer_id, 5), sale().customer.delete({ customer_id })]);
  expect(deleted.error).toBeUndefined();
  if (added.error) expect(added.error).toEqual([`There is no customer ${customer_id}.`]);
  const ledger = await counter.sql<object>('SELECT FROM sales.customer_reward WHERE customer_id = $1', [customer_id]);
  expect(ledger).toHaveLength(added.error ? 0 : 1);
  const [{ customers }] = [ok(await sale().customer.get({ customer_id, filter_deleted: true }))];
  expect(customers).toMatchObject([{ reward: added.error ? 0 : 5, deleted: true }]);
});

rounds('the stock of an order comes back once, by a credit note or by its deletion', async () => {
  const before = await available();
  const sold = await sell(1);
  await world.settled();
  const { order_id } = sold;
  const [note, deleted] = await Promise.all([giveBack(sold), sale().order.delete({ order_id })]);
  expect([note.error, deleted.error].filter(Boolean)).toHaveLength(1);
  if (note.error) expect(note.error).toContainEqual(expect.stringMatching(/^There is no order /));
  if (deleted.error) expect(deleted.error).toEqual([expect.stringMatching(/ is still credited by credit note /)]);
  expect(await available()).toBe(before);
  const { faults } = ok(await counter.user.api.inventory.flow.verify({ item_id }));
  expect(faults).toEqual([]);
});
