import type { Desk } from '../desk.js';
import type { ExpectedRecord, Write } from '../journal.js';

export function customer(desk: Desk): Write {
  const roll = desk.random.next();
  const known = roll < 0.75 ? desk.take(desk.openRecords('customer')) : undefined;
  if (!known) return addCustomer(desk);
  if (roll < 0.5) return addReward(desk, known);
  if (roll < 0.6) return desk.editRecord(known, {});
  if (roll < 0.65) return desk.deleteRecord(known);
  const other = desk.take(desk.openRecords('customer'));
  return other ? mergeCustomers(desk, known, other) : addCustomer(desk);
}

function addCustomer(desk: Desk): Write {
  return desk.addRecord('customer', { firstname: 'Ada', email: `${desk.token()}@chaos.test` }, { lines: [] });
}

/** Adds points, or takes some that may not be there. */
function addReward(desk: Desk, { account_id, id }: ExpectedRecord): Write {
  const { journal, random } = desk;
  const token = desk.token();
  const points = random.between(1, 50);
  const body = { customer_id: id, reward: random.chance(0.5) ? points : -points, description: token };
  const done = () => journal.entries.push({ account_id, of: 'reward', token });
  return desk.write('sale/customer/addReward', body, { done, mayBe: ['insufficient_reward'] });
}

function mergeCustomers(desk: Desk, stays: ExpectedRecord, goes: ExpectedRecord): Write {
  const body = { customer_id: stays.id, merge_customer_id: goes.id };
  return desk.write('sale/customer/merge', body, { done: () => (goes.deleted = true) });
}
