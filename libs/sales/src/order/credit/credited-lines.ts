import { type Reader, statement, type Tx } from '@stockbook/persistence';

const credited = statement(
  'credited_lines_of_order',
  `SELECT line.order_product_id, sum(line.quantity)::bigint AS quantity, sum(line.total) AS total
   FROM sales.sale_credit_note note JOIN sales.sale_credit_note_product line USING (account_id, credit_note_id)
   WHERE note.account_id = $1 AND note.order_id = $2 AND credit_note_id <> $3 AND note.date_deleted IS NULL
     AND line.date_deleted IS NULL AND line.order_product_id > 0
   GROUP BY line.order_product_id`,
);
const creditedTotal = statement(
  'credited_total_of_order',
  `SELECT COALESCE(sum(total), 0) AS total, COALESCE(sum(total) FILTER (WHERE NOT allow_over_credit), 0) AS bounded
   FROM sales.sale_credit_note
   WHERE account_id = $1 AND order_id = $2 AND credit_note_id <> $3 AND date_deleted IS NULL`,
);

/** Living credit notes credit these pieces and this money of an order line. */
export interface Credited {
  readonly order_product_id: number;
  readonly quantity: number;
  /** A decimal text, in the order's currency. */
  readonly total: string;
}

/** The sums hold while the order is locked. */
export const creditsOf = (reader: Reader, account_id: number, order_id: number, except_id = 0): Promise<Credited[]> =>
  reader.query<Credited>(credited, [account_id, order_id, except_id]);

/** The notes of `bounded` may not exceed the order's total; the others are goodwill. Both are decimal texts. */
export interface CreditedTotal {
  readonly total: string;
  readonly bounded: string;
}

export async function creditedTotalOf(tx: Tx, order_id: number, except_id = 0): Promise<CreditedTotal> {
  const [sums] = await tx.query<CreditedTotal>(creditedTotal, [tx.account_id, order_id, except_id]);
  return sums!;
}
