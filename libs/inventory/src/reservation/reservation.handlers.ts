import { type CallOf, Refused, reservation } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, referenceFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { authorOf } from '../document/shown-document.js';
import { endedFaults, orderFaults } from './reservation-order.js';
import { ReservationRow } from './reservation.entity.js';
import { RESERVATION, Reservations } from './reservations.js';

type Add = CallOf<typeof reservation.add>;
type Edit = CallOf<typeof reservation.edit>;

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
    const known = await orderFaults(this.services, call, order_id);
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
    const known = await orderFaults(this.services, call, order_id);
    return this.db.transact(call, async (tx) => {
      const faults = [...(known.length ? known : await endedFaults(tx, call.caller, order_id))];
      const stored = await this.reservations.documents.claim(tx, call);
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
      await this.reservations.remove(tx, call, await this.reservations.documents.claim(tx, call));
      return { item_reservation_id };
    });
  }

  @Handles(reservation.get)
  async get(call: CallOf<typeof reservation.get>) {
    const { documents } = this.reservations;
    const query = documents.query(call);
    const { filter_location_id: location_id, filter_order_id: order_id } = call.input;
    if (location_id) query.andWhere('reservation.location_id = :location_id', { location_id });
    if (order_id) query.andWhere('reservation.order_id = :order_id AND reservation.order_id <> 0', { order_id });
    const { records, ...page } = await documents.list(call, {}, query);
    return { ...page, reservations: records };
  }
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
