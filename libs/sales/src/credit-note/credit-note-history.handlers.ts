import { type CallOf, creditNote, noRecord, Refused } from '@stockbook/contracts';
import { Db, maySee } from '@stockbook/persistence';
import { Handles, writeNamed } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { historyPage } from '../document/history.js';
import { CreditNoteHistoryAdding } from './credit-note-history-add.js';
import { readNotes } from './record/credit-note-records.js';

@Controller()
export class CreditNoteHistoryHandlers {
  constructor(
    private readonly db: Db,
    private readonly adding: CreditNoteHistoryAdding,
  ) {}

  @Handles(creditNote.addHistory)
  async addHistory(call: CallOf<typeof creditNote.addHistory>): Promise<object> {
    const { credit_note_status_id = 0, comment = '' } = call.input;
    if (!credit_note_status_id && !comment) {
      const message = 'credit_note_status_id or comment is required.';
      throw new Refused({ code: 'invalid', field: 'comment', message });
    }
    return writeNamed(this.db, call, 'credit_note_id', (each) => this.adding.add(each));
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
}
