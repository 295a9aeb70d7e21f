import {
  type CreditNoteAdd,
  type CreditNoteEdit,
  type Fault,
  noReference,
  type SettingsReference,
} from '@stockbook/contracts';
import { maySee } from '@stockbook/persistence';
import { mergedName } from '../../customer/customer-names.js';
import { totalFaults } from '../../order/record/order-sums.js';
import {
  type CallerReference,
  channelsLocation,
  currencyRate,
  paymentTerms,
} from '../../order/reference/order-terms.js';
import type { OrderRecord } from '../../order/record/order-records.js';
import type { PlacedCredit } from './credit-note-lines.js';
import { currencyFaults, sumsOfNote } from './credit-note-sums.js';
import type { CreditNoteRecord } from '../record/credit-note-records.js';
import type { CreditNoteRow } from '../record/credit-note.entity.js';

/** A credit note before it is written. */
export type PlacedNote = Omit<
  CreditNoteRow,
  | 'account_id'
  | 'credit_note_id'
  | 'version'
  | 'date_added'
  | 'date_modified'
  | 'date_deleted'
  | 'demand_version'
  | 'taking_until'
> &
  Partial<Pick<CreditNoteRow, 'date_added'>>;
export type CreditStatus = Pick<CreditNoteRow, 'credit_note_status_id' | 'credit_note_status' | 'status_restocks'>;

const noCurrency: Fault = { code: 'invalid', field: 'currency', message: 'currency is required without an order.' };
const noLocation: Fault = {
  code: 'invalid',
  field: 'location_id',
  message: 'location_id is required: neither an order nor the company names one.',
};
const NO_STATUS: CreditStatus = { credit_note_status_id: 0, credit_note_status: '', status_restocks: false };

/** Turns the request for a credit note into the values to write. Missing values are the order's, if there is one. */
export function placeNote(
  input: CreditNoteAdd,
  lines: readonly PlacedCredit[],
  order: OrderRecord | undefined,
  reference: CallerReference,
  faults: Fault[],
): PlacedNote {
  const payment = paymentTerms(
    input.payment_method ?? order?.payment_method_id ?? 0,
    { ...reference, stored: order },
    faults,
  );
  const { restock, totals = [], allow_over_credit = false } = input;
  faults.push(...totalFaults(totals, 'totals'));
  const currency = input.currency || (order?.currency ?? '');
  const rate =
    currency === order?.currency ? order.currency_value : currency ? currencyRate(currency, reference, faults) : 1;
  if (!currency && !input.order_id) faults.push(noCurrency);
  faults.push(...currencyFaults(currency, order));
  const location_id = locationOf(input, lines, order, reference, faults);
  const own = { total: input.total ?? 0, has_own_total: input.total !== undefined, totals, allow_over_credit };
  return {
    ...contactOf(input, order),
    ...payment,
    ...firstStatus(input.credit_note_status_id, payment.payment_method_id, reference, faults),
    order_id: order?.order_id ?? 0,
    imported_order_id: order?.imported_order_id ?? '',
    channel_id: order?.channel_id ?? 0,
    channel: order?.channel ?? '',
    location_id,
    customer_id: order?.customer_id ?? 0,
    currency,
    currency_value: input.currency_value || rate,
    comment: input.comment ?? '',
    restock: restock === 1,
    ...(input.date_added && { date_added: new Date(input.date_added) }),
    user_locked: false,
    ...own,
    ...sumsOfNote(own, lines, faults),
  };
}

