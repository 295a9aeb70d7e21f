import { statement, type Tx } from '@stockbook/persistence';

/** Whether the company has this value. Records that it refers to ask by SQL, since its own rules import them. */
export async function isOfCompany(
  tx: Tx,
  column: 'currency' | 'default_order_status_id' | 'language',
  value: string | number,
): Promise<boolean> {
  const find = statement(
    `company_of_${column}`,
    `SELECT FROM settings.company WHERE account_id = $1 AND ${column} = $2`,
  );
  return (await tx.query(find, [tx.account_id, value])).length > 0;
}
