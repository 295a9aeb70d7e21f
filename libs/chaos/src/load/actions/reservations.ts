import type { Action, Actions } from '../action.js';
import type { Desk } from '../desk.js';
import type { Write } from '../journal.js';
import type { KnownLine, KnownRecord } from '../known.js';
import { distinct, drawBundledLines, drawPlace, pieces } from './lines.js';

const MOST_RESERVATIONS = 25;
const SHORT = ['insufficient_stock'] as const;

function reserve(
  desk: Desk,
  drawn: readonly KnownLine[],
  fields: object = {},
  known: Partial<KnownRecord> = {},
  mayBe: Write['mayBe'] = SHORT,
) {
  if (desk.model.openRecords('reservation').length > MOST_RESERVATIONS) return undefined;
  const location_id = drawPlace(desk);
  const lines = drawn.map((line) => ({ ...line, location_id }));
  const body = { location_id, reservation: pieces(lines), ...fields };
  return desk.addRecord('reservation', body, { lines, ...known }, { mayBe });
}

/** Holds pieces until a time within the run; during a fault it may come before the answer. */
const reserveForAWhile: Action = (desk) => {
  const ends = Date.now() + desk.random.between(1, 5) * 1_000;
  const mayBe: Write['mayBe'] = () => (Date.now() > ends ? ['invalid', ...SHORT] : SHORT);
  return reserve(desk, drawBundledLines(desk), { date_expire: new Date(ends).toISOString() }, { expires: true }, mayBe);
};

const reserveForOrder: Action = (desk) => {
  const order = desk.take(desk.model.openOrders);
  if (!order) return undefined;
  const { order_id, lines } = order;
  const staying = [...desk.account.goods.all, ...desk.model.living('bundle').map(({ id }) => id)];
  const held = distinct(lines.filter(({ item_id }) => staying.includes(item_id)));
  return held.length ? reserve(desk, held, { order_id }, { order_id }) : undefined;
};

const link: Action = (desk) => {
  const reservation = desk.take(desk.model.openRecords('reservation').filter(({ order_id }) => !order_id));
  const order = reservation && desk.take(desk.model.openOrders);
  if (!order) return undefined;
  const { order_id } = order;
  return desk.editRecord(reservation, { order_id }, { order_id }, { mayBe: ['insufficient_stock'] });
};

const edit: Action = (desk) => {
  const reservation = desk.take(desk.model.openRecords('reservation'));
  if (!reservation) return undefined;
  const location_id = reservation.lines[0]?.location_id;
  const lines = drawBundledLines(desk).map((line) => ({ ...line, location_id }));
  // Its order may have taken pieces, or be deleted.
  const mayBe = ['insufficient_stock', ...(reservation.order_id ? (['invalid', 'locked'] as const) : [])] as const;
  return desk.editRecord(reservation, { reservation: pieces(lines) }, { lines }, { mayBe });
};

const remove: Action = (desk) => {
  const reservation = desk.take(desk.model.openRecords('reservation'));
  return reservation && desk.deleteRecord(reservation);
};

export const reservationActions: Actions = {
  'add a reservation': [8, (desk) => reserve(desk, drawBundledLines(desk))],
  'add a reservation that expires': [10, reserveForAWhile],
  'add a reservation for an order': [10, reserveForOrder],
  'link a reservation to an order': [6, link],
  'edit a reservation': [7, edit],
  'delete a reservation': [7, remove],
};
