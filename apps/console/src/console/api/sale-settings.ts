import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { readAll } from './pages.js';
import { SELDOM_MS } from './settings.js';

/** Every reading call of what a sale chooses from, with its place in the cache. */
export const saleSettingQueries = {
  company: () =>
    queryOptions({
      queryKey: ['setting/company'],
      queryFn: async ({ signal }) => (await api().setting.company.get({}, { signal })).settings,
      staleTime: SELDOM_MS,
    }),
  /** The channels that take orders made by hand, the oldest first. */
  counters: () =>
    queryOptions({
      queryKey: ['integration/channel', 'pos'],
      queryFn: ({ signal }) =>
        readAll(api().integration.channel.each({ filter_type: 'pos', filter_status: 1 }, { signal })),
      staleTime: SELDOM_MS,
    }),
  paymentMethods: () =>
    queryOptions({
      queryKey: ['setting/payment_method'],
      queryFn: async ({ signal }) =>
        (await readAll(api().setting.payment_method.each({}, { signal }))).sort(
          (one, other) => one.sort_order - other.sort_order,
        ),
      staleTime: SELDOM_MS,
    }),
  creditNoteStatuses: () =>
    queryOptions({
      queryKey: ['setting/credit_note_status'],
      queryFn: ({ signal }) => readAll(api().setting.credit_note_status.each({}, { signal })),
      staleTime: SELDOM_MS,
    }),
};
