import type { Component, Fault } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import type { MatchedLine } from '@stockbook/service';
import { Big } from 'big.js';
import { componentsByItem, snapshotOf } from '../item/bundle/components.js';
import type { NamedItem } from '../item/record/item-names.js';
import { MAX_ON_HAND } from '../ledger/locked-stock.js';

/** Holds the components of a bundle's line, as they were when it was added; without them the line has its item. */
export interface Composed {
  readonly item_id: number;
  readonly components?: readonly Component[] | null;
}

export const lineParts = ({ item_id, components }: Composed): readonly Component[] =>
  components ?? [{ item_id, quantity: 1 }];

/** A stored line keeps its components, null for an item that is none; refuses more pieces than can move. */
export async function componentsOfLines(
  tx: Tx,
  list: string,
  lines: readonly MatchedLine<{ readonly item_id: number; readonly quantity: number }, Composed>[],
  items: ReadonlyMap<number, NamedItem>,
  faults: Fault[],
): Promise<readonly (readonly Component[] | null)[]> {
  const added = lines.filter(({ stored }) => !stored).flatMap(({ given }) => items.get(given.item_id) ?? []);
  const found = await componentsByItem(tx, tx.account_id, added);
  return lines.map(({ given, stored }, index) => {
    const current = found.get(given.item_id);
    const components = stored ? (stored.components ?? null) : current ? snapshotOf(current) : null;
    const excess = components?.find(({ quantity }) => quantity * given.quantity > MAX_ON_HAND);
    const field = `${list}[${index}].quantity`;
    if (excess) {
      const message = `${field} takes more than ${MAX_ON_HAND} pieces of component ${excess.item_id}.`;
      faults.push({ code: 'invalid', field, message });
    }
    return components;
  });
}

/** Splits by averages, or where these are 0 each piece alike. */
export function splitCost(
  unit_cost: string | undefined,
  parts: readonly { readonly quantity: number; readonly average: Big }[],
): readonly (string | undefined)[] {
  if (unit_cost === undefined || parts.length === 1) {
    const [{ quantity = 1 } = {}] = parts;
    return parts.map(() => (unit_cost === undefined ? undefined : new Big(unit_cost).div(quantity).toFixed(8)));
  }
  const whole = averageOf(parts);
  const pieces = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const shareOf = (average: Big) => (whole.gt(0) ? average.div(whole) : new Big(1).div(pieces));
  return parts.map(({ average }) => shareOf(average).times(unit_cost).toFixed(8));
}

export const averageOf = (parts: readonly { readonly quantity: number; readonly average: Big }[]): Big =>
  parts.reduce((sum, { quantity, average }) => sum.plus(average.times(quantity)), new Big(0));
