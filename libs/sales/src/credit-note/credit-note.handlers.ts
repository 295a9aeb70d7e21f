import {
  type Call,
  type CallOf,
  creditNote,
  type CreditNoteProductAdd,
  type Fault,
  locationsReference,
  noRecord,
  noReference,
  ownCall,
  Refused,
} from '@stockbook/contracts';
import { publishAll } from '@stockbook/messaging';
import { Db, isLimited, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { actorOf, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import {
  addCustomer,
  addedCustomer,
  customerFinder,
  findCustomer,
  holdCustomer,
} from '../customer/order/order-customer.js';
import { OrderItems } from '../order/place/order-items.js';
import { OrderReferences } from '../order/place/order-references.js';
import { lockOrders, type OrderRecord, readLines } from '../order/record/order-records.js';
import { findOrder } from '../order/record/order-visibility.js';
import { changeRow } from './record/credit-note-facts.js';
import {
  capFaults,
  type CreditMoney,
  creditWarnings,
  lookupFaults,
  matchCredits,
  namingOf,
  type PlacedCredit,
  placeCredits,
} from './write/credit-note-lines.js';
import { CreditNoteList } from './credit-note-list.js';
import { lockFaults } from './record/credit-note-lock.js';
import { claimNote, creditedOf, findNote } from './record/credit-note-records.js';
import { restocks } from './record/credit-note-shown.js';
import { givingFaults, restockChangeFaults, takingFaults } from './write/given-back.js';
import { holdOrder } from './write/order-credits.js';
import { contactOf, type PlacedNote, placeNote, reviseNote, withCurrentStatus } from './write/credit-note-terms.js';
import { insertNote, noteHistory, updateNote } from './write/credit-note-writes.js';

type Add = CallOf<typeof creditNote.add>;
type Edit = CallOf<typeof creditNote.edit>;

interface Written {
  readonly credit_note_id: number;
  readonly warnings?: string[];
}
interface Revision {
  /** The order that is credited, which never changes; 0: none. */
  readonly order_id: number;
  readonly changed: Partial<PlacedNote>;
  /** The lines that replace the stored ones; absent when these stay. */
  readonly lines: readonly PlacedCredit[] | undefined;
}

@Controller()
export class CreditNoteHandlers {
  private readonly list: CreditNoteList;
  private readonly findCustomer;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly references: OrderReferences,
    private readonly items: OrderItems,
  ) {
    this.list = new CreditNoteList(db);
    this.findCustomer = customerFinder(db);
  }

  @Handles(creditNote.add)
  async add(call: Add): Promise<Written> {
    const { caller, input } = call;
    const { account_id } = caller;
    const { order_id = 0, products } = input;
    const faults: Fault[] = [];
    const [order, orderLines, items] = await Promise.all([
      order_id ? findOrder(this.db, caller, order_id) : undefined,
      order_id ? readLines(this.db, account_id, [order_id]) : [],
      this.findItems(call, products),
      this.checkLocation(call, input.location_id, faults),
    ]);
    const customer_id = await this.customerOf(call, order);
    if (customer_id === undefined) faults.push(noReference('customer_id', 'customer', input.customer_id ?? 0));
    if (order_id && !order) faults.push(noReference('order_id', 'order', order_id));
    else if (!order_id && isLimited(caller)) faults.push(noOrder);
    const placed = await this.references.apply(account_id, (reference) => {
      const found = [...faults];
      const lines = placeCredits(products, order ? orderLines : [], items, found);
      const note = placeNote(input, lines, order, { ...reference, caller }, found);
      Refused.ifAny(found);
      return { note: { ...note, customer_id: customer_id ?? 0 }, lines };
    });
    return this.db.transact(call, (tx) => this.place(tx, call, placed));
  }

  @Handles(creditNote.edit)
  async edit(call: Edit): Promise<Written> {
    const { caller, input } = call;
    const { account_id } = caller;
    const { credit_note_id, products } = input;
    const stored = await findNote(this.db, caller, credit_note_id);
    if (!stored) throw new Refused(noRecord('credit note', credit_note_id));
    const { order_id } = stored;
    const faults = fixed(stored, input);
    const [orderLines, items, customer_id] = await Promise.all([
      products && order_id ? readLines(this.db, account_id, [order_id]) : [],
      this.findItems(call, products ?? []),
      input.customer_id ? findCustomer(this.db, account_id, input.customer_id) : stored.customer_id,
      stored.location_id ? undefined : this.checkLocation(call, input.location_id, faults),
    ]);
    if (!customer_id && input.customer_id !== stored.customer_id && input.customer_id)
      faults.push(noReference('customer_id', 'customer', input.customer_id));
    const { lines, changed } = await this.references.apply(account_id, (reference) => {
      const found = [...faults];
      const lines = products && placeCredits(products, orderLines, items, found);
      const changed = reviseNote(stored, input, lines, { ...reference, caller }, found);
      Refused.ifAny(found);
      return { lines, changed };
    });
    return this.db.transact(call, (tx) => this.revise(tx, call, { order_id, changed, lines }));
  }

  @Handles(creditNote.delete)
  delete(call: CallOf<typeof creditNote.delete>): Promise<{ credit_note_id: number }> {
    const { caller, input } = call;
    return this.db.transact(call, async (tx) => {
      const before = await claimNote(tx, caller, input.credit_note_id);
      Refused.ifAny([...lockFaults(before.note), ...(await takingFaults(tx, before.note, before.lines))]);
      const after = await updateNote(tx, before.note, { date_deleted: () => 'now()' });
      await noteHistory(tx, after.note, caller, 'Deleted.');
      publishAll(tx, [changeRow({ change: 'deleted', actor: actorOf(call), after })]);
      return input;
    });
  }

  @Handles(creditNote.get)
  get(call: CallOf<typeof creditNote.get>) {
    return this.list.page(call);
  }

  private async place(tx: Tx, call: Add, placed: { note: PlacedNote; lines: PlacedCredit[] }): Promise<Written> {
    const { caller } = call;
    const { note, lines } = placed;
    const contact = contactOf(note, undefined);
    const added = note.customer_id ? undefined : await addCustomer(tx, contact);
    const customer_id = await holdCustomer(tx, added?.customer_id ?? note.customer_id);
    const warnings = await checkCredits(tx, note, lines);
    if (restocks(note)) Refused.ifAny(await givingFaults(tx, await holdOrder(tx, note.order_id), note, lines));
    const after = await insertNote(tx, caller, { ...note, customer_id }, lines);
    publishAll(tx, [
      ...(added?.date_added ? [addedCustomer(tx, call, added, contact)] : []),
      changeRow({ change: 'added', actor: actorOf(call), after }),
    ]);
    return written(after.note.credit_note_id, warnings);
  }

  private async revise(tx: Tx, call: Edit, { order_id, changed: given, lines: placed }: Revision): Promise<Written> {
    const { caller, input } = call;
    const { credit_note_id, products = [] } = input;
    const customer_id = input.customer_id && (await holdCustomer(tx, input.customer_id));
    const { currency = '', currency_value = 1 } = given;
    const credited = { order_id, currency, currency_value };
    const warnings = placed ? await checkCredits(tx, credited, placed, credit_note_id) : [];
    const order = await holdOrder(tx, order_id);
    const before = await claimNote(tx, caller, credit_note_id);
    const changed = withCurrentStatus(given, input, before.note);
    const user_locked = before.note.user_locked && (input.locked ?? true);
    const faults = lockFaults({ ...before.note, user_locked });
    const lines = placed && matchCredits(placed, products, before.lines, faults);
    const location_id = before.note.location_id || (changed.location_id ?? 0);
    const wanted = { ...before.note, ...changed, location_id };
    faults.push(...(await restockChangeFaults(tx, order, before, wanted, lines ?? before.lines)));
    Refused.ifAny(faults);
    const after = await updateNote(
      tx,
      before.note,
      { ...changed, location_id, ...(customer_id && { customer_id }) },
      lines,
    );
    const isNewStatus = after.note.credit_note_status_id !== before.note.credit_note_status_id;
    if (isNewStatus) await noteHistory(tx, after.note, caller, '');
    const change = isNewStatus ? 'status_changed' : 'edited';
    publishAll(tx, [changeRow({ change, actor: actorOf(call), before, after })]);
    return written(credit_note_id, warnings);
  }

  private findItems(call: Call, products: readonly CreditNoteProductAdd[]) {
    return this.items.find(call, products.map(namingOf));
  }

  private customerOf({ caller, input }: Add, order: OrderRecord | undefined): Promise<number | undefined> {
    if (order && !input.customer_id) return Promise.resolve(order.customer_id);
    return this.findCustomer(caller.account_id, { ...contactOf(input, order), customer_id: input.customer_id ?? 0 });
  }

  private async checkLocation(call: Call, location_id: number | undefined, faults: Fault[]): Promise<void> {
    if (!location_id) return;
    const { output } = await this.services.ask(locationsReference.get, ownCall(call, {}));
    if (!output.location_ids.includes(location_id)) faults.push(noReference('location_id', 'location', location_id));
  }
}

/**
 * Refuses lines that credit more than was sold or whose item is not known yet, and warns of those that give back more than was paid. The lock on the order holds both
 * until the end of the transaction, and keeps the order from being deleted.
 */
async function checkCredits(
  tx: Tx,
  { order_id, ...money }: CreditMoney & { readonly order_id: number },
  lines: readonly PlacedCredit[],
  except_id = 0,
): Promise<string[]> {
  if (!order_id) return [];
  const [living] = await lockOrders(tx, [order_id]);
  if (!living) throw new Refused(noReference('order_id', 'order', order_id));
  const ids = lines.map(({ order_product_id }) => order_product_id).filter(Boolean);
  if (!ids.length) return [];
  const [orderLines, credited] = await Promise.all([
    readLines(tx, tx.account_id, [order_id]),
    creditedOf(tx, ids, except_id),
  ]);
  Refused.ifAny(lookupFaults(lines, living, orderLines));
  Refused.ifAny(capFaults(lines, orderLines, credited));
  return creditWarnings(lines, living, orderLines, money);
}

/** The order never changes, nor the location once there is one; a full body may repeat them. */
function fixed(stored: Pick<PlacedNote, 'order_id' | 'location_id'>, input: Edit['input']): Fault[] {
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

const written = (credit_note_id: number, warnings: string[]): Written => ({
  credit_note_id,
  ...(warnings.length && { warnings }),
});

const noOrder: Fault = {
  code: 'forbidden',
  field: 'order_id',
  message: 'order_id is required of users who are limited to channel groups.',
};
