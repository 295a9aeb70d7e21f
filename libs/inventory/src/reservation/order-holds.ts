import { SYSTEM } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import type { DocumentName, StockKey } from '../ledger/locked-stock.js';
import type { Movement, StockLine } from '../ledger/movement.js';
import { type HeldPieces, piecesOf, type ReservationLineRow } from './reservation.entity.js';
import { RESERVATION, type Reservations, type StoredReservation } from './reservations.js';

const OF_ORDERS = statement(
  'reservations_of_orders',
  `SELECT account_id, item_reservation_id FROM unnest($1::int[], $2::bigint[]) AS demanding (account_id, order_id)
   JOIN inventory.reservation USING (account_id, order_id)
   WHERE reservation.order_id <> 0 AND status = 'active' AND date_deleted IS NULL
   ORDER BY account_id, item_reservation_id`,
);

/** A document that demands stock; one that is over never demands any again. */
interface Demanding extends DocumentName {
  readonly is_over?: boolean;
}

/** A locked reservation, and its lines as they are to become. */
interface Held {
  readonly order: Demanding;
  readonly stored: StoredReservation;
  readonly lines: ReservationLineRow[];
}

/** A line of an order takes these pieces out of a line of a reservation. */
interface Taking {
  readonly pieces: HeldPieces;
  readonly quantity: number;
}

/** The pieces that reservations hold for the orders of a batch, and those that the orders take. */
export class OrderHolds {
  private readonly takings = new Map<string, Taking[]>();

  private constructor(
    private readonly reservations: Reservations,
    private readonly all: readonly Held[],
  ) {}

  /** Locks the reservations for these documents; only orders have some. */
  static async of(tx: Tx, reservations: Reservations, documents: readonly Demanding[]): Promise<OrderHolds> {
    const orders = new Map(
      documents.filter(({ document }) => document === 'order').map((order) => [orderName(order), order]),
    );
    const columns = [...orders.values()].map(({ account_id, document_id }) => [account_id, document_id]);
    const values = [columns.map(([account_id]) => account_id), columns.map(([, order_id]) => order_id)];
    type Found = { account_id: number; item_reservation_id: number };
    const found = orders.size ? await tx.query<Found>(OF_ORDERS, values) : [];
    const all: Held[] = [];
    for (const { account_id, item_reservation_id } of found) {
      const stored = await reservations.documents.lock(tx.forAccount(account_id), item_reservation_id);
      const order = stored && orders.get(orderName({ account_id, document_id: stored.header.order_id }));
      if (order && stored.header.status === 'active')
        all.push({ order, stored, lines: structuredClone([...stored.lines]) });
    }
    return new OrderHolds(reservations, all);
  }

  get released(): StockKey[] {
    return this.over.flatMap(({ stored: { header }, lines }) =>
      lines.flatMap(piecesOf).map(({ item_id }) => ({ ...header, item_id })),
    );
  }

  release(): Movement[] {
    return this.over.map(({ stored: { header }, lines }) => {
      const { account_id, location_id, item_reservation_id: document_id, comment, user_id, username } = header;
      const operation = { document: RESERVATION.table, document_id, comment, user_id, username };
      const held = lines.flatMap((line) =>
        piecesOf(line).map(({ item_id, held }) => {
          return { line: line.line_id, item_id, location_id, quantity: 0, hold: -held };
        }),
      );
      for (const pieces of lines.flatMap(piecesOf)) pieces.held = 0;
      return { account_id, operation: { ...operation, document_version: header.version + 1 }, lines: held };
    });
  }

  with(order: DocumentName, line: StockLine): StockLine {
    const takings: Taking[] = [];
    let wanted = -line.quantity;
    for (const held of this.all) {
      if (orderName(held.order) !== orderName(order) || order.document !== 'order') continue;
      if (held.stored.header.location_id !== line.location_id) continue;
      for (const each of held.lines.flatMap(piecesOf).filter(({ item_id }) => item_id === line.item_id)) {
        const quantity = Math.min(Math.max(0, wanted), each.held);
        if (!quantity) continue;
        takings.push({ pieces: each, quantity });
        each.held -= quantity;
        each.taken += quantity;
        wanted -= quantity;
      }
    }
    if (!takings.length) return line;
    this.takings.set(orderLineKey(order, line), takings);
    return { ...line, hold: line.quantity + wanted };
  }

  /** Leaves the pieces in the hold after all: the line came up short. */
  putBack(order: DocumentName, line: Pick<StockLine, 'line' | 'item_id' | 'location_id'>): void {
    for (const { pieces: each, quantity } of this.takings.get(orderLineKey(order, line)) ?? []) {
      each.held += quantity;
      each.taken -= quantity;
    }
  }

  /** Writes the reservations that have changed. */
  async write(tx: Tx): Promise<void> {
    for (const { order, stored, lines } of this.all) {
      const own = tx.forAccount(order.account_id);
      const { documents } = this.reservations;
      if (order.is_over) await documents.update(own, SYSTEM, stored, { status: 'released' }, lines, 'released');
      else await documents.update(own, SYSTEM, stored, {}, lines, 'taken');
    }
  }

  private get over(): Held[] {
    return this.all.filter(({ order }) => order.is_over);
  }
}

const orderName = ({ account_id, document_id }: Pick<DocumentName, 'account_id' | 'document_id'>): string =>
  `${account_id}/${document_id}`;

const orderLineKey = (
  order: DocumentName,
  { line, item_id, location_id }: Pick<StockLine, 'line' | 'item_id' | 'location_id'>,
): string => `${orderName(order)}/${line}/${item_id}/${location_id}`;
