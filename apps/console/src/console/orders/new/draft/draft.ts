import type { OrderAdd } from '@stockbook/client';
import type { SaleCustomer, SaleItem } from '../../../api/sales.js';
import { fieldText, isUnclear, type NumberKind, numberIn, wholeIn } from '../../../text/numbers.js';

export interface DraftLine {
  readonly item: SaleItem;
  /** Forms hold texts, so that somebody may type whatever they like. */
  readonly quantity: string;
  /** Empty means the price that the item has for this customer and location. */
  readonly price: string;
  /** The price that the item had when it was chosen, if it has another one now. */
  readonly price_before?: number;
}

export interface DraftCustomer {
  /** 0 means the customer with this e-mail or telephone, else a new one. */
  readonly customer_id: number;
  readonly customer_group_id: number;
  readonly firstname: string;
  readonly lastname: string;
  readonly company: string;
  readonly email: string;
  readonly telephone: string;
}

export interface DraftPayment {
  readonly payment_method_id: number;
  /** Empty for the last payment, which takes what the others leave. */
  readonly amount: string;
}

export const DELIVERY_FIELDS = [
  'shipping_method',
  'address_1',
  'address_2',
  'postcode',
  'city',
  'country',
] as const satisfies readonly (keyof OrderAdd)[];
export type DeliveryField = (typeof DELIVERY_FIELDS)[number];

/** An order that is not placed yet. The browser keeps it, so a closed tab or a cut network loses nothing. */
export interface Draft {
  /** The key of the request that places it: however often it is sent, there is one order. */
  readonly id: string;
  readonly begun: number;
  /** Its numbers are written in this language. */
  readonly language: string;
  readonly lines: readonly DraftLine[];
  readonly customer: DraftCustomer | null;
  /** 0 means the first channel. */
  readonly channel_id: number;
  readonly payments: readonly DraftPayment[];
  /** 0 means the usual status of the payment method or the company. */
  readonly order_status_id: number;
  readonly delivery: Readonly<Record<DeliveryField, string>>;
  readonly shipping: string;
  readonly coupons: readonly string[];
  readonly comment: string;
  /** The request as it was sent, until the server has answered it. */
  readonly sent: { readonly request: OrderAdd; readonly at: number } | null;
}

export const NOBODY: DraftCustomer = {
  customer_id: 0,
  customer_group_id: 0,
  firstname: '',
  lastname: '',
  company: '',
  email: '',
  telephone: '',
};

export const chosenCustomer = (found: SaleCustomer): DraftCustomer => {
  const { customer_id, customer_group_id, firstname, lastname, company, email, telephone } = found;
  return { customer_id, customer_group_id, firstname, lastname, company, email, telephone };
};

export const newDraft = (language: string): Draft => ({
  id: crypto.randomUUID(),
  begun: Date.now(),
  language,
  lines: [],
  customer: null,
  channel_id: 0,
  payments: [],
  order_status_id: 0,
  delivery: Object.fromEntries(DELIVERY_FIELDS.map((field) => [field, ''])) as Record<DeliveryField, string>,
  shipping: '',
  coupons: [],
  comment: '',
  sent: null,
});

/** Returns the draft with its numbers as the language writes them. Unclear ones stay, and their fields say so. */
export function inLanguage(draft: Draft, language: string): Draft {
  if (draft.language === language) return draft;
  const rewritten = (text: string, kind: NumberKind = 'amount') =>
    !text.trim() || isUnclear(text, kind, draft.language)
      ? text
      : fieldText(numberIn(text, kind, draft.language), language);
  return {
    ...draft,
    language,
    shipping: rewritten(draft.shipping),
    lines: draft.lines.map((line) => ({
      ...line,
      quantity: rewritten(line.quantity, 'whole'),
      price: rewritten(line.price),
    })),
    payments: draft.payments.map((payment) => ({ ...payment, amount: rewritten(payment.amount) })),
  };
}

/** Returns the lines with so many more pieces of an item. An unclear quantity stays, and its field says so. */
export function withPieces(
  lines: readonly DraftLine[],
  item: SaleItem,
  pieces: number,
  language: string,
): readonly DraftLine[] {
  const known = lines.find((line) => line.item.item_id === item.item_id);
  if (!known) return [...lines, { item, quantity: String(pieces), price: '' }];
  const before = known.quantity.trim() ? wholeIn(known.quantity, language) : 0;
  const quantity = Number.isNaN(before) ? known.quantity : String(before + pieces);
  return lines.map((line) => (line === known ? { ...known, item, quantity } : line));
}
