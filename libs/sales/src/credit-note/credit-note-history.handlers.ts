import { type CallOf, creditNote, type Fault, noRecord, Refused, type StockDemand } from '@stockbook/contracts';
import { Db, maySee, type Tx } from '@stockbook/persistence';
import { actorOf, Handles, publishActions, writeNamed } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { historyPage } from '../document/history.js';
import { OrderReferences } from '../order/reference/order-references.js';
import { lockFaults } from './record/credit-note-lock.js';
import { claimNote, findNote, readNotes } from './record/credit-note-records.js';
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

@Controller()
export class CreditNoteHistoryHandlers {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly takings: CreditNoteTakings,
  ) {}

  @Handles(creditNote.addHistory)
  async addHistory(call: CallOf<typeof creditNote.addHistory>): Promise<object> {
    const { credit_note_status_id = 0, comment = '' } = call.input;
    if (!credit_note_status_id && !comment) {
      const message = 'credit_note_status_id or comment is required.';
      throw new Refused({ code: 'invalid', field: 'comment', message });
    }
    return writeNamed(this.db, call, 'credit_note_id', async (each) => {
      const terms = credit_note_status_id ? await this.termsOf(each) : undefined;
      return this.takings.write(each, (tx, taken) => this.apply(tx, each, terms, taken));
    });
  }

  @Handles(creditNote.getHistory)
  async getHistory({ caller, input }: CallOf<typeof creditNote.getHistory>) {
    const { credit_note_id, filter_deleted } = input;
    const [[found], { page, entries }] = await Promise.all([
      readNotes(this.db, caller.account_id, [credit_note_id]),
      historyPage(this.db, 'credit_note', caller.account_id, credit_note_id, input),
    ]);
    if (!found || !maySee(caller, found) || (found.date_deleted && !filter_deleted))
      throw new Refused(noRecord('credit note', credit_note_id));
    const histories = entries.map(({ id, status, status_id, ...entry }) => ({
      credit_note_history_id: id,
      credit_note_status: status,
      credit_note_status_id: status_id,
      ...entry,
    }));
    return { credit_note_id, credit_note_status_id: found.credit_note_status_id, ...page, histories };
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

  /** A comment alone changes nothing of the credit note. */
  private async apply(tx: Tx, call: Add, terms: Terms | undefined, taken: StockDemand | undefined): Promise<object> {
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
}
