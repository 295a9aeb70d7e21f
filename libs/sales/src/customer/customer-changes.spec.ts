import { customerChanged, orderChanged, rewardAdded } from '@stockbook/contracts';
import { factsOf, ok, refused, World } from '@stockbook/testing';
import { again, Counter } from '../counter.fixture.js';

let world: World;
let counter: Counter;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (counter = await Counter.open(world)));

const ada = { firstname: 'Ada', lastname: 'Love', company: 'Engines', email: 'Ada@engines.test', telephone: '+44 1' };
const customers = () => counter.user.api.sale.customer;
const add = async (changes: object = {}) => ok(await customers().add({ ...ada, ...changes })).customer_id;
const shown = async (customer_id: number, filter_deleted = false) => {
  const [found] = ok(await customers().get({ customer_id, filter_deleted })).customers;
  return found;
};
const facts = async (customer_id: number) =>
  (await factsOf(world, counter.user.account_id, customerChanged, customer_id)).map(({ sequence, payload }) => ({
    sequence,
    ...payload,
  }));
const addReward = (customer_id: number, reward: number, description = '') =>
  customers().addReward(again({ customer_id, reward, description, idempotency_key: crypto.randomUUID() }));
const rewards = async (customer_id: number, filters: object = {}) =>
  ok(await customers().getReward({ customer_id, ...filters }));

describe('a customer', () => {
  it('is added, edited and deleted, and publishes each change', async () => {
    const { customer_group_id } = ok(await counter.user.api.sale.customer_group.add({ name: 'Trade' }));
    const customer_id = await add({ customer_group_id, card_number: 'C-1' });
    const added = await shown(customer_id);
    expect(added).toMatchObject({ ...ada, name: 'Ada Love', customer_group: 'Trade', card_number: 'C-1', reward: 0 });
    ok(await customers().edit({ customer_id, lastname: 'Byron', email: 'ADA@post.test', customer_group_id: 0 }));
    const edited = await shown(customer_id);
    expect(edited).toMatchObject({ name: 'Ada Byron', company: 'Engines', customer_group: '', email: 'ADA@post.test' });
    ok(await customers().edit({ customer_id, lastname: 'Byron' }));
    ok(await customers().delete({ customer_id }));
    expect(await shown(customer_id)).toBeUndefined();
    expect(refused(await customers().edit({ customer_id, lastname: 'x' }))).toEqual([
      `There is no customer ${customer_id}.`,
    ]);
    const previous = {
      lastname: 'Love',
      name: 'Ada Love',
      email: ada.email,
      customer_group: 'Trade',
      customer_group_id,
    };
    expect(await facts(customer_id)).toMatchObject([
      { sequence: 1, change: 'added', record: added, previous: {} },
      { sequence: 2, change: 'edited', record: edited, previous },
      { sequence: 3, change: 'deleted', record: { name: 'Ada Byron' }, previous: {} },
    ]);
  });

  it('needs a first name that is not blank, and a group that exists', async () => {
    expect(refused(await customers().add({ firstname: ' ' }))).toEqual(['firstname must not be blank.']);
    const nobody = { customer_group_id: 987_654 };
    expect(refused(await customers().add({ ...ada, ...nobody }))).toEqual(['There is no customer group 987654.']);
    const customer_id = await add();
    expect(refused(await customers().edit({ customer_id, ...nobody }))).toEqual(['There is no customer group 987654.']);
  });

  it('is found by orders of the same e-mail once it is edited, and by none once it is deleted', async () => {
    const customer_id = await add({ email: '', telephone: '' });
    ok(await customers().edit({ customer_id, email: 'ADA@post.test' }));
    const order = await counter.place({ email: 'ada@post.test' });
    expect(order.customer_id).toBe(customer_id);
    ok(await customers().delete({ customer_id }));
    expect(await counter.settled(order.order_id)).toMatchObject({ customer_id, email: 'ada@post.test' });
    expect((await counter.place({ email: 'ada@post.test' })).customer_id).not.toBe(customer_id);
  });
});

describe('reward points', () => {
  it('are a ledger with a running balance, the latest first', async () => {
    const customer_id = await add();
    expect(ok(await addReward(customer_id, 70, 'Welcome'))).toMatchObject({ reward: 70 });
    expect(ok(await addReward(customer_id, -30, 'Voucher'))).toMatchObject({ reward: 40 });
    const { reward, total, rewards: found } = await rewards(customer_id);
    expect({ reward, total, found }).toMatchObject({
      reward: 40,
      total: 2,
      found: [
        { customer_id, reward: -30, balance: 40, description: 'Voucher', user: 'owner' },
        { customer_id, reward: 70, balance: 70, description: 'Welcome' },
      ],
    });
    expect(await rewards(customer_id, { limit: 1, page: 2 })).toMatchObject({ total: 2, rewards: [{ reward: 70 }] });
    const filter_date_added = new Date(Date.now() + 60_000).toISOString();
    expect(await rewards(customer_id, { filter_date_added })).toMatchObject({ reward: 40, total: 0, rewards: [] });
    expect(await shown(customer_id)).toMatchObject({ reward: 40 });
    const { user_id, account_id } = counter.user;
    const published = await factsOf(world, account_id, rewardAdded);
    expect(published.map(({ payload }) => payload)).toMatchObject([
      { change: 'added', actor: { user_id }, record: found[1] },
      { change: 'added', actor: { user_id }, record: found[0] },
    ]);
  });

  it('are refused beyond the balance, as nothing, and for nobody', async () => {
    const customer_id = await add();
    ok(await addReward(customer_id, 5));
    const message = `Customer ${customer_id} has 5 reward points, which is less than 6.`;
    expect(await addReward(customer_id, -6)).toMatchObject({
      error_details: [{ code: 'insufficient_reward', message }],
    });
    expect(refused(await addReward(customer_id, 0))).toEqual(['reward must not be 0.']);
    expect(refused(await addReward(customer_id, 2_147_483_648))).toHaveLength(1);
    expect(refused(await addReward(987_654, 1))).toEqual(['There is no customer 987654.']);
    expect(refused(await customers().getReward({ customer_id: 987_654 }))).toEqual(['There is no customer 987654.']);
  });
});

