import { Module } from '@nestjs/common';
import { InvoiceSourceHandlers } from '../document/invoice-source.handlers.js';
import { OrderModule } from '../order/order.module.js';
import { CreditNoteHistoryHandlers } from './credit-note-history.handlers.js';
import { CreditNoteHandlers } from './credit-note.handlers.js';
import { CreditNoteEvents } from './credit-note.events.js';
import { CreditNoteAdding } from './write/add-credit-note.js';
import { CreditNoteLookups } from './write/credit-note-lookups.js';
import { CreditNoteTakings } from './write/credit-note-takings.js';
import { CreditNoteEditing } from './write/edit-credit-note.js';

@Module({
  imports: [OrderModule],
  controllers: [CreditNoteHandlers, CreditNoteHistoryHandlers, InvoiceSourceHandlers],
  providers: [CreditNoteAdding, CreditNoteEditing, CreditNoteEvents, CreditNoteLookups, CreditNoteTakings],
})
export class CreditNoteModule {}
