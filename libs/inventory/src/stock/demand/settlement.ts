import { documentLabel, type SettledLine, type StockDocument, stockDocuments } from '@stockbook/contracts';
import { outboxRow, publishAll } from '@stockbook/messaging';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import type { OrderHolds } from '../../reservation/order-holds.js';
import { remainder } from '../ledger/difference.js';
import { forList } from '../ledger/list-plan.js';
import { type DocumentName, documentColumnsOf, type LockedStock, type StockKey } from '../ledger/locked-stock.js';
import type { Movement, StockLine } from '../ledger/movement.js';
import { moveMany } from '../ledger/stock-ledger.js';

/** A document with the version of its demand and the user who made that, under its lock. */
export interface Head extends DocumentName {
  readonly document: StockDocument;
  readonly version: number;
  readonly user_id: number;
  readonly username: string;
  /** Its document is deleted. */
  readonly is_over?: boolean;
}

/** The pieces of one item at one location that a document's line wants, and those it has taken; below 0 it gives back. */
export interface Entry extends DocumentName, StockKey {
  readonly line_id: number;
  readonly wanted: number;
  readonly taken: number;
  /** Pieces in one unit of the line. */
  readonly per_unit: number;
  /** The original cost of what is taken: a decimal text in the base currency. */
  readonly value: string;
  /** The cost of a piece given back; the average unless given. */
  readonly unit_cost?: string;
}

/** An entry after its movement; `available` is 0 unless it came up short. */
export interface Outcome extends Entry {
  readonly available: number;
  readonly is_moved: boolean;
}

/** A document and the entries of those of its lines that are looked at. */
export interface Demanded<E extends Entry = Entry> {
  readonly head: Head;
  readonly entries: readonly E[];
}

const COLUMNS = 'account_id, document, document_id, line_id, item_id, location_id, wanted, taken, per_unit, value';
const RECORD = statement(
  'record_demands',
  `WITH line AS (
     INSERT INTO inventory.stock_demand_line (${COLUMNS})
     SELECT ${COLUMNS} FROM json_populate_recordset(NULL::inventory.stock_demand_line, $4)
     ON CONFLICT (account_id, document, document_id, line_id, item_id, location_id) DO UPDATE
     SET wanted = excluded.wanted, taken = excluded.taken, per_unit = excluded.per_unit, value = excluded.value
   )
   UPDATE inventory.stock_demand demand SET seq = demand.seq + 1
   FROM unnest($1::int[], $2::text[], $3::bigint[]) AS answered (account_id, document, document_id)
   WHERE demand.account_id = answered.account_id AND demand.document = answered.document
     AND demand.document_id = answered.document_id
   RETURNING demand.account_id, demand.document, demand.document_id, demand.seq`,
);

/**
 * Moves the difference between what each entry wants and what it has taken: all of it, or nothing where stock is short or an older
 * document waits. Pieces held for an order leave the hold as it takes them. Entries whose stock is not locked stay as they are. The
 * documents come oldest first.
 */
export function moveEntries(
  tx: Tx,
  documents: readonly Demanded[],
  stock: LockedStock,
  holds: OrderHolds,
): Demanded<Outcome>[] {
  const released = holds.release();
  const movements = documents.map((document) => movementOf(document, stock, holds));
  const outcomes = moveMany(tx, [...released, ...movements], stock).slice(released.length);
  return documents.map(({ head, entries }, index) => {
    const { moved = [], short = [] } = outcomes[index] ?? {};
    for (const line of short) holds.putBack(head, line);
    const values = new Map(moved.map((line) => [entryName({ line_id: line.line, ...line }), line.value]));
    const shortages = new Map(short.map((line) => [entryName({ line_id: line.line, ...line }), line.available]));
    const entryOutcome = (entry: Entry): Outcome => {
      const value = values.get(entryName(entry));
      if (value === undefined) return { available: shortages.get(entryName(entry)) ?? 0, is_moved: false, ...entry };
      const left = new Big(entry.value).minus(value).toFixed(8);
      return { available: 0, is_moved: true, ...entry, taken: entry.wanted, value: left };
    };
    return { head, entries: entries.map(entryOutcome) };
  });
}

