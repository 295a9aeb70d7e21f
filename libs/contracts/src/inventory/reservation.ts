import { Page } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { COUNT, Id, Int, ListOf, OneOf, Text, When } from '../fields/fields.js';
import { DocumentGet, DocumentRecord, GivenLine, LINES, NEW_LINES, optional, ShownLine } from './document.js';

const STATUSES = ['active', 'expired', 'released'] as const;
export type ReservationStatus = (typeof STATUSES)[number];
const EXPIRE = { ...optional, doc: 'Additive: until then the pieces are held; empty: without end.' } as const;
const ORDER = {
  ...optional,
  doc: 'Additive: the order that the pieces are held for. It takes them when it deducts; 0: none.',
} as const;

class ReservationKey {
  @Id() item_reservation_id!: number;
}
export class ReservationLine extends GivenLine {}
class ReservationAdd {
  @Id() location_id!: number;
  @Text(optional) comment?: string;
  @When(EXPIRE) date_expire?: string;
  @Id(ORDER) order_id?: number;
  @ListOf(() => ReservationLine, LINES) reservation!: ReservationLine[];
}
class ReservationEdit extends ReservationKey {
  @Id(optional) location_id?: number;
  @Text(optional) comment?: string;
  @When(EXPIRE) date_expire?: string;
  @Id(ORDER) order_id?: number;
  @ListOf(() => ReservationLine, { ...NEW_LINES, doc: 'Replace the lines; what the order has taken stays taken.' })
  reservation?: ReservationLine[];
}
class ReservationGet extends DocumentGet {
  @Id(optional) item_reservation_id?: number;
  @Id(optional) filter_location_id?: number;
  @Id({ ...optional, doc: 'Additive.' }) filter_order_id?: number;
  @OneOf(['item_reservation_id', 'date_added', 'date_modified'], optional)
  sort?: 'item_reservation_id' | 'date_added' | 'date_modified';
}
class ReservedItem extends ShownLine {
  @Int({ ...COUNT, doc: 'Pieces that are held now.' }) quantity_held!: number;
  @Int({ ...COUNT, doc: 'Pieces that the order has taken out of the hold.' }) quantity_taken!: number;
}
export class Reservation extends DocumentRecord {
  @Id() item_reservation_id!: number;
  @Id() location_id!: number;
  @Id() order_id!: number;
  @When() date_expire!: string;
  @OneOf(STATUSES, { doc: '`released`: its order was deleted.' }) status!: ReservationStatus;
  @ListOf(() => ReservedItem) items!: ReservedItem[];
}
class ReservationPage extends Page {
  @ListOf(() => Reservation) reservations!: Reservation[];
}

export const reservation = resource('inventory/reservation', 'inventory', {
  add: once(ReservationAdd, ReservationKey, 'Holds pieces: they stay on hand, but only the order named can take them.'),
  edit: write(ReservationEdit, ReservationKey, 'Changes a reservation and holds the difference; absent fields stay.'),
  delete: once(ReservationKey, ReservationKey, 'Deletes a reservation and releases what it holds.'),
  get: read(ReservationGet, ReservationPage, 'Lists reservations.'),
});

const CHANGES = ['added', 'edited', 'deleted', 'taken', 'expired', 'released'] as const;
export type ReservationChange = (typeof CHANGES)[number];
export const reservationChanged = fact('inventory.reservation', Reservation, CHANGES);
