import { type CallOf, type Customer, type customer, isAsked, shownDate } from '@stockbook/contracts';
import {
  columnwiseReader,
  type Columns,
  Conditions,
  type Cut,
  counterOf,
  Db,
  recordMarks,
  LongList,
  type LongListTerms,
  type Reader,
  rowColumns,
  type Sorting,
} from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { text } from '../text.js';
import { CUSTOMERS } from './customer-row-counts.js';
import { allSpendSql, type Spend, spendOf, type Years, yearsNow } from './order/customer-spend.js';
import { CustomerRow } from './customer.entity.js';

type Get = CallOf<typeof customer.get>;
type Sort = NonNullable<Get['input']['sort']>;
type ListedCustomer = Pick<CustomerRow, keyof CustomerRow> & { readonly customer_group: string };

const OWN = rowColumns(CustomerRow, 'customer');
const COLUMNS: Columns<ListedCustomer> = {
  times: OWN.times,
  sql: { ...OWN.sql, customer_group: "COALESCE(customer_group.name, '')" },
};
const GROUP = 'LEFT JOIN sales.customer_group USING (account_id, customer_group_id)';

const customersById = columnwiseReader(
  'customers_by_id',
  COLUMNS,
  `FROM sales.customer ${GROUP} WHERE customer.account_id = $1 AND customer.customer_id = ANY ($2::bigint[])`,
);

/** Returns the list in these years; a customer without orders comes last by its date. */
function listIn({ last, current, next }: Years): LongListTerms<ListedCustomer, Sort> {
  const timeSql = (date: Date) => `'${date.toISOString()}'::timestamptz`;
  const years = { last: timeSql(last), current: timeSql(current), next: timeSql(next) };
  const join = `LEFT JOIN (${allSpendSql(years)}) spend USING (customer_id)`;
  const bySpend = (column: string): Sorting => ({ by: `COALESCE(spend.${column}, 0)`, join });
  return {
    table: 'sales.customer',
    key: 'customer_id',
    columns: COLUMNS,
    join: GROUP,
    sorts: {
      name: text.sortedName('customer.name'),
      customer_group_id: 'customer.customer_group_id',
      email: text.sorted('customer.email_key'),
      telephone: text.sorted('customer.telephone'),
      reward: 'customer.reward',
      date_added: 'customer.date_added',
      date_modified: 'customer.date_modified',
      date_ordered: { by: 'spend.date_ordered', join, isNullable: true },
      annual_spend: bySpend('annual_spend'),
      annual_spend_2: bySpend('annual_spend_2'),
    },
    counters: [counterOf('sales', CUSTOMERS)],
    preparedValues: 1,
    lookups: ['customer_id'],
  };
}

/** Reads pages of customers with what they have spent. */
@Injectable()
export class CustomerList {
  /** Has one list for each beginning of the year, which differs between time zones. */
  private readonly lists = new LRUCache<number, LongList<ListedCustomer, Sort>>({ max: 100 });

  constructor(private readonly db: Db) {}

  async page(call: Get): Promise<Cut & { total: number; customers: Customer[] }> {
    const { caller, input } = call;
    const years = yearsNow(caller.zone);
    const page = await this.listForYears(years).page(conditionsOf(call), input);
    const hasSpend = isAsked(input, 'date_ordered', 'annual_spend', 'annual_spend_2');
    const ids = hasSpend ? page.rows.map(({ customer_id }) => customer_id) : [];
    const [total, spends] = await Promise.all([page.total(), spendOf(this.db, caller.account_id, ids, years)]);
    const shown = page.rows.map((row) => ({
      ...toCustomer(row, spends.get(row.customer_id)),
      ...recordMarks(input, row),
    }));
    return { total, ...page.cut, customers: shown };
  }

  private listForYears(years: Years): LongList<ListedCustomer, Sort> {
    const year = years.current.getTime();
    const list = this.lists.get(year) ?? new LongList(this.db, listIn(years));
    this.lists.set(year, list);
    return list;
  }
}

/** Returns a customer as `get` shows it, deleted or not. */
export async function shownCustomer(
  reader: Reader,
  { account_id, zone }: Get['caller'],
  id: number,
): Promise<Customer> {
  const [[row], spends] = await Promise.all([
    customersById(reader, account_id, [id]),
    spendOf(reader, account_id, [id], yearsNow(zone)),
  ]);
  if (!row) throw new Error(`The locked customer ${id} is gone.`);
  return toCustomer(row, spends.get(id));
}

/** A stored text is checked many times faster than one that is computed for each row found. */
const FOUND = 'customer.search LIKE sales.search_pattern(?)';
const inColumn = (column: string) => `(${FOUND} AND ${text.contains(`customer.${column}`, '?')})`;

function conditionsOf({ caller, input }: Get): Conditions {
  const where = Conditions.of(caller, 'customer');
  const { customer_id, search, filter_name, filter_email, filter_telephone, filter_deleted } = input;
  if (!filter_deleted) where.add('date_deleted', 'IS NULL');
  if (customer_id !== undefined)
    where.add('customer_id', filter_deleted ? '= ?' : '= sales.merged_customer($1, ?)', customer_id);
  if (search) where.addSql('search', FOUND, search);
  if (filter_name) where.addSql('name', inColumn('name'), filter_name);
  if (filter_email) where.addSql('email', inColumn('email'), filter_email);
  if (filter_telephone) where.addSql('telephone', inColumn('telephone'), filter_telephone);
  if (input.filter_customer_group_id) where.add('customer_group_id', '= ?', input.filter_customer_group_id);
  if (input.filter_card_number) where.add('card_number', '= ?', input.filter_card_number);
  if (input.filter_date_modified) where.add('date_modified', '> ?', input.filter_date_modified);
  return where;
}

const toCustomer = (row: ListedCustomer, spend: Spend | undefined): Customer => ({
  customer_id: row.customer_id,
  firstname: row.firstname,
  lastname: row.lastname,
  name: row.name,
  company: row.company,
  customer_group: row.customer_group,
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
  ...(row.merged_into && { merged_into: row.merged_into }),
});