/** Returns the changed fields of an edit. */
export function reviseNote(
  stored: CreditNoteRecord,
  input: CreditNoteEdit,
  lines: readonly PlacedCredit[] | undefined,
  reference: CallerReference,
  faults: Fault[],
): Partial<PlacedNote> {
  const { payment_method, restock, total, totals, comment, locked } = input;
  faults.push(...totalFaults(totals ?? [], 'totals'));
  const currency = input.currency || stored.currency;
  const credit_note_status_id = input.credit_note_status_id || (lines && stored.credit_note_status_id);
  const isKnownMethod = payment_method === stored.payment_method || payment_method === stored.payment_method_id;
  const rate = currency === stored.currency ? stored.currency_value : currencyRate(currency, reference, faults);
  faults.push(...currencyFaults(currency, stored.order_id ? stored : undefined));
  return {
    ...(payment_method !== undefined && !isKnownMethod && paymentTerms(payment_method, reference, faults)),
    ...(credit_note_status_id && creditStatus(credit_note_status_id, reference, stored, faults)),
    ...(input.currency && { currency, currency_value: rate }),
    ...(input.currency_value && { currency_value: input.currency_value }),
    location_id:
      stored.location_id || locationOf(input, lines ?? [], stored.order_id ? stored : undefined, reference, faults),
    ...(restock !== undefined && { restock: restock === 1 }),
    ...(total !== undefined && { total, has_own_total: true }),
    ...(totals && { totals }),
    ...(input.allow_over_credit !== undefined && { allow_over_credit: input.allow_over_credit }),
    ...(comment !== undefined && { comment }),
    ...(locked !== undefined && { user_locked: locked }),
  };
}

/** Keeps the current status and contact where the edit gives none: another request may have changed them since. */
export function withCurrent(
  changed: Partial<PlacedNote>,
  input: CreditNoteEdit,
  current: CreditNoteRecord,
): Partial<PlacedNote> {
  const { credit_note_status_id, credit_note_status, status_restocks } = current;
  const isCurrent = input.credit_note_status_id || changed.credit_note_status_id === credit_note_status_id;
  return {
    ...changed,
    ...contactOf(input, current),
    ...(!isCurrent && { credit_note_status_id, credit_note_status, status_restocks }),
  };
}

type Contact = Pick<PlacedNote, 'firstname' | 'lastname' | 'company' | 'email' | 'telephone' | 'telephone_2'>;

export function contactOf(input: Partial<Contact>, known: Contact | undefined): Contact & { name: string } {
  const contactText = (field: keyof Contact) => input[field] ?? known?.[field] ?? '';
  const name = { firstname: contactText('firstname'), lastname: contactText('lastname') };
  const [company, email] = [contactText('company'), contactText('email')];
  const telephones = { telephone: contactText('telephone'), telephone_2: contactText('telephone_2') };
  return { ...name, name: mergedName(name), company, email, ...telephones };
}

/** 0 means nowhere. */
function locationOf(
  { location_id }: Partial<Pick<PlacedNote, 'location_id'>>,
  lines: readonly PlacedCredit[],
  order: Pick<PlacedNote, 'location_id'> | undefined,
  reference: CallerReference,
  faults: Fault[],
): number {
  const found = location_id || (order?.location_id ?? channelsLocation(0, reference));
  if (!found && lines.some(({ item_id }) => item_id > 0)) faults.push(noLocation);
  return found;
}

/** Returns a status given by id; the one that the credit note has stays good. */
export function creditStatus(
  credit_note_status_id: number,
  { settings, caller }: CallerReference,
  stored: CreditStatus | undefined,
  faults: Fault[],
): CreditStatus {
  const status = statusIn(settings, credit_note_status_id);
  const isStored = stored?.credit_note_status_id === credit_note_status_id;
  if (status && (isStored || maySee(caller, status))) return toCreditStatus(status);
  if (stored && isStored) {
    const { credit_note_status, status_restocks } = stored;
    return { credit_note_status_id, credit_note_status, status_restocks };
  }
  faults.push(noReference('credit_note_status_id', 'credit note status', credit_note_status_id));
  return NO_STATUS;
}

function firstStatus(id: number | undefined, payment_method_id: number, reference: CallerReference, faults: Fault[]) {
  if (id) return creditStatus(id, reference, undefined, faults);
  const { payment_methods } = reference.settings;
  const method = payment_methods.find((each) => each.payment_method_id === payment_method_id);
  const status = statusIn(reference.settings, method?.credit_note_status_id);
  return status ? toCreditStatus(status) : NO_STATUS;
}

const statusIn = ({ credit_note_statuses }: SettingsReference, id = 0) =>
  credit_note_statuses.find(({ credit_note_status_id }) => credit_note_status_id === id);

const toCreditStatus = ({
  credit_note_status_id,
  name,
  restock,
}: SettingsReference['credit_note_statuses'][number]): CreditStatus => ({
  credit_note_status_id,
  credit_note_status: name,
  status_restocks: restock,
});
