import { Module } from '@nestjs/common';
import { InvoiceSourceHandlers } from '../document/invoice-source.handlers.js';
import { OrderModule } from '../order/order.module.js';
import { CreditNoteHistoryHandlers } from './credit-note-history.handlers.js';
import { CreditNoteHandlers } from './credit-note.handlers.js';
import { CreditNoteEvents } from './credit-note.events.js';

@Module({
  imports: [OrderModule],
  controllers: [CreditNoteHandlers, CreditNoteHistoryHandlers, InvoiceSourceHandlers],
  providers: [CreditNoteEvents],
})
export class CreditNoteModule {}
