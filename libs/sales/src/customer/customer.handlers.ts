import { type CallOf, customer, Refused } from '@stockbook/contracts';
import { claim, Db, SharedWrites, type Tx } from '@stockbook/persistence';
import { Handles, isChange, referenceFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { changeCustomer, publishCustomer } from './customer-changes.js';
import { CustomerList } from './customer-list.js';
import { mergeCustomers } from './merge/customer-merge.js';
import { emailKey, mergedName } from './customer-names.js';
import { CustomerRow } from './customer.entity.js';

type Add = CallOf<typeof customer.add>;

@Controller()
export class CustomerHandlers {
  private readonly additions;

  constructor(
    private readonly db: Db,
    private readonly list: CustomerList,
  ) {
    this.additions = SharedWrites.each(db, addCustomer);
  }

  @Handles(customer.add, { sharesConnections: true })
  add(call: Add) {
    return this.additions.run({ call });
  }

  @Handles(customer.edit)
  edit(call: CallOf<typeof customer.edit>) {
    const { customer_id, firstname, lastname, company, customer_group_id, email, telephone, card_number } = call.input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, call.caller, CustomerRow, { customer_id });
      const name = { firstname: firstname ?? stored.firstname, lastname: lastname ?? stored.lastname };
      const contact = { company, email, email_key: email && emailKey(email), telephone, card_number };
      const values = { ...name, name: mergedName(name), customer_group_id, ...contact };
      if (!isChange(stored, values)) return { customer_id };
      Refused.ifAny(await referenceFaults(tx, call.caller, CustomerRow, { customer_group_id }, stored));
      await changeCustomer(tx, call, stored, 'edited', values);
      return { customer_id };
    });
  }

  @Handles(customer.delete)
  delete(call: CallOf<typeof customer.delete>) {
    const { customer_id } = call.input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, call.caller, CustomerRow, { customer_id });
      await changeCustomer(tx, call, stored, 'deleted', { date_deleted: () => 'now()' });
      return { customer_id };
    });
  }

  @Handles(customer.merge)
  merge(call: CallOf<typeof customer.merge>) {
    return this.db.transact(call, (tx) => mergeCustomers(tx, call));
  }

  @Handles(customer.get)
  get(call: CallOf<typeof customer.get>) {
    return this.list.page(call);
  }
}

async function addCustomer(tx: Tx, { call }: { readonly call: Add }): Promise<{ customer_id: number }> {
  const { firstname, lastname = '', company, customer_group_id = 0, email = '', telephone, card_number } = call.input;
  Refused.ifAny(await referenceFaults(tx, call.caller, CustomerRow, { customer_group_id }));
  const contact = { company, email, email_key: emailKey(email), telephone, card_number };
  const name = { firstname, lastname, name: mergedName({ firstname, lastname }) };
  const row = { account_id: tx.account_id, customer_group_id, ...name, ...contact };
  const { identifiers } = await tx.manager.insert(CustomerRow, row);
  const customer_id = Number(identifiers[0]?.['customer_id']);
  await publishCustomer(tx, call, { customer_id, version: 1 }, 'added');
  return { customer_id };
}
