import { type Caller, type Fault, noReference } from '@stockbook/contracts';
import { maySee, type Tx } from '@stockbook/persistence';
import type { MatchedLine } from '@stockbook/service';
import { type NamedItem, namedItems } from '../item/record/item-names.js';

interface ItemLine {
  readonly item_id: number;
  readonly quantity?: number | null;
}

/** The line may keep what was deleted, as its pieces go back to where they came from. */
export const isKept = ({
  given,
  stored,
}: MatchedLine<Pick<ItemLine, 'quantity'>, Pick<ItemLine, 'quantity'>>): boolean =>
  stored !== undefined && (given.quantity ?? 0) <= (stored.quantity ?? 0);

interface ItemsOfLines {
  readonly items: ReadonlyMap<number, NamedItem>;
  readonly faults: readonly Fault[];
}

/** A kept line may have a deleted item. Bundles are refused unless the lines take components. */
export async function itemsOfLines<G extends ItemLine, L extends ItemLine>(
  tx: Tx,
  caller: Caller,
  list: string,
  lines: readonly MatchedLine<G, L>[],
  takes_components = false,
): Promise<ItemsOfLines> {
  const ids = [...new Set(lines.map(({ given }) => given.item_id))];
  const found = await namedItems(
    tx,
    tx.account_id,
    ids.map((item_id) => ({ item_id })),
  );
  const items = new Map(found.filter((item) => maySee(caller, item)).map((item) => [item.item_id, item]));
  const faults = lines.flatMap((line, index) => {
    if (isKept(line)) return [];
    const { item_id } = line.given;
    const field = `${list}[${index}].item_id`;
    const item = items.get(item_id);
    if (!item) return [noReference(field, 'item', item_id)];
    return item.bundle && !takes_components ? [ofBundle(field, item_id)] : [];
  });
  return { items, faults };
}

const ofBundle = (field: string, item_id: number): Fault => ({
  code: 'invalid',
  field,
  message: `${field} ${item_id} is a bundle, which has no stock of its own: name its components.`,
});

export const shownLineName = (
  { given, stored }: MatchedLine<{ readonly name?: string }, { readonly name: string }>,
  item: NamedItem | undefined,
): string => given.name || stored?.name || item?.name || '';
