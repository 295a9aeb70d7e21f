import { type Caller, noRecord, Refused } from '@stockbook/contracts';
import { type Db, maySee, type Reader, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { CreditNoteProductRow } from './credit-note-product.entity.js';
import { CreditNoteRow } from './credit-note.entity.js';

export type CreditNoteRecord = Pick<CreditNoteRow, keyof CreditNoteRow>;
export type CreditLineRecord = Pick<CreditNoteProductRow, keyof CreditNoteProductRow>;

/** A credit note with its lines at one moment. */
export interface CreditNoteState {
  readonly note: CreditNoteRecord;
  readonly lines: readonly CreditLineRecord[];
}

const notes = statement(
  'credit_notes',
  `SELECT ${selectionOf(CreditNoteRow)} FROM sales.sale_credit_note WHERE account_id = $1 AND credit_note_id = ANY ($2)`,
);
const lockNotes = statement('lock_credit_notes', `${notes.text} ORDER BY credit_note_id FOR UPDATE`);
const lines = statement(
  'credit_note_lines',
  `SELECT ${selectionOf(CreditNoteProductRow)} FROM sales.sale_credit_note_product
   WHERE account_id = $1 AND credit_note_id = ANY ($2) AND date_deleted IS NULL ORDER BY credit_note_id, position`,
);
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
  `SELECT COALESCE(sum(total), 0) AS total FROM sales.sale_credit_note
   WHERE account_id = $1 AND order_id = $2 AND credit_note_id <> $3 AND date_deleted IS NULL`,
);

/** Pieces and money that living credit notes credit of an order line. */
export interface Credited {
  readonly order_product_id: number;
  readonly quantity: number;
  /** Decimal text, in the order's currency. */
  readonly total: string;
}

/** The credit notes of these ids, deleted ones too. */
export const readNotes = (reader: Reader, account_id: number, ids: readonly number[]): Promise<CreditNoteRecord[]> =>
  reader.query<CreditNoteRecord>(notes, [account_id, ids]);

/** The living lines of credit notes, in the order of their places. */
export const readCreditLines = (
  reader: Reader,
  account_id: number,
  ids: readonly number[],
): Promise<CreditLineRecord[]> => reader.query<CreditLineRecord>(lines, [account_id, ids]);

/** Reads what the credit notes of an order, except one, credit of its lines. The sums hold while the order is locked. */
export const creditsOf = (reader: Reader, account_id: number, order_id: number, except_id = 0): Promise<Credited[]> =>
  reader.query<Credited>(credited, [account_id, order_id, except_id]);

/** The total of all credit notes of a locked order but one: a decimal text. */
export async function creditedTotalOf(tx: Tx, order_id: number, except_id: number): Promise<string> {
  const [sum] = await tx.query<{ total: string }>(creditedTotal, [tx.account_id, order_id, except_id]);
  return sum?.total ?? '0';
}

/** Locks a living credit note that the caller sees, with its lines, or refuses. */
export async function claimNote(tx: Tx, caller: Caller, id: number): Promise<CreditNoteState> {
  const [note] = await tx.query<CreditNoteRecord>(lockNotes, [tx.account_id, [id]]);
  if (!note || note.date_deleted || !maySee(caller, note)) throw new Refused(noRecord('credit note', id));
  return { note, lines: await readCreditLines(tx, tx.account_id, [id]) };
}

/** The living credit note of this id as it is now, without a lock; undefined when the caller does not have it. */
export async function findNote(db: Db, caller: Caller, id: number): Promise<CreditNoteRecord | undefined> {
  const [found] = await readNotes(db, caller.account_id, [id]);
  return found && !found.date_deleted && maySee(caller, found) ? found : undefined;
}
