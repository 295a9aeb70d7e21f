import { type CallOf, type Customer, customer, type CustomerGroupReference, shownDate } from '@stockbook/contracts';
import { Db, deletedFlag, listQuery, statement, windowOf } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { text } from '../text.js';
import { type Spend, spendOf, spendSql, type Years, yearsNow } from './customer-spend.js';
import { CustomerRow } from './customer.entity.js';

type Get = CallOf<typeof customer.get>;
type Sort = NonNullable<Get['input']['sort']>;

const groupsOf = statement(
  'customer_group_names',
  'SELECT customer_group_id, name FROM sales.customer_group WHERE account_id = $1 AND customer_group_id = ANY($2)',
);

const ownColumns = {
  name: text.sortedName('customer.name'),
  customer_group_id: 'customer.customer_group_id',
  email: text.sorted('customer.email_key'),
  telephone: text.sorted('customer.telephone'),
  reward: 'customer.reward',
  date_added: 'customer.date_added',
  date_modified: 'customer.date_modified',
};
/** A customer without orders comes before all others. */
const spendColumns = {
  date_ordered: "COALESCE(spend.date_ordered, '-infinity')",
  annual_spend: 'COALESCE(spend.annual_spend, 0)',
  annual_spend_2: 'COALESCE(spend.annual_spend_2, 0)',
};
const columns: Record<Sort, string> = { ...ownColumns, ...spendColumns };

@Controller()
export class CustomerHandlers {
  constructor(private readonly db: Db) {}

  @Handles(customer.get)
  async get(call: Get) {
    const { caller, input } = call;
    const { account_id } = caller;
    const years = yearsNow(caller.zone);
    const query = this.filtered(call);
    const [rows, total] = await Promise.all([sorted(query.clone(), call, years).getMany(), query.getCount()]);
    const groupIds = rows.map(({ customer_group_id }) => customer_group_id).filter(Boolean);
    const [spends, groups] = await Promise.all([
      spendOf(
        this.db,
        account_id,
        rows.map(({ customer_id }) => customer_id),
        years,
      ),
      this.db.query<CustomerGroupReference>(groupsOf, [account_id, groupIds]),
    ]);
    const names = new Map(groups.map(({ customer_group_id, name }) => [customer_group_id, name]));
    return {
      total,
      customers: rows.map((row) => ({
        ...toCustomer(row, names.get(row.customer_group_id) ?? '', spends.get(row.customer_id)),
        ...deletedFlag(input, row),
      })),
    };
  }

  private filtered(call: Get): SelectQueryBuilder<CustomerRow> {
    const { input } = call;
    const query = listQuery(this.db, CustomerRow, 'customer_id', call);
    if (input.search)
      query.andWhere(
        `(${['name', 'email', 'telephone'].map((column) => text.contains(`customer.${column}`, ':search')).join(' OR ')})`,
        { search: input.search },
      );
    if (input.filter_customer_group_id)
      query.andWhere('customer.customer_group_id = :group', { group: input.filter_customer_group_id });
    if (input.filter_email) query.andWhere(text.contains('customer.email', ':email'), { email: input.filter_email });
    if (input.filter_telephone)
      query.andWhere(text.contains('customer.telephone', ':telephone'), { telephone: input.filter_telephone });
    if (input.filter_card_number) query.andWhere('customer.card_number = :card', { card: input.filter_card_number });
    return query;
  }
}

function sorted(
  query: SelectQueryBuilder<CustomerRow>,
  { caller, input }: Get,
  years: Years,
): SelectQueryBuilder<CustomerRow> {
  const { sort, order = 'DESC' } = input;
  const { limit, offset } = windowOf(input);
  if (sort && sort in spendColumns) {
    const spend = spendSql('account_id = :account_id', { last: ':last', current: ':current', next: ':next' });
    query
      .leftJoin(`(${spend})`, 'spend', 'spend.customer_id = customer.customer_id')
      .setParameters({ ...years, account_id: caller.account_id });
  }
  if (sort) query.orderBy(columns[sort], order);
  return query.addOrderBy('customer.customer_id', order).limit(limit).offset(offset);
}

const toCustomer = (row: CustomerRow, customer_group: string, spend: Spend | undefined): Customer => ({
  customer_id: row.customer_id,
  firstname: row.firstname,
  lastname: row.lastname,
  name: row.name,
  company: row.company,
  customer_group,
  customer_group_id: row.customer_group_id,
  email: row.email,
  telephone: row.telephone,
  card_number: row.card_number,
  reward: row.reward,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
  ...(spend && { date_ordered: shownDate(spend.date_ordered) }),
  annual_spend: spend?.annual_spend ?? 0,
  annual_spend_2: spend?.annual_spend_2 ?? 0,
});
