import type { Caller } from '@stockbook/contracts';
import { columnNames, statement, type Tx } from '@stockbook/persistence';
import { modifiedNow } from '@stockbook/service';
import { recordHistory } from '../../document/history.js';
import type { KeptCredit } from './credit-line-matching.js';
import type { PlacedCredit } from './credit-note-lines.js';
import { CreditNoteProductRow } from '../record/credit-note-product.entity.js';
import {
  type CreditNoteRecord,
  type CreditNoteState,
  readCreditLines,
  readNotes,
} from '../record/credit-note-records.js';
import type { PlacedNote } from './credit-note-terms.js';
import { CreditNoteRow } from '../record/credit-note.entity.js';

const KEY = ['account_id', 'credit_note_id'];
const LINE_COLUMNS = columnNames(CreditNoteProductRow, [...KEY, 'credit_note_product_id', 'date_deleted']);
const LINE = LINE_COLUMNS.join(', ');

const saveLines = statement(
  'save_credit_note_lines',
  `WITH removed AS (
     UPDATE sales.sale_credit_note_product SET date_deleted = now()
     WHERE account_id = $1 AND credit_note_id = $2 AND date_deleted IS NULL AND credit_note_product_id <> ALL ($4)
   )
   INSERT INTO sales.sale_credit_note_product (account_id, credit_note_id, credit_note_product_id, ${LINE})
   SELECT $1, $2, CASE WHEN given.credit_note_product_id > 0 THEN given.credit_note_product_id
     ELSE nextval('sales.sale_credit_note_product_credit_note_product_id_seq') END, ${LINE}
   FROM jsonb_populate_recordset(NULL::sales.sale_credit_note_product, $3) AS given
   ON CONFLICT (account_id, credit_note_id, credit_note_product_id)
   DO UPDATE SET ${LINE_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

export interface Written {
  readonly credit_note_id: number;
  readonly warnings?: string[];
}

export const written = (credit_note_id: number, warnings: string[]): Written => ({
  credit_note_id,
  ...(warnings.length && { warnings }),
});

/** Writes a new credit note with its lines and the beginning of its history. */
export async function insertNote(
  tx: Tx,
  caller: Caller,
  note: PlacedNote,
  lines: readonly PlacedCredit[],
): Promise<CreditNoteState> {
  const { identifiers } = await tx.manager.insert(CreditNoteRow, { ...note, account_id: tx.account_id });
  const credit_note_id = Number(identifiers[0]?.['credit_note_id']);
  await replaceCreditLines(
    tx,
    credit_note_id,
    lines.map((line) => ({ ...line, credit_note_product_id: 0 })),
  );
  const state = await readState(tx, credit_note_id);
  await noteHistory(tx, state.note, caller, '');
  return state;
}

/** The event makes the stock follow, whatever was tried before. */
export async function updateNote(
  tx: Tx,
  { credit_note_id }: CreditNoteRecord,
  changed: Partial<PlacedNote> | { date_deleted: () => string },
  lines?: readonly KeptCredit[],
): Promise<CreditNoteState> {
  const set = {
    ...changed,
    version: () => 'version + 1',
    demand_version: () => 'demand_version + 1',
    taking_until: null,
    date_modified: modifiedNow,
  };
  await tx.manager.update(CreditNoteRow, { account_id: tx.account_id, credit_note_id }, set);
  if (lines) await replaceCreditLines(tx, credit_note_id, lines);
  return readState(tx, credit_note_id);
}

/** Writes what a user did to a credit note, with its status after that. */
export function noteHistory(
  tx: Tx,
  note: CreditNoteRecord,
  { user_id, username }: Caller,
  comment: string,
): Promise<void> {
  return recordHistory(tx, 'credit_note', [{ ...note, user_id, username, comment }]);
}

async function replaceCreditLines(tx: Tx, credit_note_id: number, lines: readonly KeptCredit[]): Promise<void> {
  const kept = lines.map((line) => line.credit_note_product_id);
  await tx.query(saveLines, [tx.account_id, credit_note_id, JSON.stringify(lines), kept]);
}

async function readState(tx: Tx, id: number): Promise<CreditNoteState> {
  const [[note], lines] = await Promise.all([
    readNotes(tx, tx.account_id, [id]),
    readCreditLines(tx, tx.account_id, [id]),
  ]);
  if (!note) throw new Error(`The locked credit note ${id} is gone.`);
  return { note, lines };
}
