import type { OrderGet } from '@stockbook/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { ALL } from './pages.js';

/** Every reading call of orders, with its place in the cache: the resource comes first, then the request. */
export const orderQueries = {
  list: (request: OrderGet) =>
    queryOptions({
      queryKey: ['sale/order', 'list', request],
      queryFn: ({ signal }) => api().sale.order.get(request, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (order_id: number) =>
    queryOptions({
      queryKey: ['sale/order', order_id],
      queryFn: async ({ signal }) => (await api().sale.order.get({ order_id }, { signal })).orders[0] ?? null,
    }),
  history: (order_id: number) =>
    queryOptions({
      queryKey: ['sale/order', order_id, 'history'],
      queryFn: async ({ signal }) =>
        (await api().sale.order.getHistory({ order_id, limit: ALL }, { signal })).histories,
    }),
};

/** Reads all orders that match a request, whatever its page is. */
export const readAllOrders = ({ page, limit, ...filters }: OrderGet, signal: AbortSignal) =>
  api().sale.order.each(filters, { signal });
