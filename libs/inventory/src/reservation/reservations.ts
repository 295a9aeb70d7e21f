import {
  type Actor,
  type Call,
  type Caller,
  type Component,
  type Fault,
  invalidField,
  Refused,
  type Reservation,
  type ReservationChange,
  reservationChanged,
  type ReservationLine,
  shownDate,
} from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { matchLines, type StoredDocument } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { useOfItem } from '../document/document-uses.js';
import { itemsOfLines, shownLineName } from '../document/document-items.js';
import { ItemDocuments } from '../document/item-documents.js';
import { componentsOfLines } from '../document/line-parts.js';
import { shownDocument } from '../document/shown-document.js';
import { holdKinds } from '../item/bundle/kind-changes.js';
import { announceArrivals } from '../ledger/arrivals.js';
import { LockedStock, type StockKey } from '../ledger/locked-stock.js';
import { reserve, type StockLine } from '../ledger/stock-ledger.js';
import { piecesOf, ReservationLineRow, ReservationRow } from './reservation.entity.js';

export type StoredReservation = StoredDocument<ReservationRow, ReservationLineRow>;
type Line = Omit<ReservationLineRow, 'account_id' | 'item_reservation_id' | 'position'>;
/** A header that is not stored yet. */
export type ReservationValues = Pick<
  ReservationRow,
  'user_id' | 'username' | 'comment' | 'location_id' | 'order_id' | 'date_expire' | 'status'
>;

export const RESERVATION = { table: 'reservation', key: 'item_reservation_id' } as const;
export const RESERVED_ITEMS = useOfItem(
  RESERVATION,
  'is still held by',
  "status = 'active' AND reservation.date_deleted IS NULL",
);

/** Writes reservations together with the pieces that they hold. */
@Injectable()
export class Reservations {
  readonly documents: ItemDocuments<
    ReservationRow,
    ReservationLineRow,
    'item_reservation_id',
    Reservation,
    ReservationChange
  >;

  constructor(db: Db) {
    this.documents = new ItemDocuments(db, {
      header: ReservationRow,
      line: ReservationLineRow,
      key: RESERVATION.key,
      changed: reservationChanged,
      show: toReservation,
    });
  }

  async add(
    tx: Tx,
    call: Call,
    values: ReservationValues,
    given: readonly ReservationLine[],
    known: readonly Fault[],
  ): Promise<number> {
    const lines = await heldLines(tx, call.caller, [], given, known);
    const locked = await LockedStock.of(tx, stockKeysOf(tx, values.location_id, lines));
    const added = await this.documents.insert(tx, call, values, lines);
    await this.hold(tx, added, heldBy(values.location_id, lines), locked, call.caller);
    await announceHolds(tx, added);
    return added.header.item_reservation_id;
  }

  /** Changes a claimed reservation; it holds what the order has not taken. */
  async edit(
    tx: Tx,
    call: Call,
    stored: StoredReservation,
    values: Partial<ReservationValues>,
    given: readonly ReservationLine[] | undefined,
    known: readonly Fault[],
  ): Promise<void> {
    const faults = [...known, ...otherOrder(stored, values.order_id)];
    if (!given) Refused.ifAny(faults);
    const lines = given ? await heldLines(tx, call.caller, stored.lines, given, faults) : stored.lines;
    const { location_id: from } = stored.header;
    const { location_id: to = from } = values;
    const keys = [...stockKeysOf(tx, from, stored.lines), ...stockKeysOf(tx, to, lines)];
    const locked = await LockedStock.of(tx, keys);
    const edited = await this.documents.update(tx, call, stored, values, lines);
    const holds = difference(heldBy(from, stored.lines), heldBy(to, lines));
    if (!edited) return;
    await this.hold(tx, edited, holds, locked, call.caller);
    await announceHolds(tx, edited);
  }

  /** Deletes a claimed reservation. */
  async remove(tx: Tx, call: Call, stored: StoredReservation): Promise<void> {
    const { location_id } = stored.header;
    const locked = await LockedStock.of(tx, stockKeysOf(tx, location_id, stored.lines));
    const removed = await this.documents.remove(tx, call, stored);
    await this.hold(tx, removed, difference(heldBy(location_id, stored.lines), []), locked, call.caller);
  }

  /** Ends a locked reservation whose time is over. */
  async expire(tx: Tx, stored: StoredReservation, actor: Actor): Promise<void> {
    const { location_id } = stored.header;
    const locked = await LockedStock.of(tx, stockKeysOf(tx, location_id, stored.lines));
    const ended = await this.documents.update(
      tx,
      actor,
      stored,
      { status: 'expired' },
      stored.lines.map(released),
      'expired',
    );
    if (ended) await this.hold(tx, ended, difference(heldBy(location_id, stored.lines), []), locked, actor);
  }

  private hold(
    tx: Tx,
    stored: StoredReservation,
    lines: readonly StockLine[],
    locked: LockedStock,
    { user_id, username }: Pick<Actor, 'user_id' | 'username'>,
  ): Promise<void> {
    const { item_reservation_id: document_id, version: document_version, comment } = stored.header;
    const operation = { document: RESERVATION.table, document_id, document_version, user_id, username, comment };
    return reserve(tx, operation, lines, locked);
  }
}

