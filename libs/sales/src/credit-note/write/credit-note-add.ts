import {
  type CallOf,
  type creditNote,
  type Fault,
  type ItemSnapshot,
  noReference,
  Refused,
} from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, isLimited, type Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { addCustomer, addedCustomer, customerFinder, holdCustomer } from '../../customer/order/order-customer.js';
import { OrderReferences } from '../../order/reference/order-references.js';
import type { OrderRecord } from '../../order/record/order-records.js';
import { changeRow } from '../record/credit-note-facts.js';
import { restocks } from '../record/credit-note-shown.js';
import { creditWarnings, placeCredits } from './credit-note-lines.js';
import { CreditNoteLookups } from './credit-note-lookups.js';
import { holdSold, overCreditFaults, sumsOfNote } from './credit-note-sums.js';
import { contactOf, type PlacedNote, placeNote } from './credit-note-terms.js';
import { insertNote, written, type Written } from './credit-note-writes.js';
import { givingFaults } from './given-back.js';
import { holdOrder } from '../../order/credit/order-credits.js';

type Add = CallOf<typeof creditNote.add>;

@Injectable()
export class CreditNoteAdding {
  private readonly findCustomer;

  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly lookups: CreditNoteLookups,
  ) {
    this.findCustomer = customerFinder(db);
  }

  async add(call: Add): Promise<Written> {
    const { caller, input } = call;
    const { order_id = 0, products } = input;
    const faults: Fault[] = [];
    const [sold] = await Promise.all([
      this.lookups.findSold(caller, order_id),
      this.lookups.checkLocation(call, input.location_id, faults),
    ]);
    const order = sold?.order;
    if (order_id && !order) faults.push(noReference('order_id', 'order', order_id));
    else if (!order_id && isLimited(caller)) faults.push(noOrder);
    const [items, customer_id] = await Promise.all([
      order_id && !order ? [] : this.lookups.findItems(call, products, sold),
      this.customerOf(call, order),
    ]);
    if (customer_id === undefined) faults.push(noReference('customer_id', 'customer', input.customer_id ?? 0));
    const placed = await this.references.apply(caller.account_id, (reference) => {
      const found = [...faults];
      const isKnown = !order_id || sold !== undefined;
      const lines = isKnown ? placeCredits(products, sold, items, found).map(({ credit }) => credit) : [];
      const note = placeNote(input, lines, order, { ...reference, caller }, found);
      Refused.ifAny(found);
      return { ...note, customer_id: customer_id ?? 0 };
    });
    return this.db.transact(call, (tx) => write(tx, call, placed, items));
  }

  private customerOf({ caller, input }: Add, order: OrderRecord | undefined): Promise<number | undefined> {
    if (order && !input.customer_id) return Promise.resolve(order.customer_id);
    return this.findCustomer(caller.account_id, { ...contactOf(input, order), customer_id: input.customer_id ?? 0 });
  }
}

/** Places the lines again where the order and what is credited of it are locked. */
async function write(tx: Tx, call: Add, note: PlacedNote, items: readonly ItemSnapshot[]): Promise<Written> {
  const { caller, input } = call;
  const contact = contactOf(note, undefined);
  const added = note.customer_id ? undefined : await addCustomer(tx, contact);
  const customer_id = await holdCustomer(tx, added?.customer_id ?? note.customer_id);
  const sold = await holdSold(tx, note.order_id);
  const faults: Fault[] = [];
  const parts = placeCredits(input.products, sold, items, faults);
  const lines = parts.map(({ credit }) => credit);
  const wanted = { ...note, customer_id, ...sumsOfNote(note, lines, faults) };
  faults.push(...(await overCreditFaults(tx, sold, wanted)));
  if (restocks(note)) {
    const order = await holdOrder(tx, note.order_id);
    faults.push(...(await givingFaults(tx, order, note, lines, Boolean(input.location_id))));
  }
  Refused.ifAny(faults);
  const after = await insertNote(tx, caller, wanted, lines);
  publishAll(tx, [
    ...(added?.date_added ? [addedCustomer(tx, call, added, contact)] : []),
    changeRow(tx, { change: 'added', actor: actorOf(call), after }),
  ]);
  return written(after.note.credit_note_id, sold ? creditWarnings(parts, input.products, sold) : []);
}

const noOrder: Fault = {
  code: 'forbidden',
  field: 'order_id',
  message: 'order_id is required of users who are limited to channel groups.',
};
