import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type SaleItem, saleItemsQuery } from '../../api/sales.js';
import { type SaleSettings, withItems } from './cart.js';
import type { Draft } from './draft/draft.js';
import type { Change } from './draft/use-draft.js';

/** Reads the items of a resumed draft anew: their prices and stock may have changed since they were chosen. */
export function useItemsAnew(draft: Draft, change: Change, settings: SaleSettings) {
  const client = useQueryClient();
  const ids = useMemo(() => draft.lines.map(({ item }) => item.item_id), [draft.id]);
  const query = saleItemsQuery(ids);
  const { data, isFetching } = useQuery(query);
  const take = (items: readonly SaleItem[]) =>
    change((draft) => (draft.sent ? draft : withItems(draft, items, settings)));
  useEffect(() => {
    if (data) take(data);
  }, [data, draft.id]);
  /** Ends when the items are read. The order is not placed before. */
  return async () => {
    if (ids.length && (isFetching || !data)) take(await client.fetchQuery(query));
  };
}
