import { type CreditNoteProductEdit, type Fault, noReference } from '@stockbook/contracts';
import type { CreditLineRecord } from '../record/credit-note-records.js';
import type { CreditPart, PlacedCredit } from './credit-note-lines.js';

/** A line of an edited credit note; `credit_note_product_id` 0 is a new one. */
export type KeptCredit = PlacedCredit & { readonly credit_note_product_id: number };

/** Only the difference moves stock. `credit_note_product_id` decides, else item and order line. */
export function matchCredits(
  parts: readonly CreditPart[],
  products: readonly CreditNoteProductEdit[],
  stored: readonly CreditLineRecord[],
  faults: Fault[],
): KeptCredit[] {
  const free = new Set(stored);
  const matches = parts.map((): CreditLineRecord | undefined => undefined);
  const claimWhere = (fits: (old: CreditLineRecord, part: CreditPart) => boolean) => {
    for (const [i, part] of parts.entries()) {
      const old = matches[i] ? undefined : stored.find((each) => free.has(each) && fits(each, part));
      if (!old) continue;
      matches[i] = old;
      free.delete(old);
    }
  };
  for (const [index, { credit_note_product_id: id }] of products.entries()) {
    const isStored = stored.some((each) => each.credit_note_product_id === id);
    const isRepeated = products.findIndex((each) => each.credit_note_product_id === id) < index;
    if (id && (!isStored || isRepeated))
      faults.push(noReference(`products[${index}].credit_note_product_id`, 'credit note product', id));
  }
  claimWhere(
    (old, { index, credit }) =>
      old.credit_note_product_id === products[index]?.credit_note_product_id && isSameItem(old, credit),
  );
  claimWhere((old, { credit }) => old.position === credit.position && isSameItem(old, credit));
  claimWhere((old, { credit }) => isSameItem(old, credit));
  return parts.map(({ credit }, i) => {
    const old = matches[i];
    return old ? keptCredit(credit, old) : { ...credit, credit_note_product_id: 0 };
  });
}

function keptCredit(credit: PlacedCredit, old: CreditLineRecord): KeptCredit {
  const { credit_note_product_id, components, taken, short, stock_sequence, cost_taken } = old;
  const date_restocked = taken === -credit.quantity ? old.date_restocked : null;
  return {
    ...credit,
    ...{ taken, short, stock_sequence, cost_taken, date_restocked, components, credit_note_product_id },
  };
}

const isSameItem = (one: PlacedCredit, other: PlacedCredit): boolean =>
  one.item_id === other.item_id && one.order_product_id === other.order_product_id;
