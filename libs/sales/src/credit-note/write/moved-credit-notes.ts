import type { Call } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { groupBy, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { recordRow } from '../record/credit-note-facts.js';
import { type CreditNoteRecord, readCreditLines, readNotes } from '../record/credit-note-records.js';
import { CreditNoteRow } from '../record/credit-note.entity.js';

const lockAll = statement(
  'lock_credit_notes_of_customer',
  `SELECT ${selectionOf(CreditNoteRow)} FROM sales.sale_credit_note
   WHERE account_id = $1 AND customer_id = $2 ORDER BY credit_note_id FOR UPDATE`,
);
const move = statement(
  'move_credit_notes_to_customer',
  `UPDATE sales.sale_credit_note SET customer_id = $3, version = version + 1,
     date_modified = greatest(date_modified, clock_timestamp())
   WHERE account_id = $1 AND credit_note_id = ANY ($2)`,
);

/** Gives a customer's credit notes to another one. */
export async function moveCreditNotes(tx: Tx, call: Call, { from, to }: { from: number; to: number }): Promise<void> {
  const before = await tx.query<CreditNoteRecord>(lockAll, [tx.account_id, from]);
  if (!before.length) return;
  const ids = before.map(({ credit_note_id }) => credit_note_id);
  await tx.query(move, [tx.account_id, ids, to]);
  const lines = groupBy(await readCreditLines(tx, tx.account_id, ids), ({ credit_note_id }) => credit_note_id);
  const now = new Map((await readNotes(tx, tx.account_id, ids)).map((note) => [note.credit_note_id, note]));
  const rows = before.map((note) => {
    const own = lines.get(note.credit_note_id) ?? [];
    const after = { note: now.get(note.credit_note_id) ?? note, lines: own };
    return recordRow({ change: 'edited', actor: actorOf(call), before: { note, lines: own }, after });
  });
  publishAll(tx, rows);
}
