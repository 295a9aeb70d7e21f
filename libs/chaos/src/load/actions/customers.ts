import type { ExpectedRecord, Write } from '../journal.js';
import { addRecord, changeRecord, type Desk, type Keep, writeOf } from './desk.js';

const PATH = 'sale/customer';
const KEY = 'customer_id';

export function addCustomer(desk: Desk, keep: Keep<ExpectedRecord>): Write {
  const token = desk.token();
  const body = { firstname: 'Ada', company: token, email: `${token}@chaos.test` };
  const made = { service: 'sales', path: `${PATH}/add`, body } as const;
  return addRecord(desk, made, { kind: 'customer', key: KEY, token, lines: [] }, keep);
}

export function editCustomer(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const token = desk.token();
  const made = { service: 'sales', path: `${PATH}/edit`, body: { [KEY]: record.id, company: token } } as const;
  const kept = () => keep(record);
  return changeRecord(desk, made, kept, () => (record.token = token));
}

/** Adds points, or takes some that may not be there. */
export function addReward(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const { account, journal, random } = desk;
  const token = desk.token();
  const points = random.between(1, 50);
  const body = { [KEY]: record.id, reward: random.chance(0.5) ? points : -points, description: token };
  const made = { service: 'sales', path: `${PATH}/addReward`, body, mayBe: ['insufficient_reward'] } as const;
  const kept = () => keep(record);
  const { account_id } = account;
  return changeRecord(desk, made, kept, () => journal.entries.push({ account_id, of: 'reward', token }));
}

export function deleteCustomer(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const made = { service: 'sales', path: `${PATH}/delete`, body: { [KEY]: record.id } } as const;
  return writeOf(desk, made, { done: () => (record.deleted = true), refused: () => keep(record) });
}

/** Merges the second customer into the first. */
export function mergeCustomers(
  desk: Desk,
  stays: ExpectedRecord,
  goes: ExpectedRecord,
  keep: Keep<ExpectedRecord>,
): Write {
  const body = { [KEY]: stays.id, merge_customer_id: goes.id };
  const made = { service: 'sales', path: `${PATH}/merge`, body } as const;
  const done = () => {
    goes.deleted = true;
    keep(stays);
  };
  return writeOf(desk, made, { done, refused: () => [stays, goes].forEach(keep) });
}
