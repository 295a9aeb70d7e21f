import {
  type Actor,
  type CreditNote,
  type CreditNoteChange,
  creditNoteChanged,
  type StockDemand,
} from '@stockbook/contracts';
import { outboxRow, type OutboxRow } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { judgeSize, previousOf } from '@stockbook/service';
import type { CreditLineRecord, CreditNoteState } from './credit-note-records.js';
import { piecesOf } from '../../document/pieces.js';
import { restocks, toCreditNote } from './credit-note-shown.js';

export interface ChangedNote {
  readonly change: CreditNoteChange['change'];
  readonly actor: Actor;
  readonly before?: CreditNoteState;
  readonly after: CreditNoteState;
}

export function changeRow(tx: Tx, changed: ChangedNote): OutboxRow {
  const states = shownStates(changed);
  judgeSize(tx, creditNoteChanged, { change: changed.change, ...states });
  return noteOutboxRow(changed, states, { demand: demandOf(changed.after, changed.actor) });
}

export const recordRow = (changed: ChangedNote): OutboxRow => noteOutboxRow(changed, shownStates(changed), {});

interface ShownStates {
  readonly before?: CreditNote;
  readonly after: CreditNote;
}

function noteOutboxRow(
  { change, actor, after: { note } }: ChangedNote,
  { before, after: record }: ShownStates,
  demand: Pick<CreditNoteChange, 'demand'>,
): OutboxRow {
  const { credit_note_id, version, account_id } = note;
  const previous = before ? previousOf(before, record) : {};
  const payload = { credit_note_id, change, actor, ...demand, record, previous };
  return outboxRow(creditNoteChanged, payload, version, account_id);
}

function shownStates({ before, after }: ChangedNote): ShownStates {
  const shown = ({ note, lines }: CreditNoteState) => toCreditNote(note, lines);
  return { ...(before && { before: shown(before) }), after: shown(after) };
}

/** Pieces come back at what their order line paid, else at their own cost or their averages. */
export function demandOf(
  { note, lines }: CreditNoteState,
  { user_id, username }: Pick<Actor, 'user_id' | 'username'>,
): StockDemand {
  const { credit_note_id: document_id, demand_version: version, location_id, order_id, date_deleted } = note;
  const isWanted = restocks(note) && !date_deleted;
  const originOf = ({ order_product_id: line_id, cost, components }: CreditLineRecord) =>
    line_id
      ? { origin: { document: 'order', document_id: order_id, line_id } as const }
      : !components && cost > 0 && { unit_cost: cost.toFixed(8) };
  const demanded = lines
    .filter(({ item_id }) => item_id > 0 && location_id > 0)
    .flatMap((line) => {
      const { credit_note_product_id: line_id, ...own } = line;
      const quantity = isWanted ? -own.quantity : 0;
      const terms = { line_id, location_id, ...originOf(line) };
      return piecesOf({ ...own, quantity }).map((pieces) => ({ ...pieces, ...terms }));
    });
  return { document: 'credit_note', document_id, version, user_id, username, lines: demanded };
}
