import type { Fault } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { holdLocation } from '../../location/closed-locations.js';
import type { CreditLineRecord, CreditNoteRecord } from '../record/credit-note-records.js';
import { restocks } from '../record/credit-note-shown.js';

type Giving = Pick<CreditNoteRecord, 'location_id' | 'restock' | 'status_restocks'>;

/** Why a credit note cannot give back: its location is deleted. Else the location stays until the transaction's end. */
export async function givingFaults(tx: Tx, { location_id, ...note }: Giving): Promise<Fault[]> {
  if (!restocks(note) || (await holdLocation(tx, location_id))) return [];
  const message = `Location ${location_id} is deleted and takes nothing back.`;
  return [{ code: 'invalid', field: 'location_id', message }];
}

/** Why the pieces that a credit note gave back cannot be taken out again: nothing takes stock at a deleted location. */
export async function takingFaults(
  tx: Tx,
  { credit_note_id, location_id }: CreditNoteRecord,
  lines: readonly CreditLineRecord[],
): Promise<Fault[]> {
  if (!lines.some(({ taken }) => taken < 0) || (await holdLocation(tx, location_id))) return [];
  const message = `Location ${location_id} is deleted: the pieces that credit note ${credit_note_id} gave back there cannot be taken out.`;
  return [{ code: 'locked', message }];
}
