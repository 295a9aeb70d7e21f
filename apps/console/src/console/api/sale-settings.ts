import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { ALL } from './pages.js';
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
      queryFn: async ({ signal }) => {
        const request = { filter_type: 'pos', filter_status: 1, order: 'ASC', limit: ALL } as const;
        return (await api().integration.channel.get(request, { signal })).channels;
      },
      staleTime: SELDOM_MS,
    }),
  locations: () =>
    queryOptions({
      queryKey: ['inventory/location'],
      queryFn: async ({ signal }) => (await api().inventory.location.get({ limit: ALL }, { signal })).locations,
      staleTime: SELDOM_MS,
    }),
  paymentMethods: () =>
    queryOptions({
      queryKey: ['setting/payment_method'],
      queryFn: async ({ signal }) => {
        const request = { sort: 'sort_order', order: 'ASC', limit: ALL } as const;
        return (await api().setting.payment_method.get(request, { signal })).payment_methods;
      },
      staleTime: SELDOM_MS,
    }),
  creditNoteStatuses: () =>
    queryOptions({
      queryKey: ['setting/credit_note_status'],
      queryFn: async ({ signal }) =>
        (await api().setting.credit_note_status.get({ limit: ALL }, { signal })).credit_note_statuses,
      staleTime: SELDOM_MS,
    }),
};
