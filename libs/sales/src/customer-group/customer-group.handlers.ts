import {
  type CallOf,
  CustomerGroup,
  customerGroup,
  customerGroupChanged,
  type CustomerGroupOf,
  customerGroupOf,
  type CustomerGroupReference,
  customerGroupsReference,
} from '@stockbook/contracts';
import { Db, statement } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { contactsKnown } from '../customer/order/order-customer.js';
import { text } from '../text.js';
import { CustomerGroupRow } from './customer-group.entity.js';

const references = statement(
  'customer_groups_reference',
  `SELECT customer_group_id, name FROM sales.customer_group
   WHERE account_id = $1 AND date_deleted IS NULL ORDER BY customer_group_id`,
);
const groupOf = statement(
  'customer_group_of',
  `SELECT customer_id, customer_group_id, ${contactsKnown('customer.account_id', 'customer.customer_id')} AS contacts
   FROM sales.customer
   WHERE account_id = $1 AND customer_id = sales.merged_customer($1, $2) AND date_deleted IS NULL`,
);

@Controller()
export class CustomerGroupHandlers {
  private readonly groups: PlainRecords<CustomerGroupRow, 'customer_group_id', CustomerGroup>;

  constructor(private readonly db: Db) {
    this.groups = new PlainRecords(
      db,
      CustomerGroupRow,
      'customer_group_id',
      customerGroupChanged,
      showAs(CustomerGroup),
    );
  }

  @Handles(customerGroup.add)
  add(call: CallOf<typeof customerGroup.add>) {
    return this.groups.add(call);
  }

  @Handles(customerGroup.edit)
  edit(call: CallOf<typeof customerGroup.edit>) {
    return this.groups.edit(call);
  }

  @Handles(customerGroup.delete)
  delete(call: CallOf<typeof customerGroup.delete>) {
    return this.groups.delete(call);
  }

  @Handles(customerGroup.get)
  async get(call: CallOf<typeof customerGroup.get>) {
    const sorts = {
      name: text.sortedName('customer_group.name'),
      date_modified: 'customer_group.date_modified',
    };
    const { records, ...page } = await this.groups.list(call, sorts);
    return { ...page, customer_groups: records };
  }

  @Handles(customerGroupsReference.get)
  async reference({ caller }: CallOf<typeof customerGroupsReference.get>) {
    return { customer_groups: await this.db.query<CustomerGroupReference>(references, [caller.account_id]) };
  }

  @Handles(customerGroupOf.get)
  async ofCustomer({ caller, input }: CallOf<typeof customerGroupOf.get>) {
    const values = [caller.account_id, input.customer_id];
    const [found] = await this.db.query<CustomerGroupOf>(groupOf, values);
    return found ?? { customer_id: 0, customer_group_id: 0 };
  }
}
