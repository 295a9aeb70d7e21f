import {
  type CallOf,
  creditNoteStatus,
  CreditNoteStatus,
  creditNoteStatusChanged,
  Refused,
} from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { groupFaults } from '../channel-group/group-scope.js';
import { text } from '../text.js';
import { CreditNoteStatusRow } from './credit-note-status.entity.js';

@Controller()
export class CreditNoteStatusHandlers {
  private readonly statuses: PlainRecords<CreditNoteStatusRow, 'credit_note_status_id', CreditNoteStatus>;

  constructor(private readonly db: Db) {
    const [key, changed] = ['credit_note_status_id', creditNoteStatusChanged] as const;
    this.statuses = new PlainRecords(db, CreditNoteStatusRow, key, changed, showAs(CreditNoteStatus));
  }

  @Handles(creditNoteStatus.add)
  add(call: CallOf<typeof creditNoteStatus.add>) {
    return this.db.transact(call, async (tx) => {
      Refused.ifAny(await groupFaults(tx, call.caller, call.input.channel_group_id ?? 0));
      return this.statuses.insert(tx, call);
    });
  }

  @Handles(creditNoteStatus.edit)
  edit(call: CallOf<typeof creditNoteStatus.edit>) {
    const { caller, input } = call;
    const { credit_note_status_id, channel_group_id } = input;
    return this.db.transact(call, async (tx) => {
      const row = await claim(tx, caller, CreditNoteStatusRow, { credit_note_status_id });
      const group = channel_group_id ?? row.channel_group_id;
      Refused.ifAny(await groupFaults(tx, caller, group, row.channel_group_id));
      return this.statuses.update(tx, call, input);
    });
  }

  @Handles(creditNoteStatus.delete)
  delete(call: CallOf<typeof creditNoteStatus.delete>) {
    return this.statuses.delete(call);
  }

  @Handles(creditNoteStatus.get)
  async get(call: CallOf<typeof creditNoteStatus.get>) {
    const sorts = {
      name: text.sortedName('credit_note_status.name'),
      date_modified: 'credit_note_status.date_modified',
    };
    const { records, ...page } = await this.statuses.list(call, sorts);
    return { ...page, credit_note_statuses: records };
  }
}
