import { type CallOf, type Caller, type Fault, noReference, order, Refused, reservation } from '@stockbook/contracts';
import { Db, statement, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, referenceFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseHidden, withVisibleItems } from '../document/document-scope.js';
import { authorOf } from '../document/shown-document.js';
import { ReservationRow } from './reservation.entity.js';
import { RESERVATION, Reservations } from './reservations.js';

type Add = CallOf<typeof reservation.add>;
type Edit = CallOf<typeof reservation.edit>;

/** Both lock how far the stock has followed the order, so its deletion finds the reservation. */
const KNOW_ORDER = statement(
  'know_order',
  `INSERT INTO inventory.stock_demand (account_id, document, document_id, version, user_id, username)
   VALUES ($1, 'order', $2, 0, $3, $4) ON CONFLICT DO NOTHING`,
);
const ORDER_ENDED = statement(
  'order_ended',
  `SELECT is_over FROM inventory.stock_demand WHERE account_id = $1 AND document = 'order' AND document_id = $2
   FOR SHARE`,
);

@Controller()
export class ReservationHandlers {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly reservations: Reservations,
  ) {}

  @Handles(reservation.add)
  async add(call: Add) {
    const { caller, input } = call;
    const { location_id, order_id = 0, comment = '' } = input;
    const known = await this.orderFaults(call, order_id);
    return this.db.transact(call, async (tx) => {
      const date_expire = expiryOf(input.date_expire) ?? null;
      const faults = [
        ...(known.length ? known : await endedFaults(tx, caller, order_id)),
        ...(await referenceFaults(tx, caller, ReservationRow, { location_id })),
      ];
      const values = { ...authorOf(caller), comment, location_id, order_id, date_expire, status: 'active' } as const;
      return { item_reservation_id: await this.reservations.add(tx, call, values, input.reservation, faults) };
    });
  }

  @Handles(reservation.edit)
  async edit(call: Edit) {
    const { item_reservation_id, location_id, order_id, comment, reservation: lines } = call.input;
    const known = await this.orderFaults(call, order_id);
    return this.db.transact(call, async (tx) => {
      const faults = [...(known.length ? known : await endedFaults(tx, call.caller, order_id))];
      const stored = await this.claim(tx, call);
      refuseEnded(stored.header, call);
      faults.push(...(await referenceFaults(tx, call.caller, ReservationRow, { location_id }, stored.header)));
      const values = { location_id, order_id, comment, date_expire: expiryOf(call.input.date_expire) };
      await this.reservations.edit(tx, call, stored, values, lines, faults);
      return { item_reservation_id };
    });
  }

  @Handles(reservation.delete)
  delete(call: CallOf<typeof reservation.delete>) {
    const { item_reservation_id } = call.input;
    return this.db.transact(call, async (tx) => {
      await this.reservations.remove(tx, call, await this.claim(tx, call));
      return { item_reservation_id };
    });
  }

  @Handles(reservation.get)
  async get(call: CallOf<typeof reservation.get>) {
    const { caller, input } = call;
    const { documents } = this.reservations;
    const query = withVisibleItems(caller, RESERVATION, documents.query(call));
    const { filter_location_id: location_id, filter_order_id: order_id } = input;
    if (location_id) query.andWhere('reservation.location_id = :location_id', { location_id });
    if (order_id) query.andWhere('reservation.order_id = :order_id AND reservation.order_id <> 0', { order_id });
    const sorts = {
      item_reservation_id: 'reservation.item_reservation_id',
      date_added: 'reservation.date_added',
      date_modified: 'reservation.date_modified',
    };
    const { records, ...page } = await documents.list(call, sorts, query);
    return { ...page, reservations: records };
  }

  private async claim(tx: Tx, call: CallOf<typeof reservation.delete>) {
    const stored = await this.reservations.documents.claim(tx, call);
    await refuseHidden(tx, call.caller, RESERVATION, call.input.item_reservation_id);
    return stored;
  }

  private async orderFaults(call: Add | Edit, order_id = 0): Promise<Fault[]> {
    if (!order_id) return [];
    const { caller, deadline, request_id, traceparent } = call;
    const look = { caller, deadline, request_id, traceparent, input: { order_id, limit: 1 } };
    const { output } = await this.services.ask(order.get, look);
    return output.total ? [] : [noReference('order_id', 'order', order_id)];
  }
}

/** An order that is deleted meanwhile takes nothing any more. */
async function endedFaults(tx: Tx, { user_id, username }: Caller, order_id = 0): Promise<Fault[]> {
  if (!order_id) return [];
  await tx.query(KNOW_ORDER, [tx.account_id, order_id, user_id, username]);
  const [found] = await tx.query<{ is_over: boolean }>(ORDER_ENDED, [tx.account_id, order_id]);
  return found?.is_over ? [noReference('order_id', 'order', order_id)] : [];
}

/** Reads the end of a reservation; null stands for none, undefined for not given. */
function expiryOf(given: string | undefined): Date | null | undefined {
  if (!given) return given === '' ? null : undefined;
  const at = new Date(given);
  if (at.getTime() > Date.now()) return at;
  const message = `date_expire ${given} is past: a reservation ends in the future.`;
  throw new Refused({ code: 'invalid', field: 'date_expire', message });
}

/** A reservation that holds nothing any more takes a comment, and nothing else. */
function refuseEnded({ item_reservation_id, status }: ReservationRow, { input }: Edit): void {
  const { comment: _, item_reservation_id: __, ...changes } = input;
  if (status === 'active' || !Object.values(changes).some((value) => value !== undefined)) return;
  const message = `Reservation ${item_reservation_id} is ${status} and holds nothing any more: add a new one.`;
  throw new Refused({ code: 'locked', field: RESERVATION.key, message });
}
