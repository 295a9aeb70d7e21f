import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { byName, readAll } from './pages.js';

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
      queryFn: ({ signal }) => readAll(api().setting.currency.each({}, { signal })),
      staleTime: SELDOM_MS,
    }),
  languages: () =>
    queryOptions({
      queryKey: ['setting/language'],
      queryFn: ({ signal }) => readAll(api().setting.language.each({}, { signal })),
      staleTime: SELDOM_MS,
    }),
  customerGroups: () =>
    queryOptions({
      queryKey: ['sale/customer_group'],
      queryFn: async ({ signal }) => (await readAll(api().sale.customer_group.each({}, { signal }))).sort(byName),
      staleTime: SELDOM_MS,
    }),
  orderStatuses: () =>
    queryOptions({
      queryKey: ['setting/order_status'],
      queryFn: ({ signal }) => readAll(api().setting.order_status.each({}, { signal })),
      staleTime: SELDOM_MS,
    }),
};
