import type { Order, OrderGet } from '@stockbook/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { PAGE, readAll } from './pages.js';
import { queryClient } from './query-client.js';

/** Stock follows an order within a moment, so a page reads one anew for a while after its last change. */
const SETTLING_MS = 8_000;
const SETTLING_PAUSE_MS = 700;

const isSettling = ({ date_modified, products }: Order): boolean =>
  Date.now() - Date.parse(date_modified) < SETTLING_MS &&
  products.some(({ item_id, deducted }) => item_id && !deducted);

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
      refetchInterval: ({ state: { data } }) => (data && isSettling(data) ? SETTLING_PAUSE_MS : false),
    }),
  history: (order_id: number, page = 1) =>
    queryOptions({
      queryKey: ['sale/order', order_id, 'history', page],
      queryFn: ({ signal }) => api().sale.order.getHistory({ order_id, page, limit: PAGE }, { signal }),
      placeholderData: keepPreviousData,
    }),
  creditNotes: (filter_order_id: number) =>
    queryOptions({
      queryKey: ['sale/order', filter_order_id, 'credit_notes'],
      queryFn: ({ signal }) => readAll(api().sale.credit_note.each({ filter_order_id }, { signal })),
    }),
  /** Reads the events of the order that webhooks have sent, the newest first. */
  deliveries: (order_id: number, page: number) =>
    queryOptions({
      queryKey: ['sale/order', order_id, 'deliveries', page],
      queryFn: ({ signal }) => {
        const request = { filter_record: `sale/order/${order_id}`, page, limit: PAGE };
        return api().integration.webhook.getDelivery(request, { signal });
      },
      placeholderData: keepPreviousData,
    }),
};

/** Reads all orders that match a request, whatever its page is. */
export const readAllOrders = ({ page, limit, ...filters }: OrderGet, signal: AbortSignal) =>
  api().sale.order.each(filters, { signal });

/** Reads orders, their stock and all that belongs to them anew. */
export const readOrdersAnew = () =>
  Promise.all(
    ['sale/order', 'sale/customer', 'inventory/item', 'inventory/flow'].map((resource) =>
      queryClient.invalidateQueries({ queryKey: [resource] }),
    ),
  );
