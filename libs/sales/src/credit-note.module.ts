import { Module } from '@nestjs/common';
import { InvoiceSourceHandlers } from './invoice-source.handlers.js';
import { OrderModule } from './order/order.module.js';
import { CreditNoteHistoryAdding } from './credit-note/credit-note-history-add.js';
import { CreditNoteHistoryHandlers } from './credit-note/credit-note-history.handlers.js';
import { CreditNoteHandlers } from './credit-note/credit-note.handlers.js';
import { CreditNoteEvents } from './credit-note/credit-note.events.js';
import { CreditNoteList } from './credit-note/credit-note-list.js';
import { CreditNoteAdding } from './credit-note/write/credit-note-add.js';
import { CreditNoteLookups } from './credit-note/write/credit-note-lookups.js';
import { CreditNoteTakings } from './credit-note/write/credit-note-takings.js';
import { CreditNoteEditing } from './credit-note/write/credit-note-edit.js';

@Module({
  imports: [OrderModule],
  controllers: [CreditNoteHandlers, CreditNoteHistoryHandlers, InvoiceSourceHandlers],
  providers: [
    CreditNoteAdding,
    CreditNoteEditing,
    CreditNoteEvents,
    CreditNoteHistoryAdding,
    CreditNoteList,
    CreditNoteLookups,
    CreditNoteTakings,
  ],
})
export class CreditNoteModule {}
