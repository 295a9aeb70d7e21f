import { publishAll } from '@stockbook/messaging';
import { groupBy, selectionOf, statement, type Tx } from '@stockbook/persistence';
import type { Move } from '../../order/edit/moved-orders.js';
import { recordRow } from '../record/credit-note-facts.js';
import { type CreditNoteRecord, readCreditLines, readNotes } from '../record/credit-note-records.js';
import { CreditNoteRow } from '../record/credit-note.entity.js';

/** One transaction moves at most this many. */
const BATCH = 500;

const lock = statement(
  'lock_credit_notes_of_customer',
  `SELECT ${selectionOf(CreditNoteRow)} FROM sales.sale_credit_note
   WHERE account_id = $1 AND customer_id = $2 ORDER BY credit_note_id LIMIT ${BATCH} FOR UPDATE`,
);
const move = statement(
  'move_credit_notes_to_customer',
  `UPDATE sales.sale_credit_note SET customer_id = $3, version = version + 1,
     date_modified = greatest(date_modified, clock_timestamp())
   WHERE account_id = $1 AND credit_note_id = ANY ($2)`,
);

/** Gives a batch of a customer's credit notes to another one, and says whether there was one. */
export async function moveCreditNotes(tx: Tx, { from, to, actor }: Move): Promise<boolean> {
  const before = await tx.query<CreditNoteRecord>(lock, [tx.account_id, from]);
  if (!before.length) return false;
  const ids = before.map(({ credit_note_id }) => credit_note_id);
  await tx.query(move, [tx.account_id, ids, to]);
  const lines = groupBy(await readCreditLines(tx, tx.account_id, ids), ({ credit_note_id }) => credit_note_id);
  const now = new Map((await readNotes(tx, tx.account_id, ids)).map((note) => [note.credit_note_id, note]));
  const rows = before.map((note) => {
    const own = lines.get(note.credit_note_id) ?? [];
    const after = { note: now.get(note.credit_note_id) ?? note, lines: own };
    return recordRow({ change: 'edited', actor, before: { note, lines: own }, after });
  });
  publishAll(tx, rows);
  return true;
}