describe('a merge', () => {
  const merge = (customer_id: number, merge_customer_id: number) =>
    customers().merge({ customer_id, merge_customer_id });

  it('moves orders and rewards to the customer that stays, and deletes the other one', async () => {
    const [stays, goes] = [await add(), await add({ firstname: 'Augusta', email: 'augusta@post.test' })];
    const year = new Date().getUTCFullYear();
    const paid = { date_ordered: `${year}-01-02T12:00:00Z`, total: 30, order_status_id: counter.shop.paid_id };
    const { order_id } = await counter.place({ customer_id: goes, ...paid });
    const deleted = await counter.place({ customer_id: goes });
    ok(await counter.orders.delete({ order_id: deleted.order_id }));
    for (const [customer_id, points] of [
      [goes, 5],
      [stays, 7],
      [goes, -2],
    ] as const)
      ok(await addReward(customer_id, points));
    expect(ok(await merge(stays, goes))).toMatchObject({ customer_id: stays });
    expect(await shown(stays)).toMatchObject({ firstname: 'Ada', reward: 10, annual_spend: 30 });
    expect(await counter.settled(order_id)).toMatchObject({ customer_id: stays, revision: 2 });
    const { rewards: ledger } = await rewards(stays, { order: 'ASC' });
    expect(ledger.map(({ reward, balance }) => [reward, balance])).toEqual([
      [5, 5],
      [7, 12],
      [-2, 10],
    ]);
    expect(await counter.ids({ filter_customer_id: stays, filter_deleted: true })).toEqual([
      deleted.order_id,
      order_id,
    ]);
    expect(await shown(goes, true)).toMatchObject({
      firstname: 'Augusta',
      reward: 0,
      deleted: true,
      merged_into: stays,
    });
    expect((await facts(goes)).at(-1)).toMatchObject({ change: 'deleted', record: { merged_into: stays, reward: 0 } });
    expect((await facts(stays)).at(-1)).toMatchObject({
      change: 'merged',
      record: { reward: 10, annual_spend: 30 },
      previous: { reward: 7 },
    });
  });

  it('adds up more points than one transaction can have', async () => {
    const [stays, goes] = [await add(), await add()];
    for (const customer_id of [stays, goes]) ok(await addReward(customer_id, 2_147_483_647));
    ok(await merge(stays, goes));
    expect(await shown(stays)).toMatchObject({ reward: 4_294_967_294 });
    expect(ok(await addReward(stays, -1))).toMatchObject({ reward: 4_294_967_293 });
  });

  it('lets the id of the customer that goes stand for the one that stays, also after another merge', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    ok(await merge(second, first));
    ok(await merge(third, second));
    const { order_id, customer_id } = await counter.place({ customer_id: first });
    expect(customer_id).toBe(third);
    const other = await counter.place({ email: 'other@post.test' });
    expect((await counter.edit(other.order_id, { customer_id: second })).customer_id).toBe(third);
    expect(await counter.ids({ filter_customer_id: first })).toEqual([other.order_id, order_id]);
    expect(ok(await addReward(first, 3))).toMatchObject({ reward: 3 });
    expect(await rewards(second)).toMatchObject({ reward: 3, total: 1, rewards: [{ customer_id: third }] });
    expect(await shown(first)).toMatchObject({ customer_id: third });
    ok(await customers().delete({ customer_id: third }));
    expect(await counter.refusals({ customer_id: first })).toEqual([`There is no customer ${first}.`]);
  });

  it('is refused for one customer alone, and for customers that do not exist', async () => {
    const customer_id = await add();
    const itself = `merge_customer_id must be another customer than customer_id ${customer_id}.`;
    expect(refused(await merge(customer_id, customer_id))).toEqual([itself]);
    expect(refused(await merge(987_654, 987_655))).toEqual([
      'There is no customer 987654.',
      'There is no customer 987655.',
    ]);
  });

  it('publishes the moved orders where somebody subscribes', async () => {
    const [stays, goes] = [await add(), await add()];
    const { order_id } = await counter.place({ customer_id: goes });
    const { account_id } = counter.user;
    await counter.sql(
      'INSERT INTO sales.subscribed_account (account_id, is_subscribed, version) VALUES ($1, true, 1)',
      [account_id],
    );
    ok(await merge(stays, goes));
    const published = await factsOf(world, account_id, orderChanged, order_id);
    expect(published.at(-1)).toMatchObject({
      sequence: 2,
      payload: { change: 'edited', record: { customer_id: stays }, previous: { customer_id: goes } },
    });
    expect((await counter.edit(order_id, { city: 'Paris' })).customer_id).toBe(stays);
  });

  it('of two customers into each other at the same time is done one way alone', async () => {
    const [one, other] = [await add(), await add()];
    const answers = await Promise.all([merge(one, other), merge(other, one)]);
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  });
});
