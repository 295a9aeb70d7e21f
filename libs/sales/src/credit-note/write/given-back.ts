import type { Fault } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { holdItems } from '../../item/changing-items.js';
import { holdLocation } from '../../location/closed-locations.js';
import type { CreditLineRecord, CreditNoteRecord, CreditNoteState } from '../record/credit-note-records.js';
import { restocks } from '../record/credit-note-shown.js';
import type { KeptCredit } from './credit-line-matching.js';
import type { PlacedCredit } from './credit-note-lines.js';
import { type CreditedOrder, restockFaults } from '../../order/credit/order-credits.js';

type Giving = Pick<CreditNoteRecord, 'location_id' | 'restock' | 'status_restocks'>;

/** Returns why a credit note cannot be changed so: the pieces that it gives back more or fewer cannot move. */
export async function restockChangeFaults(
  tx: Tx,
  order: CreditedOrder | undefined,
  before: CreditNoteState,
  wanted: Giving,
  lines: readonly KeptCredit[],
): Promise<Fault[]> {
  const given = givenBy(before.note, before.lines);
  const kept = givenBy(wanted, lines);
  const fewer = before.lines.filter((line) => givenOf(kept, line) < givenOf(given, line));
  const more = restocks(wanted) ? lines.filter((line) => line.quantity > givenOf(given, line)) : [];
  return [
    ...(await givingFaults(tx, order, wanted, more, !before.note.location_id)),
    ...(await takingFaults(tx, before.note, fewer)),
  ];
}

/** Its location stays until the transaction's end. Inventory redirects from a location deleted since. */
export async function givingFaults(
  tx: Tx,
  order: CreditedOrder | undefined,
  { location_id }: Giving,
  lines: readonly PlacedCredit[],
  isNamed: boolean,
): Promise<Fault[]> {
  // The pieces of an order's line go back to what they came from.
  await holdItems(
    tx,
    lines.filter(({ order_product_id }) => !order_product_id),
  );
  const faults = await restockFaults(tx, order, lines);
  if (!lines.some(({ item_id }) => item_id > 0) || (await holdLocation(tx, location_id)) || !isNamed) return faults;
  const message = `Location ${location_id} is deleted and takes nothing back.`;
  return [...faults, { code: 'invalid', field: 'location_id', message }];
}

/** Nothing takes stock at a deleted location. */
export async function takingFaults(
  tx: Tx,
  { credit_note_id, location_id }: CreditNoteRecord,
  lines: readonly CreditLineRecord[],
): Promise<Fault[]> {
  if (!lines.some(({ taken }) => taken < 0) || (await holdLocation(tx, location_id))) return [];
  const message =
    `Location ${location_id} is deleted: the pieces that credit note ${credit_note_id} gave back ` +
    'there cannot be taken out.';
  return [{ code: 'locked', message }];
}

const givenBy = (note: Giving, lines: readonly KeptCredit[]): ReadonlyMap<number, number> =>
  new Map(restocks(note) ? lines.map((line) => [line.credit_note_product_id, line.quantity]) : []);

const givenOf = (given: ReadonlyMap<number, number>, { credit_note_product_id }: KeptCredit): number =>
  given.get(credit_note_product_id) ?? 0;
