import type { FlowGetBalance, ItemFlowGet, ItemGet, OrderGet } from '@stockbook/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';

/** Records that people change seldom. */
const SELDOM_MS = 5 * 60_000;
/** The most records of a page of the API. */
const ALL = 100;

/** Every reading call of the console, with its place in the cache: the resource comes first, then the request. */
export const queries = {
  myself: () =>
    queryOptions({
      queryKey: ['setting/user', 'whoami'],
      queryFn: ({ signal }) => api().setting.user.whoami({}, { signal }),
      staleTime: SELDOM_MS,
    }),
  currencies: () =>
    queryOptions({
      queryKey: ['setting/currency'],
      queryFn: async ({ signal }) => (await api().setting.currency.get({ limit: ALL }, { signal })).currencies,
      staleTime: SELDOM_MS,
    }),
  brands: () =>
    queryOptions({
      queryKey: ['inventory/brand'],
      queryFn: async ({ signal }) =>
        (await api().inventory.brand.get({ limit: ALL, sort: 'name', order: 'ASC' }, { signal })).brands,
      staleTime: SELDOM_MS,
    }),
  items: (request: ItemGet) =>
    queryOptions({
      queryKey: ['inventory/item', 'list', request],
      queryFn: ({ signal }) => api().inventory.item.get(request, { signal }),
      placeholderData: keepPreviousData,
    }),
  item: (item_id: number) =>
    queryOptions({
      queryKey: ['inventory/item', item_id],
      queryFn: async ({ signal }) => (await api().inventory.item.get({ item_id }, { signal })).items[0] ?? null,
    }),
  flows: (request: ItemFlowGet) =>
    queryOptions({
      queryKey: ['inventory/flow', request],
      queryFn: ({ signal }) => api().inventory.flow.get(request, { signal }),
      placeholderData: keepPreviousData,
    }),
  balances: (request: FlowGetBalance) =>
    queryOptions({
      queryKey: ['inventory/flow', 'balance', request],
      queryFn: async ({ signal }) =>
        (await api().inventory.flow.getBalance({ limit: ALL, ...request }, { signal })).balances,
    }),
  orderStatuses: () =>
    queryOptions({
      queryKey: ['setting/order_status'],
      queryFn: async ({ signal }) => (await api().setting.order_status.get({ limit: ALL }, { signal })).order_statuses,
      staleTime: SELDOM_MS,
    }),
  orders: (request: OrderGet) =>
    queryOptions({
      queryKey: ['sale/order', 'list', request],
      queryFn: ({ signal }) => api().sale.order.get(request, { signal }),
      placeholderData: keepPreviousData,
    }),
  order: (order_id: number) =>
    queryOptions({
      queryKey: ['sale/order', order_id],
      queryFn: async ({ signal }) => (await api().sale.order.get({ order_id }, { signal })).orders[0] ?? null,
    }),
  orderHistory: (order_id: number) =>
    queryOptions({
      queryKey: ['sale/order', order_id, 'history'],
      queryFn: async ({ signal }) =>
        (await api().sale.order.getHistory({ order_id, limit: ALL }, { signal })).histories,
    }),
};
