import { documentLabel, type SettledLine, type StockDocument, stockDocuments } from '@stockbook/contracts';
import { outboxRow, publishAll } from '@stockbook/messaging';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import type { OrderHolds } from '../reservation/order-holds.js';
import { remainder } from '../ledger/difference.js';
import { forList } from '../ledger/list-plan.js';
import {
  type DocumentName,
  documentColumnsOf,
  type LineName,
  type LockedStock,
  type StockKey,
} from '../ledger/locked-stock.js';
import { LAST_PLACE } from '../ledger/queue.js';
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

/** Below 0 it gives back. */
export interface Entry extends LineName, StockKey {
  readonly wanted: number;
  readonly taken: number;
  /** One unit of the line consists of this many pieces. */
  readonly per_unit: number;
  /** The original cost of what is taken: a decimal text in the base currency. */
  readonly value: string;
  /** The cost of a piece given back; the average unless given. */
  readonly unit_cost?: string;
  /** The place at which it waits; null while it does not. */
  readonly place: number | null;
}

/** An entry after its movement; `available` is 0 unless it came up short. */
export interface Outcome extends Entry {
  readonly available: number;
  /** Counts the documents that wait before it, as `Short` does. */
  readonly behind?: number | undefined;
  readonly location?: string | null | undefined;
  readonly is_moved: boolean;
}

/** A user sees waiting orders and can end the wait; other documents are refused. */
export const canWait = ({ document }: DocumentName): boolean => document === 'order';

/** A document and the entries of those of its lines that are looked at. */
export interface Demanded<E extends Entry = Entry> {
  readonly head: Head;
  readonly entries: readonly E[];
}

const COLUMNS =
  'account_id, document, document_id, line_id, item_id, location_id, wanted, taken, per_unit, value, place';
const RECORD = statement(
  'record_demands',
  `WITH line AS (
     INSERT INTO inventory.stock_demand_line (${COLUMNS})
     SELECT ${COLUMNS} FROM json_populate_recordset(NULL::inventory.stock_demand_line, $4)
     ON CONFLICT (account_id, document, document_id, line_id, item_id, location_id) DO UPDATE
     SET wanted = excluded.wanted, taken = excluded.taken, per_unit = excluded.per_unit, value = excluded.value,
       place = excluded.place
   )
   UPDATE inventory.stock_demand demand SET seq = demand.seq + 1
   FROM unnest($1::int[], $2::text[], $3::bigint[]) AS answered (account_id, document, document_id)
   WHERE demand.account_id = answered.account_id AND demand.document = answered.document
     AND demand.document_id = answered.document_id
   RETURNING demand.account_id, demand.document, demand.document_id, demand.seq`,
);

/** Draws places under the lock of all stock of the lines, so that later lines get higher ones. */
const DRAW = statement(
  'draw_places',
  `SELECT nextval('inventory.queue_place')::bigint AS place FROM generate_series(1, $1::int)`,
);

/**
 * Moves the difference between what each entry wants and what it has taken. A line takes all that its entries lack. It
 * takes nothing if one of them is short, or if an older line waits for its stock. Pieces that it gives back go in any
 * case. Pieces held for an order leave the hold as it takes them. A document that never waits moves as a whole: pieces
 * that one of its lines gives back may replace those that another takes. Entries whose stock is not locked stay as they
 * are. Lines that wait come first, in their places, then the others in the order given.
 */
export function moveEntries(
  tx: Tx,
  documents: readonly Demanded[],
  stock: LockedStock,
  holds: OrderHolds,
): Demanded<Outcome>[] {
  const released = holds.release();
  const parts = documents.flatMap((document) => partsOf(document, stock, holds));
  const giving = parts.filter(({ movement }) => movement.place === undefined);
  const taking = parts.filter(({ movement }) => movement.place !== undefined).sort(byPlace);
  const ordered = [...giving, ...taking];
  const movements = [...released, ...ordered.map(({ movement }) => movement)];
  const outcomes = moveMany(tx, movements, stock).slice(released.length);
  const outcomeOf = new Map<Entry, Partial<Outcome>>();
  for (const [index, { head, entries, movement }] of ordered.entries()) {
    const named = new Map(entries.map((entry) => [entryName(entry), entry]));
    const entryOf = (line: Pick<StockLine, 'line' | 'item_id' | 'location_id'>) =>
      named.get(entryName({ ...line, line_id: line.line }));
    for (const line of outcomes[index]?.moved ?? []) {
      const entry = entryOf(line);
      if (!entry) continue;
      const value = new Big(entry.value).minus(line.value).toFixed(8);
      outcomeOf.set(entry, { is_moved: true, taken: entry.wanted, value });
    }
    for (const line of outcomes[index]?.short ?? []) {
      holds.putBack(head, line);
      const { available, behind, location } = line;
      const place = movement.place === LAST_PLACE ? null : (movement.place ?? null);
      const entry = entryOf(line);
      if (entry) outcomeOf.set(entry, { available, behind, location, place });
    }
  }
  const outcome = (entry: Entry): Outcome => ({ available: 0, is_moved: false, ...entry, ...outcomeOf.get(entry) });
  return documents.map(({ head, entries }) => ({ head, entries: entries.map(outcome) }));
}

