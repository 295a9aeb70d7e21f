// Every reader takes the records of a merged customer for those of the customer that stays, until all have moved.

const MERGE = 'sales.customer_merge merge WHERE merge.account_id = ';

/** A function would not be inlined, and its call costs more than the lookup. */
export const currentCustomer = (record: string): string =>
  `COALESCE((SELECT merge.merged_into FROM ${MERGE}${record}.account_id AND merge.customer_id = ${record}.customer_id),
     ${record}.customer_id)`;

export const carriedIds = (account_id: string, ids: string): string =>
  `(${ids} || ARRAY(SELECT merge.customer_id FROM ${MERGE}${account_id} AND merge.merged_into = ANY (${ids})))`;

/** Narrows records to those of the customer that an id stands for. */
export const OF_CUSTOMER = '= ANY (sales.ids_of_customer($1, ?))';
