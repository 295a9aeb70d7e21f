import { type CallOf, invoiceSource } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { findNote, readCreditLines } from './credit-note/record/credit-note-records.js';
import { toCreditNote } from './credit-note/record/credit-note-shown.js';
import { toOrder } from './order/list/order-shown.js';
import { readLines } from './order/record/order-records.js';
import { findOrder } from './order/record/order-visibility.js';

/** The orders and credit notes that integration renders. */
@Controller()
export class InvoiceSourceHandlers {
  constructor(private readonly db: Db) {}

  @Handles(invoiceSource.get)
  async get({ caller, input }: CallOf<typeof invoiceSource.get>) {
    const { order_id = 0, credit_note_id } = input;
    if (credit_note_id) {
      const note = await findNote(this.db, caller, credit_note_id);
      return note
        ? { credit_note: toCreditNote(note, await readCreditLines(this.db, caller.account_id, [credit_note_id])) }
        : {};
    }
    const order = await findOrder(this.db, caller, order_id);
    return order ? { order: toOrder(order, await readLines(this.db, caller.account_id, [order_id])) } : {};
  }
}
