import { type CallOf, type creditNote, Refused } from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { changeRow } from '../record/credit-note-facts.js';
import { lockFaults } from '../record/credit-note-lock.js';
import { claimNote } from '../record/credit-note-records.js';
import { noteHistory, updateNote } from './credit-note-writes.js';
import { takingFaults } from './given-back.js';

type Delete = CallOf<typeof creditNote.delete>;

export async function deleteNote(tx: Tx, call: Delete): Promise<{ credit_note_id: number }> {
  const { caller, input } = call;
  const before = await claimNote(tx, caller, input.credit_note_id);
  Refused.ifAny([...lockFaults(before.note), ...(await takingFaults(tx, before.note, before.lines))]);
  const after = await updateNote(tx, before.note, { date_deleted: () => 'now()' });
  await noteHistory(tx, after.note, caller, 'Deleted.');
  publishAll(tx, [changeRow({ change: 'deleted', actor: actorOf(call), after })]);
  return input;
}