/** The order may wait for the pieces that are held for it now. */
async function announceHolds(tx: Tx, { header, lines }: StoredReservation): Promise<void> {
  if (header.order_id) await announceArrivals(tx, stockKeysOf(tx, header.location_id, lines));
}

/** Returns the lines of a request as rows; refuses them with every reason, those that are `known` first. */
async function heldLines(
  tx: Tx,
  caller: Caller,
  stored: readonly ReservationLineRow[],
  given: readonly ReservationLine[],
  known: readonly Fault[],
): Promise<Line[]> {
  const lines = matchLines(
    stored,
    given,
    ({ item_id }) => String(item_id),
    () => true,
  );
  const kept = new Set(lines.map((line) => line.stored));
  holdKinds(tx);
  const { items, faults: ofItems } = await itemsOfLines(tx, caller, RESERVATION.table, lines, true);
  const left = stored.filter((line) => takenOf(line) && !kept.has(line)).map(leftOut);
  const faults = [...known, ...left, ...ofItems];
  const components = await componentsOfLines(tx, RESERVATION.table, lines, items, faults);
  const rows = lines.map((line, index) => {
    const { item_id, quantity } = line.given;
    const known = line.stored ? piecesOf(line.stored) : [];
    const hold = <P extends Component>(part: P) => {
      const { taken = 0 } = known.find((each) => each.item_id === part.item_id) ?? {};
      const wanted = quantity * part.quantity;
      if (wanted < taken) faults.push(belowTaken(index, quantity, Math.ceil(taken / part.quantity)));
      return { ...part, held: Math.max(0, wanted - taken), taken };
    };
    const parts = components[index]?.map(({ item_id, quantity }) => hold({ item_id, quantity })) ?? null;
    const { held, taken } = parts ? { held: 0, taken: 0 } : hold({ item_id, quantity: 1 });
    const name = shownLineName(line, items.get(item_id));
    return { line_id: line.line_id, item_id, name, quantity, held, taken, components: parts };
  });
  Refused.ifAny(faults);
  return rows;
}

const takenOf = (line: ReservationLineRow) => piecesOf(line).reduce((sum, { taken }) => sum + taken, 0);

/** Refuses another order, which would seem to have taken what this one has. */
function otherOrder({ header, lines }: StoredReservation, order_id = header.order_id): Fault[] {
  if (order_id === header.order_id || !lines.some(takenOf)) return [];
  const reason = `order ${header.order_id} has taken pieces of reservation ${header.item_reservation_id} already`;
  return [invalidField('order_id', `order_id is ${order_id}: ${reason}.`)];
}

function leftOut(line: ReservationLineRow): Fault {
  const reason = `of which its order has taken ${takenOf(line)} pieces already`;
  return invalidField(RESERVATION.table, `${RESERVATION.table} leaves out item ${line.item_id}, ${reason}.`);
}

function belowTaken(index: number, quantity: number, taken: number): Fault {
  const field = `${RESERVATION.table}[${index}].quantity`;
  return invalidField(field, `${field} is ${quantity}: its order has taken ${taken} pieces already.`);
}

const heldBy = (location_id: number, lines: readonly Line[]): StockLine[] =>
  lines.flatMap((line, index) => {
    const field = `${RESERVATION.table}[${index}].quantity`;
    return piecesOf(line).map(({ item_id, held }) => {
      return { line: line.line_id, item_id, location_id, quantity: held, field };
    });
  });

const released = (line: ReservationLineRow) => ({
  ...line,
  held: 0,
  components: line.components?.map((component) => ({ ...component, held: 0 })) ?? null,
});

/** Returns the pieces still to hold, or to release (below 0). */
function difference(before: readonly StockLine[], after: readonly StockLine[]): StockLine[] {
  const heldLineKey = ({ line, item_id, location_id }: StockLine) => `${line}/${item_id}/${location_id}`;
  const changes = new Map(before.map((line) => [heldLineKey(line), { ...line, quantity: -line.quantity }]));
  for (const line of after) {
    const { quantity = 0 } = changes.get(heldLineKey(line)) ?? {};
    changes.set(heldLineKey(line), { ...line, quantity: line.quantity + quantity });
  }
  return [...changes.values()].filter(({ quantity }) => quantity !== 0);
}

const stockKeysOf = ({ account_id }: Tx, location_id: number, lines: readonly Line[]): StockKey[] =>
  lines.flatMap(piecesOf).map(({ item_id }) => ({ account_id, item_id, location_id }));

const toReservation = (header: ReservationRow, lines: readonly ReservationLineRow[]): Reservation => ({
  item_reservation_id: header.item_reservation_id,
  location_id: header.location_id,
  order_id: header.order_id,
  date_expire: shownDate(header.date_expire),
  status: header.status,
  ...shownDocument(header),
  items: lines.map((line) => {
    const { item_id, name, quantity } = line;
    const units = (kind: 'held' | 'taken') =>
      line.components ? Math.min(...line.components.map((part) => Math.floor(part[kind] / part.quantity))) : line[kind];
    return { item_id, name, quantity, quantity_held: units('held'), quantity_taken: units('taken') };
  }),
});
