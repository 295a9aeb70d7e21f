import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';

const takeCustomer = (desk: Desk) => desk.take(desk.model.openRecords('customer'));

const add: Action = (desk) =>
  desk.addRecord('customer', { firstname: 'Ada', email: `${desk.token()}@chaos.test` }, { lines: [] });

const addReward: Action = (desk) => {
  const { journal, random } = desk;
  const customer = takeCustomer(desk);
  if (!customer) return undefined;
  const token = desk.token();
  const points = random.between(1, 50);
  const body = { customer_id: customer.id, reward: random.chance(0.5) ? points : -points, description: token };
  const done = () => journal.entries.push({ account_id: customer.account_id, of: 'reward', token });
  return desk.write('sale/customer/addReward', body, { done, mayBe: ['insufficient_reward'] });
};

const edit: Action = (desk) => {
  const customer = takeCustomer(desk);
  return customer && desk.editRecord(customer, {});
};

const remove: Action = (desk) => {
  const customer = takeCustomer(desk);
  return customer && desk.deleteRecord(customer);
};

const merge: Action = (desk) => {
  const [stays, goes] = [takeCustomer(desk), takeCustomer(desk)];
  if (!stays || !goes) return undefined;
  const body = { customer_id: stays.id, merge_customer_id: goes.id };
  return desk.write('sale/customer/merge', body, { done: () => (goes.deleted = true) });
};

export const customerActions: Actions = {
  'add a customer': [15, add],
  'add or take reward points': [30, addReward],
  'edit a customer': [6, edit],
  'delete a customer': [3, remove],
  'merge two customers': [6, merge],
};
