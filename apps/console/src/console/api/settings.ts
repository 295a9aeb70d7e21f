import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { ALL } from './pages.js';

/** Settings that people change seldom. */
export const SELDOM_MS = 5 * 60_000;

/** Every reading call of settings, with its place in the cache: the resource comes first, then the request. */
export const settingQueries = {
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
  languages: () =>
    queryOptions({
      queryKey: ['setting/language'],
      queryFn: async ({ signal }) => (await api().setting.language.get({ limit: ALL }, { signal })).languages,
      staleTime: SELDOM_MS,
    }),
  customerGroups: () =>
    queryOptions({
      queryKey: ['sale/customer_group'],
      queryFn: async ({ signal }) =>
        (await api().sale.customer_group.get({ limit: ALL, sort: 'name', order: 'ASC' }, { signal })).customer_groups,
      staleTime: SELDOM_MS,
    }),
  orderStatuses: () =>
    queryOptions({
      queryKey: ['setting/order_status'],
      queryFn: async ({ signal }) =>
        (await api().setting.order_status.get({ limit: ALL, order: 'ASC' }, { signal })).order_statuses,
      staleTime: SELDOM_MS,
    }),
};
