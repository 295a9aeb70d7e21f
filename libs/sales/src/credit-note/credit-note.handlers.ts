import { type CallOf, creditNote } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { CreditNoteList } from './credit-note-list.js';
import { CreditNoteAdding } from './write/add-credit-note.js';
import { CreditNoteTakings } from './write/credit-note-takings.js';
import { deleteNote } from './write/delete-credit-note.js';
import { CreditNoteEditing } from './write/edit-credit-note.js';

@Controller()
export class CreditNoteHandlers {
  private readonly list: CreditNoteList;

  constructor(
    db: Db,
    private readonly adding: CreditNoteAdding,
    private readonly editing: CreditNoteEditing,
    private readonly takings: CreditNoteTakings,
  ) {
    this.list = new CreditNoteList(db);
  }

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