/** The entries of a document that move together. */
interface Part {
  readonly head: Head;
  readonly entries: readonly Entry[];
  readonly movement: Movement;
}

const byPlace = ({ movement: { place: one = 0 } }: Part, { movement: { place: other = 0 } }: Part): number =>
  one === other ? 0 : one - other;

function partsOf({ head, entries }: Demanded, stock: LockedStock, holds: OrderHolds): Part[] {
  const moving = entries
    .filter((entry) => stock.has(entry))
    .map((entry) => ({ entry, line: holds.with(head, stockLineOf(entry)) }));
  const part = (of: typeof moving, place?: number): Part => ({
    head,
    entries: of.map(({ entry }) => entry),
    movement: movementOf(
      head,
      of.map(({ line }) => line),
      place,
    ),
  });
  if (!canWait(head)) return moving.length ? [part(moving)] : [];
  const giving = moving.filter(({ line }) => line.quantity > 0);
  const taking = groupBy(
    moving.filter(({ line }) => line.quantity < 0),
    ({ entry }) => entry.line_id,
  );
  const taken = [...taking.values()].map((of) => part(of, placeOf(of.map(({ entry }) => entry))));
  return giving.length ? [part(giving), ...taken] : taken;
}

/** A line keeps its place as long as it waits without interruption for the same stock. */
const placeOf = (entries: readonly Entry[]): number => Math.max(...entries.map(({ place }) => place ?? LAST_PLACE));

/** Records the entries whose stock is locked, and publishes one answer to each document. */
export async function recordEntries(
  tx: Tx,
  documents: readonly Demanded<Outcome>[],
  stock: LockedStock,
): Promise<void> {
  if (!documents.length) return;
  const answers = new Map(documents.map((answer) => [documentName(answer.head), answer]));
  const entries = documents.flatMap(({ entries }) => entries.filter((entry) => stock.has(entry)));
  const places = await drawPlaces(tx, entries);
  const rows = await tx.query<DocumentName & { seq: number }>(forList(RECORD, documents.length), [
    ...documentColumnsOf(documents.map(({ head }) => head)),
    JSON.stringify(entries.map((entry) => ({ ...entry, place: entry.place ?? places.get(lineName(entry)) ?? 0 }))),
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

function movementOf(head: Head, lines: readonly StockLine[], place: number | undefined): Movement {
  const { account_id, document, document_id, version, user_id, username } = head;
  const operation = {
    document,
    document_id,
    document_version: version,
    user_id,
    username,
    comment: documentTitle(head),
  };
  return {
    account_id,
    operation: { ...operation, counts_as: 'deducted' },
    lines,
    ...(place !== undefined && { place }),
  };
}

/** Draws one place for each line that begins to wait; it is the same for all items for which the line waits. */
async function drawPlaces(tx: Tx, entries: readonly Outcome[]): Promise<ReadonlyMap<string, number>> {
  const isBeginning = ({ wanted, taken, place }: Outcome) => taken < wanted && place === null;
  const names = [...new Set(entries.filter(isBeginning).map(lineName))];
  const places = names.length ? await tx.query<{ place: number }>(DRAW, [names.length]) : [];
  return new Map(places.map(({ place }, index) => [names[index] ?? '', place]));
}

/** The title reads like `Order 17`. */
const documentTitle = ({ document, document_id }: DocumentName): string =>
  `${document.charAt(0).toUpperCase()}${documentLabel(document).slice(1)} ${document_id}`;

function stockLineOf({ line_id, item_id, location_id, wanted, taken, value, unit_cost }: Entry): StockLine {
  const key = { line: line_id, item_id, location_id };
  const booked = { quantity: -taken, value: new Big(value).neg().toFixed(8), ...key };
  return remainder(booked, { quantity: -wanted, unit_cost, ...key });
}

/** A unit of a line is made of all its entries, so the scarcest decides. */
function settledLine([line_id, entries]: [number, readonly Outcome[]]): SettledLine {
  const wanted = entries.filter((entry) => entry.wanted !== 0);
  const parts = wanted.length ? wanted : entries;
  const wholeUnits = (pieces: (part: Outcome) => number, of = parts) =>
    Math.min(...of.map((part) => Math.trunc(pieces(part) / part.per_unit)));
  const unsettled = parts.filter((part) => part.taken !== part.wanted);
  const taken = wholeUnits((part) => part.taken);
  const behind = unsettled.flatMap((part) => part.behind ?? []);
  const location = unsettled.find((part) => part.location)?.location;
  return {
    line_id,
    wanted: wholeUnits((part) => part.wanted),
    taken,
    unit_cost: taken ? sumUnitCosts(parts).toFixed(8) : '',
    available: unsettled.length ? wholeUnits((part) => part.available, unsettled) : 0,
    ...(behind.length && { behind: Math.max(...behind) }),
    ...(location && { location }),
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

const lineName = (line: LineName): string => `${documentName(line)}/${line.line_id}`;

export const entryName = ({
  line_id,
  item_id,
  location_id,
}: Pick<Entry, 'line_id' | 'item_id' | 'location_id'>): string => `${line_id}/${item_id}/${location_id}`;
