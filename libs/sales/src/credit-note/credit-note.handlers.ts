import { type CallOf, creditNote } from '@stockbook/contracts';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { CreditNoteList } from './credit-note-list.js';
import { CreditNoteAdding } from './write/credit-note-add.js';
import { CreditNoteTakings } from './write/credit-note-takings.js';
import { deleteNote } from './write/credit-note-delete.js';
import { CreditNoteEditing } from './write/credit-note-edit.js';

@Controller()
export class CreditNoteHandlers {
  constructor(
    private readonly adding: CreditNoteAdding,
    private readonly editing: CreditNoteEditing,
    private readonly takings: CreditNoteTakings,
    private readonly list: CreditNoteList,
  ) {}

  @Handles(creditNote.add)
  add(call: CallOf<typeof creditNote.add>) {
    return this.adding.add(call);
  }

  @Handles(creditNote.edit)
  edit(call: CallOf<typeof creditNote.edit>) {
    return this.editing.edit(call);
  }

  @Handles(creditNote.delete)
  delete(call: CallOf<typeof creditNote.delete>) {
    return this.takings.write(call, (tx, taken) => deleteNote(tx, call, taken));
  }

  @Handles(creditNote.get)
  get(call: CallOf<typeof creditNote.get>) {
    return this.list.page(call);
  }
}
