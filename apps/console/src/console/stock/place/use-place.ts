import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { MOVING } from '../../api/stock-rights.js';
import { stockQueries } from '../../api/stock.js';
import { type Mode, MODES, type Place } from '../move/line.js';
import type { StockSearch } from '../stock-search.js';

const LAST = 'stockbook-stock-location';

export const rememberLocation = (id: number): void => localStorage.setItem(LAST, String(id));

/** Returns what the user may do here, and where the page moves stock. An incomplete place is undefined. */
export function usePlace({ mode: wanted, location, to, order: orderId, job, note }: StockSearch) {
  const { mayChange, mayRead } = useMyself();
  const modes = MODES.filter((mode) => mayChange(MOVING[mode]));
  const mode: Mode = modes.find((each) => each === wanted) ?? modes[0] ?? 'receive';
  const { data: locations } = useSuspenseQuery(itemQueries.locations());
  const { data: order, isLoading } = useQuery({
    ...stockQueries.purchaseOrder(orderId ?? 0),
    enabled: mode === 'receive' && orderId !== undefined && mayRead('inventory/purchase_order'),
  });
  const known = (id: number | undefined) => locations.find(({ location_id }) => location_id === id)?.location_id;
  const sole = locations.length === 1 ? locations[0]?.location_id : undefined;
  const ordered = mode === 'receive' ? order?.location_id : undefined;
  const location_id = known(location) ?? known(ordered) ?? known(Number(localStorage.getItem(LAST))) ?? sole;
  const to_location_id = mode === 'transfer' ? known(to) : undefined;
  const isComplete =
    location_id !== undefined &&
    (mode !== 'transfer' || (to_location_id !== undefined && to_location_id !== location_id)) &&
    (mode !== 'receive' || orderId === undefined || Boolean(order));
  const place: Place | undefined = isComplete
    ? {
        location_id,
        to_location_id,
        purchase_order_id: mode === 'receive' ? order?.purchase_order_id : undefined,
        currency: (mode === 'receive' && order?.currency) || undefined,
        job_id: mode === 'count' ? job : undefined,
        comment: mode === 'adjust' ? undefined : note,
      }
    : undefined;
  return {
    modes,
    mode,
    locations,
    location_id,
    order: mode === 'receive' ? (order ?? undefined) : undefined,
    place,
    isLoading,
  };
}
