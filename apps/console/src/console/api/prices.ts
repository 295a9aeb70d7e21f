import type { Item, ItemGet } from '@stockbook/client';
import { queryOptions } from '@tanstack/react-query';
import { staleFault, wordsOf } from '../server/failures.js';
import { api } from '../session/session.js';

export type PricedItem = Pick<Item, 'item_id' | 'name' | 'price' | 'revision'>;

const FIELDS = 'name,price,revision';

/** Reads the items of these ids, or all that match the filters. */
export const priceQuery = (ids: readonly number[] | undefined, filters: ItemGet) =>
  queryOptions({
    queryKey: ['inventory/item', 'prices', ids ?? filters],
    queryFn: async ({ signal }): Promise<PricedItem[]> => {
      if (ids) return readPrices(ids, signal);
      const found: PricedItem[] = [];
      for await (const item of api().inventory.item.each({ ...filters, fields: FIELDS }, { signal })) found.push(item);
      return found;
    },
    // Rows that somebody looks at before a change do not move by themselves.
    staleTime: Infinity,
    gcTime: 0,
  });

export async function readPrices(ids: readonly number[], signal?: AbortSignal): Promise<PricedItem[]> {
  const { item } = api().batched().inventory;
  const pages = await Promise.all(
    ids.map((item_id) => item.get({ item_id, fields: FIELDS, with_total: false }, signal && { signal })),
  );
  return pages.flatMap(({ items }) => items);
}

export type PriceOutcome = 'saved' | 'stale' | { readonly words: string };

/** Writes prices side by side, each unless somebody else has changed its item since it was read. */
export function writePrices(items: readonly (PricedItem & { readonly key: string })[]): Promise<PriceOutcome[]> {
  const { item } = api().batched().inventory;
  return Promise.all(
    items.map(({ item_id, price, revision, key }) =>
      item.edit({ item_id, price }, { ifRevision: revision, idempotencyKey: key }).then(
        () => 'saved' as const,
        (error: unknown) => (staleFault(error) ? ('stale' as const) : { words: wordsOf(error) }),
      ),
    ),
  );
}
