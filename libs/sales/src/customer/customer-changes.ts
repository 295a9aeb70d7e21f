import { type Call, type Customer, customerChanged, type PayloadOf } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { actorOf, modifiedNow, publishFact } from '@stockbook/service';
import type { QueryDeepPartialEntity } from 'typeorm';
import { shownCustomer } from './customer-list.js';
import { CustomerRow } from './customer.entity.js';

type Change = PayloadOf<typeof customerChanged>['change'];

/** Writes new values to a locked customer and publishes the change. */
export async function changeCustomer(
  tx: Tx,
  call: Call,
  { customer_id, version }: Pick<CustomerRow, 'customer_id' | 'version'>,
  change: Change,
  values: QueryDeepPartialEntity<CustomerRow>,
): Promise<void> {
  const before = await shownCustomer(tx, call.caller, customer_id);
  const key = { account_id: tx.account_id, customer_id };
  await tx.manager.update(CustomerRow, key, { ...values, version: version + 1, date_modified: modifiedNow });
  await publishCustomer(tx, call, { customer_id, version: version + 1 }, change, before);
}

/** Publishes the state of a customer after a change; a new one has no state before. */
export async function publishCustomer(
  tx: Tx,
  call: Call,
  { customer_id, version }: Pick<CustomerRow, 'customer_id' | 'version'>,
  change: Change,
  before?: Customer,
): Promise<void> {
  const after = await shownCustomer(tx, call.caller, customer_id);
  publishFact(tx, customerChanged, {
    id: customer_id,
    sequence: version,
    change,
    actor: actorOf(call),
    ...(before && { before }),
    after,
  });
}
