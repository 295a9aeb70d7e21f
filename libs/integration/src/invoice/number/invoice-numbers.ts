import { type Call, type Caller, type Fault, Refused } from '@stockbook/contracts';
import { type Db, statement, type Tx } from '@stockbook/persistence';
import { publishActions } from '@stockbook/service';
import type { InvoiceNumberRow } from './invoice-number.entity.js';

export type DocumentKey = Pick<InvoiceNumberRow, 'kind' | 'document_id'>;
export type InvoiceNumber = Pick<InvoiceNumberRow, 'series' | 'invoice_no' | 'date_added'>;

const NUMBER = statement(
  'invoice_number',
  `SELECT series, invoice_no, date_added FROM integration.invoice_number
   WHERE account_id = $1 AND kind = $2 AND document_id = $3`,
);
const LAST = statement(
  'last_invoice_no',
  `SELECT last_no FROM integration.invoice_series WHERE account_id = $1 AND series = $2`,
);
const LOCK = statement(
  'lock_invoice_series',
  `INSERT INTO integration.invoice_series AS known (account_id, series) VALUES ($1, $2)
   ON CONFLICT (account_id, series) DO UPDATE SET last_no = known.last_no`,
);
const TAKE = statement(
  'take_invoice_no',
  `WITH taken AS (
     UPDATE integration.invoice_series SET last_no = last_no + 1 WHERE account_id = $1 AND series = $4 RETURNING last_no
   )
   INSERT INTO integration.invoice_number (account_id, kind, document_id, series, invoice_no)
   SELECT $1, $2, $3, $4, last_no FROM taken
   ON CONFLICT (account_id, kind, document_id) DO NOTHING RETURNING series, invoice_no, date_added`,
);

export async function findNumber(db: Db, { account_id }: Caller, key: DocumentKey): Promise<InvoiceNumber | undefined> {
  const [found] = await db.query<InvoiceNumber>(NUMBER, [account_id, key.kind, key.document_id]);
  return found;
}

/** Returns the number that a new document of the series gets, unless another one comes first. */
export async function nextNumber(db: Db, { account_id }: Caller, series: string): Promise<InvoiceNumber> {
  const [last] = await db.query<{ last_no: number }>(LAST, [account_id, series]);
  return { series, invoice_no: (last?.last_no ?? 0) + 1, date_added: new Date() };
}

/** A rollback gives the number back: the series stays locked until the end. */
export async function takeNumber(tx: Tx, call: Call, key: DocumentKey, series: string): Promise<InvoiceNumber> {
  const { account_id } = tx;
  await tx.query(LOCK, [account_id, series]);
  const named = [account_id, key.kind, key.document_id];
  const [known] = await tx.query<InvoiceNumber>(NUMBER, named);
  if (known) return known;
  const [taken] = await tx.query<InvoiceNumber>(TAKE, [...named, series]);
  if (!taken) throw new Refused(numbered(key));
  publishActions(tx, call, { change: 'numbered', resource: `sale/${key.kind}` }, [key.document_id]);
  return taken;
}

/** Another series is refused: a document has one number. */
export function seriesFaults(key: DocumentKey, known: InvoiceNumber, series: string | undefined): Fault[] {
  return series === undefined || series === known.series ? [] : [numbered(key, known)];
}

const numbered = ({ kind, document_id }: DocumentKey, known?: InvoiceNumber): Fault => ({
  code: 'duplicate',
  field: 'series',
  message:
    `The ${kind.replace('_', ' ')} ${document_id} has a number ` +
    `${known ? `of the series "${known.series}"` : 'of another series'} already.`,
});
