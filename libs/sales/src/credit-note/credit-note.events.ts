import { creditNoteStockSettled, type Event, type StockAnswer, SYSTEM } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { groupBy, selectionOf, statement, type Tx } from '@stockbook/persistence';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { settle } from '../order/stock/order-settlement.js';
import { recordRow } from './record/credit-note-facts.js';
import { CreditNoteProductRow } from './record/credit-note-product.entity.js';
import type { CreditLineRecord, CreditNoteRecord } from './record/credit-note-records.js';
import { CreditNoteRow } from './record/credit-note.entity.js';

const NAMED =
  'JOIN (SELECT DISTINCT * FROM unnest($1::int[], $2::bigint[]) AS note_key (account_id, credit_note_id)) AS named';

/** Also locks deleted credit notes: what they gave back is taken out of the stock. */
const lockNotes = statement(
  'lock_settled_credit_notes',
  `SELECT ${selectionOf(CreditNoteRow)} FROM sales.sale_credit_note
   ${NAMED} USING (account_id, credit_note_id) ORDER BY account_id, credit_note_id FOR UPDATE OF sale_credit_note`,
);
const readSettledLines = statement(
  'settled_credit_note_lines',
  `SELECT ${selectionOf(CreditNoteProductRow)} FROM sales.sale_credit_note_product
   ${NAMED} USING (account_id, credit_note_id) ORDER BY position`,
);
const apply = statement(
  'apply_credit_note_settlements',
  `WITH line AS (
     UPDATE sales.sale_credit_note_product line
     SET taken = settled.taken, short = settled.short,
       stock_sequence = settled.stock_sequence, cost_taken = settled.cost_taken,
       date_restocked
       = CASE WHEN settled.taken = -line.quantity THEN COALESCE(line.date_restocked, clock_timestamp()) END
     FROM jsonb_populate_recordset(NULL::sales.sale_credit_note_product, $1) AS settled
     WHERE line.account_id = settled.account_id AND line.credit_note_id = settled.credit_note_id
       AND line.credit_note_product_id = settled.credit_note_product_id
   ), history AS (
     INSERT INTO sales.sale_credit_note_history (account_id, credit_note_id,
       credit_note_status_id, credit_note_status, comment)
     SELECT account_id, credit_note_id, credit_note_status_id, credit_note_status, comment
     FROM jsonb_populate_recordset(NULL::sales.sale_credit_note_history, $2)
   )
   UPDATE sales.sale_credit_note changed SET cost = settled.cost, version = settled.version,
     date_modified = greatest(changed.date_modified, clock_timestamp())
   FROM jsonb_populate_recordset(NULL::sales.sale_credit_note, $3) AS settled
   WHERE changed.account_id = settled.account_id AND changed.credit_note_id = settled.credit_note_id`,
);

/** Writes what the stock got back to the credit notes' lines and history. */
@Injectable()
export class CreditNoteEvents {
  @Consumes(creditNoteStockSettled)
  async onStockSettled(events: readonly Event<StockAnswer>[], tx: Tx): Promise<void> {
    const named = [events.map(({ account_id }) => account_id), events.map(({ payload }) => payload.document_id)];
    const notes = await tx.query<CreditNoteRecord>(lockNotes, named);
    const lines = groupBy(await tx.query<CreditLineRecord>(readSettledLines, named), creditNoteName);
    const answers = groupBy(events, ({ account_id, payload }) =>
      creditNoteName({ account_id, credit_note_id: payload.document_id }),
    );
    const settled = notes
      .map((note) => {
        const stored = lines.get(creditNoteName(note)) ?? [];
        const lineId = ({ credit_note_product_id }: CreditLineRecord) => credit_note_product_id;
        return { note, stored, ...settle(stored, answers.get(creditNoteName(note)) ?? [], lineId) };
      })
      .filter(({ changed }) => changed.length);
    if (!settled.length) return;
    const rows = [
      settled.flatMap(({ changed }) => changed),
      settled.flatMap(({ note, comments }) => comments.map((comment) => ({ ...note, comment }))),
      settled.map(({ note, cost }) => ({ ...note, cost, version: note.version + 1 })),
    ];
    await tx.query(
      apply,
      rows.map((each) => JSON.stringify(each)),
    );
    const after = groupBy(await tx.query<CreditLineRecord>(readSettledLines, named), creditNoteName);
    const now = new Map(
      (await tx.query<CreditNoteRecord>(lockNotes, named)).map((note) => [creditNoteName(note), note]),
    );
    publishAll(
      tx,
      settled.map(({ note, stored }) => {
        const states = { before: { note, lines: living(stored) } };
        const changed = {
          note: now.get(creditNoteName(note)) ?? note,
          lines: living(after.get(creditNoteName(note)) ?? []),
        };
        return recordRow({ change: 'restocked', actor: SYSTEM, ...states, after: changed });
      }),
    );
  }
}

const living = (lines: readonly CreditLineRecord[]) => lines.filter(({ date_deleted }) => !date_deleted);

const creditNoteName = ({
  account_id,
  credit_note_id,
}: Pick<CreditNoteRecord, 'account_id' | 'credit_note_id'>): string => `${account_id}/${credit_note_id}`;
