import type { Fault } from '@stockbook/contracts';
import type { CreditNoteRecord } from './credit-note-records.js';

export const lockFaults = ({ credit_note_id, user_locked }: CreditNoteRecord): Fault[] =>
  user_locked ? [{ code: 'locked', message: `Credit note ${credit_note_id} is locked: a user locked it.` }] : [];
