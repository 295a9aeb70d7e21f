import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { saleItemsQuery } from '../../api/sales.js';
import { type SaleSettings, withItems } from './cart.js';
import type { Draft } from './draft/draft.js';
import type { Change } from './draft/use-draft.js';

/** Reads the items of a resumed draft anew: their prices and stock may have changed since they were chosen. */
export function useItemsAnew(draft: Draft, change: Change, settings: SaleSettings): void {
  const ids = useMemo(() => draft.lines.map(({ item }) => item.item_id), [draft.id]);
  const { data } = useQuery(saleItemsQuery(ids));
  useEffect(() => {
    if (data) change((draft) => (draft.sent ? draft : withItems(draft, data, settings)));
  }, [data]);
}
