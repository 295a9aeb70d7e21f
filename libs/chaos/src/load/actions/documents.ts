import type { Action, Actions } from '../action.js';
import type { Desk, WriteOptions } from '../desk.js';
import type { KnownLine, KnownRecord } from '../known.js';
import { drawBundledLines, drawDistinctLines, drawPlace } from './lines.js';

/** An account has at most this many open documents of a kind. */
const MOST_DOCUMENTS = 25;
const SHORT: WriteOptions = { mayBe: ['insufficient_stock'] };

type DocumentKind = 'addition' | 'deduction' | 'transfer';

interface Form {
  readonly draw: (desk: Desk) => KnownLine[];
  readonly fields: (lines: readonly KnownLine[], desk: Desk) => object;
}

const placed = (desk: Desk) => (line: KnownLine) => ({ ...line, location_id: drawPlace(desk) });

export const addition: Form = {
  draw: (desk) => drawDistinctLines(desk).map(placed(desk)),
  fields: (lines, { random }) => ({ addition: lines.map((line) => ({ ...line, cost: random.between(1, 9) })) }),
};
const deduction: Form = {
  draw: (desk) => drawBundledLines(desk).map(placed(desk)),
  fields: (lines) => ({ deduction: lines.map((line) => ({ ...line, name: '', cost: 2 })) }),
};
const transfer: Form = {
  draw: (desk) =>
    drawDistinctLines(desk).map((line) => {
      const [from_location_id, to_location_id] = desk.random.shuffled(desk.account.location_ids);
      return { ...line, from_location_id, to_location_id };
    }),
  fields: (lines) => ({ transfer: lines }),
};

const add =
  (kind: DocumentKind, { draw, fields }: Form): Action =>
  (desk) => {
    if (desk.model.openRecords(kind).length > MOST_DOCUMENTS) return undefined;
    const lines = draw(desk);
    return desk.addRecord(kind, fields(lines, desk), { lines }, SHORT);
  };

const edit =
  (kind: DocumentKind, { draw, fields }: Form): Action =>
  (desk) => {
    const record = takeDocument(desk, kind);
    if (!record) return undefined;
    const lines = draw(desk);
    return desk.editRecord(record, fields(lines, desk), { lines }, SHORT);
  };

const remove =
  (kind: DocumentKind): Action =>
  (desk) => {
    const record = takeDocument(desk, kind);
    return record && desk.deleteRecord(record, SHORT);
  };

/** The receipts of purchase orders have actions of their own. */
const takeDocument = (desk: Desk, kind: DocumentKind): KnownRecord | undefined =>
  desk.take(desk.model.openRecords(kind).filter(({ purchase_order_id }) => !purchase_order_id));

export const documentActions: Actions = {
  'add an addition': [15, add('addition', addition)],
  'edit an addition': [8, edit('addition', addition)],
  'delete an addition': [6, remove('addition')],
  'add a deduction': [12, add('deduction', deduction)],
  'edit a deduction': [8, edit('deduction', deduction)],
  'delete a deduction': [6, remove('deduction')],
  'add a transfer': [10, add('transfer', transfer)],
  'edit a transfer': [8, edit('transfer', transfer)],
  'delete a transfer': [6, remove('transfer')],
};