/** Records the entries whose stock is locked, and publishes one answer to each document. */
export async function recordEntries(
  tx: Tx,
  documents: readonly Demanded<Outcome>[],
  stock: LockedStock,
): Promise<void> {
  if (!documents.length) return;
  const answers = new Map(documents.map((answer) => [documentName(answer.head), answer]));
  const entries = documents.flatMap(({ entries }) => entries.filter((entry) => stock.has(entry)));
  const rows = await tx.query<DocumentName & { seq: number }>(forList(RECORD, documents.length), [
    ...documentColumnsOf(documents.map(({ head }) => head)),
    JSON.stringify(entries),
  ]);
  const events = rows.flatMap((row) => {
    const answer = answers.get(documentName(row));
    if (!answer) return [];
    const { account_id, document, document_id, version } = answer.head;
    const lines = [...groupBy(answer.entries, ({ line_id }) => line_id)].map(settledLine);
    return [outboxRow(stockDocuments[document].settled, { document_id, version, lines }, row.seq, account_id)];
  });
  publishAll(tx, events);
}

function movementOf({ head, entries }: Demanded, stock: LockedStock, holds: OrderHolds): Movement {
  const { account_id, document, document_id, version, user_id, username } = head;
  const operation = {
    document,
    document_id,
    document_version: version,
    user_id,
    username,
    comment: documentTitle(head),
  };
  const lines = entries.filter((entry) => stock.has(entry)).map((entry) => holds.with(head, stockLineOf(entry)));
  return { account_id, operation: { ...operation, counts_as: 'deducted' }, lines, queues: true };
}

/** As `Order 17`. */
const documentTitle = ({ document, document_id }: DocumentName): string =>
  `${document.charAt(0).toUpperCase()}${documentLabel(document).slice(1)} ${document_id}`;

function stockLineOf({ line_id, item_id, location_id, wanted, taken, value, unit_cost }: Entry): StockLine {
  const key = { line: line_id, item_id, location_id };
  const booked = { quantity: -taken, value: new Big(value).neg().toFixed(8), ...key };
  return remainder(booked, { quantity: -wanted, unit_cost, ...key });
}

/** A unit of a line is made of all its entries, so the scarcest decides. Entries of stock that the line wants no longer are left out. */
function settledLine([line_id, entries]: [number, readonly Outcome[]]): SettledLine {
  const wanted = entries.filter((entry) => entry.wanted !== 0);
  const parts = wanted.length ? wanted : entries;
  const wholeUnits = (pieces: (part: Outcome) => number, of = parts) =>
    Math.min(...of.map((part) => Math.trunc(pieces(part) / part.per_unit)));
  const unsettled = parts.filter((part) => part.taken !== part.wanted);
  const taken = wholeUnits((part) => part.taken);
  return {
    line_id,
    wanted: wholeUnits((part) => part.wanted),
    taken,
    unit_cost: taken ? sumUnitCosts(parts).toFixed(8) : '',
    available: unsettled.length ? wholeUnits((part) => part.available, unsettled) : 0,
    settled: !unsettled.length,
  };
}

const sumUnitCosts = (parts: readonly Entry[]): Big =>
  parts.reduce(
    (sum, { value, taken, per_unit }) => (taken ? sum.plus(new Big(value).times(per_unit).div(taken)) : sum),
    new Big(0),
  );

export const documentName = ({ account_id, document, document_id }: DocumentName): string =>
  `${account_id}/${document}/${document_id}`;

/** Names an entry within its document. */
export const entryName = ({
  line_id,
  item_id,
  location_id,
}: Pick<Entry, 'line_id' | 'item_id' | 'location_id'>): string => `${line_id}/${item_id}/${location_id}`;
