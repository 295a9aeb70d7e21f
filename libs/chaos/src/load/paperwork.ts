import { addCreditNote, deleteCreditNote, editCreditNote, payOut } from './actions/credit-notes.js';
import { addCustomer, addReward, deleteCustomer, editCustomer, mergeCustomers } from './actions/customers.js';
import type { Desk } from './actions/desk.js';
import {
  addDocument,
  deleteDocument,
  documentKinds,
  editDocument,
  receive,
  reserveForAWhile,
  reserveFor,
} from './actions/documents.js';
import type { ExpectedOrder, ExpectedRecord, Write } from './journal.js';
import { Pool } from './pool.js';

const MOST_RECORDS = 30;

/** The writes of one client besides orders: documents, customers, credit notes and payouts. */
export class Paperwork {
  private readonly records: Pool<ExpectedRecord>;
  readonly customers: Pool<ExpectedRecord>;
  /** Orders that are credited or paid out, and not changed any more. */
  private readonly sold: Pool<ExpectedOrder>;

  constructor(
    private readonly desk: Desk,
    private readonly orders: Pool<ExpectedOrder>,
  ) {
    this.records = new Pool(desk.random);
    this.customers = new Pool(desk.random);
    this.sold = new Pool(desk.random);
  }

  next(): Write {
    const { random } = this.desk;
    if (random.chance(0.25)) return this.customer();
    const isFull = this.records.size > MOST_RECORDS;
    const record = isFull || random.chance(0.55) ? this.records.take() : undefined;
    return record ? this.change(record) : this.add();
  }

  private add(): Write {
    const { desk, records, orders } = this;
    const roll = desk.random.next();
    if (roll < 0.35) return this.settle();
    const order = roll < 0.45 ? orders.take() : undefined;
    if (order) return reserveFor(desk, order, records.keep, orders.keep);
    if (roll < 0.55) return reserveForAWhile(desk, () => undefined);
    return addDocument(desk, desk.random.pick(documentKinds), records.keep);
  }

  /** Credits an order, or pays it out. */
  private settle(): Write {
    const { desk, records, sold, orders } = this;
    const known = desk.random.chance(0.5) ? sold.take() : undefined;
    const order = known ?? orders.take();
    if (!order?.deducts) {
      if (order) orders.keep(order);
      return reserveForAWhile(desk, () => undefined);
    }
    if (desk.random.chance(0.2)) return payOut(desk, order, sold.keep);
    sold.keep(order);
    return addCreditNote(desk, order, records.keep);
  }

  private change(record: ExpectedRecord): Write {
    const { desk } = this;
    const { keep } = this.records;
    const isDeleted = desk.random.chance(0.3);
    if (record.kind === 'credit_note') return (isDeleted ? deleteCreditNote : editCreditNote)(desk, record, keep);
    if (record.kind === 'purchase_order' && desk.random.chance(0.5)) return receive(desk, record, keep, keep);
    return (isDeleted ? deleteDocument : editDocument)(desk, record, keep);
  }

  private customer(): Write {
    const { desk } = this;
    const { keep } = this.customers;
    const customer = this.customers.take();
    const roll = desk.random.next();
    if (!customer) return addCustomer(desk, keep);
    if (roll < 0.5) return addReward(desk, customer, keep);
    if (roll < 0.6) return editCustomer(desk, customer, keep);
    if (roll < 0.65) return deleteCustomer(desk, customer, keep);
    const other = roll < 0.75 ? this.customers.take() : undefined;
    if (other) return mergeCustomers(desk, customer, other, keep);
    keep(customer);
    return addCustomer(desk, keep);
  }
}
