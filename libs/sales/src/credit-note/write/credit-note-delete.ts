import { type CallOf, type creditNote, Refused, type StockDemand } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { lockFaults } from '../record/credit-note-lock.js';
import { claimNote } from '../record/credit-note-records.js';
import { noteHistory, updateNote } from './credit-note-writes.js';
import { takingFaults } from './given-back.js';
import { publishChange } from './taken-back.js';

type Delete = CallOf<typeof creditNote.delete>;

export async function deleteNote(
  tx: Tx,
  call: Delete,
  taken: StockDemand | undefined,
): Promise<{ credit_note_id: number }> {
  const { caller, input } = call;
  const before = await claimNote(tx, caller, input.credit_note_id);
  Refused.ifAny([...lockFaults(before.note), ...(await takingFaults(tx, before.note, before.lines))]);
  const after = await updateNote(tx, before.note, { date_deleted: () => 'now()' });
  await noteHistory(tx, after.note, caller, 'Deleted.');
  publishChange(tx, { change: 'deleted', actor: actorOf(call), before, after }, taken);
  return input;
}
