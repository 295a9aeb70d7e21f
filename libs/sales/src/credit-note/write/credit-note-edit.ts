import {
  type CallOf,
  type creditNote,
  type Fault,
  type ItemSnapshot,
  noRecord,
  noReference,
  Refused,
  type StockDemand,
} from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { actorOf } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { findCustomer, holdCustomer } from '../../customer/order/order-customer.js';
import { OrderReferences } from '../../order/reference/order-references.js';
import { lockFaults } from '../record/credit-note-lock.js';
import { claimNote, type CreditNoteRecord, findNote } from '../record/credit-note-records.js';
import { matchCredits } from './credit-line-matching.js';
import { creditWarnings, placeCredits } from './credit-note-lines.js';
import { CreditNoteLookups } from './credit-note-lookups.js';
import { holdSold, overCreditFaults, sumsOfNote } from './credit-note-sums.js';
import { type PlacedNote, reviseNote, withCurrent } from './credit-note-terms.js';
import { noteHistory, updateNote, written, type Written } from './credit-note-writes.js';
import { CreditNoteTakings } from './credit-note-takings.js';
import { restockChangeFaults } from './given-back.js';
import { holdOrder } from '../../order/credit/order-credits.js';
import { publishChange } from './taken-back.js';

type Edit = CallOf<typeof creditNote.edit>;

interface Revision {
  /** The order that is credited, which never changes; 0 means none. */
  readonly order_id: number;
  readonly changed: Partial<PlacedNote>;
  readonly items: readonly ItemSnapshot[];
}

@Injectable()
export class CreditNoteEditing {
  constructor(
    private readonly db: Db,
    private readonly references: OrderReferences,
    private readonly lookups: CreditNoteLookups,
    private readonly takings: CreditNoteTakings,
  ) {}

  async edit(call: Edit): Promise<Written> {
    const { caller, input } = call;
    const { credit_note_id, products } = input;
    const stored = await findNote(this.db, caller, credit_note_id);
    if (!stored) throw new Refused(noRecord('credit note', credit_note_id));
    const { order_id } = stored;
    const faults = fixed(stored, input);
    const sold = products && (await this.lookups.findSold(caller, order_id, credit_note_id));
    const [items, customer_id] = await Promise.all([
      this.lookups.findItems(call, products ?? [], sold),
      input.customer_id ? findCustomer(this.db, caller.account_id, input.customer_id) : stored.customer_id,
      stored.location_id ? undefined : this.lookups.checkLocation(call, input.location_id, faults),
    ]);
    if (!customer_id && input.customer_id !== stored.customer_id && input.customer_id)
      faults.push(noReference('customer_id', 'customer', input.customer_id));
    const changed = await this.references.apply(caller.account_id, (reference) => {
      const found = [...faults];
      const lines = products && placeCredits(products, sold, items, found).map(({ credit }) => credit);
      const revised = reviseNote(stored, input, lines, { ...reference, caller }, found);
      Refused.ifAny(found);
      return revised;
    });
    return this.takings.write(call, (tx, taken) => revise(tx, call, { order_id, changed, items }, taken));
  }
}

async function revise(
  tx: Tx,
  call: Edit,
  { order_id, changed: given, items }: Revision,
  taken: StockDemand | undefined,
): Promise<Written> {
  const { caller, input } = call;
  const { credit_note_id, products } = input;
  const customer_id = input.customer_id && (await holdCustomer(tx, input.customer_id));
  const sold = changesMoney(input) ? await holdSold(tx, order_id, credit_note_id) : undefined;
  const order = await holdOrder(tx, order_id);
  const before = await claimNote(tx, caller, credit_note_id);
  const changed = withCurrent(given, input, before.note);
  const user_locked = before.note.user_locked && (input.locked ?? true);
  const faults = lockFaults({ ...before.note, user_locked });
  const parts = products && placeCredits(products, sold, items, faults);
  const lines = parts && matchCredits(parts, products, before.lines, faults);
  const location_id = before.note.location_id || (changed.location_id ?? 0);
  const terms = { ...before.note, ...changed, location_id };
  const sums = lines || input.totals ? sumsOfNote(terms, lines ?? before.lines, faults) : {};
  const wanted = { ...terms, ...sums };
  faults.push(
    ...(await overCreditFaults(tx, sold, wanted, before.note)),
    ...(await restockChangeFaults(tx, order, before, wanted, lines ?? before.lines)),
  );
  Refused.ifAny(faults);
  const revised = { ...changed, ...sums, location_id, ...(customer_id && { customer_id }) };
  const after = await updateNote(tx, before.note, revised, lines);
  const isNewStatus = after.note.credit_note_status_id !== before.note.credit_note_status_id;
  if (isNewStatus) await noteHistory(tx, after.note, caller, '');
  const change = isNewStatus ? 'status_changed' : 'edited';
  publishChange(tx, { change, actor: actorOf(call), before, after }, taken);
  return written(credit_note_id, parts && sold ? creditWarnings(parts, products, sold) : []);
}

/** Tells whether the credit notes of the order have to be added up again. */
const changesMoney = ({ products, total, totals, allow_over_credit }: Edit['input']): boolean =>
  [products, total, totals, allow_over_credit].some((given) => given !== undefined);

/** The order never changes, nor the location once there is one; a full body may repeat them. */
function fixed(stored: CreditNoteRecord, input: Edit['input']): Fault[] {
  const location_id = (stored.location_id && input.location_id) || stored.location_id;
  const given = { order_id: stored.order_id, ...input, location_id };
  return (['order_id', 'location_id'] as const)
    .filter((field) => given[field] !== stored[field])
    .map((field) => ({
      code: 'invalid',
      field,
      message: `${field} cannot change; that of credit note ${input.credit_note_id} is ${stored[field]}.`,
    }));
}
