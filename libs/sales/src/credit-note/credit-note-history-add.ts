import { type CallOf, type creditNote, type Fault, noRecord, Refused, type StockDemand } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { actorOf, publishActions } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { OrderReferences } from '../order/reference/order-references.js';
import { lockFaults } from './record/credit-note-lock.js';
import { claimNote, findNote } from './record/credit-note-records.js';
import { restocks } from './record/credit-note-shown.js';
import { restockChangeFaults } from './write/given-back.js';
import { holdOrder } from '../order/credit/order-credits.js';
import { type CreditStatus, creditStatus } from './write/credit-note-terms.js';
import { noteHistory, updateNote } from './write/credit-note-writes.js';
import { CreditNoteTakings } from './write/credit-note-takings.js';
import { publishChange } from './write/taken-back.js';

/** The input names one record. */
type Add = CallOf<typeof creditNote.addHistory> & { readonly input: { readonly credit_note_id: number } };

interface Terms {
  readonly status: CreditStatus;
  readonly order_id: number;
}

@Injectable()
export class CreditNoteHistoryAdding {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly takings: CreditNoteTakings,
  ) {}

  async add(call: Add): Promise<object> {
    const terms = call.input.credit_note_status_id ? await this.termsOf(call) : undefined;
    return this.takings.write(call, (tx, taken) => addHistory(tx, call, terms, taken));
  }

  private async termsOf({ caller, input }: Add): Promise<Terms> {
    const { credit_note_id, credit_note_status_id = 0 } = input;
    const stored = await findNote(this.db, caller, credit_note_id);
    return this.references.apply(caller.account_id, (reference) => {
      const faults: Fault[] = stored ? [] : [noRecord('credit note', credit_note_id)];
      const status = creditStatus(credit_note_status_id, { ...reference, caller }, stored, faults);
      Refused.ifAny(faults);
      return { status, order_id: stored?.order_id ?? 0 };
    });
  }
}

/** A comment alone changes nothing of the credit note. */
async function addHistory(
  tx: Tx,
  call: Add,
  terms: Terms | undefined,
  taken: StockDemand | undefined,
): Promise<object> {
  const { caller, input } = call;
  const { credit_note_id, comment = '' } = input;
  const order = terms && (await holdOrder(tx, terms.order_id));
  const before = await claimNote(tx, caller, credit_note_id);
  const { note } = before;
  const wanted = { ...note, ...terms?.status };
  const isAsBefore =
    wanted.credit_note_status_id === note.credit_note_status_id && wanted.status_restocks === note.status_restocks;
  if (!terms || isAsBefore) {
    await noteHistory(tx, note, caller, comment);
    publishActions(tx, call, { change: 'commented', resource: 'sale/credit_note' }, [credit_note_id]);
    return {};
  }
  if (restocks(wanted) !== restocks(note)) Refused.ifAny(lockFaults(note));
  Refused.ifAny(await restockChangeFaults(tx, order, before, wanted, before.lines));
  const after = await updateNote(tx, note, terms.status);
  await noteHistory(tx, after.note, caller, comment);
  publishChange(tx, { change: 'status_changed', actor: actorOf(call), before, after }, taken);
  return {};
}
