import type { OrderHistory, OrderProduct } from '@stockbook/client';
import type { TextName } from '../../text/language.js';

/** Why the stock has not given a line whole, as a text and its values. */
export interface Shortage {
  readonly text: TextName;
  readonly values: Readonly<Record<string, string>>;
}

/** Reads the latest sentence about a line in the order's history: the contract has these figures nowhere else. */
export function shortageOf(
  { item_id, deducted }: OrderProduct,
  histories: readonly OrderHistory[],
): Shortage | undefined {
  if (deducted) return undefined;
  // A name may have brackets of its own; the sentence of another item is none of it.
  const item = `Item ${item_id} \\((?:(?! Item \\d+ \\().)*\\)`;
  const cause = '(?:is short by (\\d+)|waits behind (?:(\\d+)( or more)? )?older orders?)';
  const figures = '(\\d+) wanted, (-?\\d+) available';
  const sentence = new RegExp(`${item} ${cause}(?: at (.*?))?: ${figures}\\.`);
  for (const { comment } of histories) {
    const [found, short, behind, more, place = '', wanted = '', available = ''] = sentence.exec(comment) ?? [];
    if (!found) continue;
    const values = { place: place && `${place}: `, wanted, available };
    if (short) return { text: 'lineShortBy', values: { ...values, short } };
    if (!behind) return { text: 'lineBehindOlder', values };
    return { text: 'lineBehind', values: { ...values, behind: more ? `${behind}+` : behind } };
  }
  return undefined;
}
