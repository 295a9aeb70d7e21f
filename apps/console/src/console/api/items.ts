import type { FlowGetBalance, Item, ItemEdit, ItemFlowGet, ItemGet } from '@stockbook/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { byName, PAGE, readAll, readPages } from './pages.js';
import { queryClient } from './query-client.js';
import { SELDOM_MS } from './settings.js';

/** Every reading call of items and stock, with its place in the cache: the resource comes first, then the request. */
export const itemQueries = {
  brands: () =>
    queryOptions({
      queryKey: ['inventory/brand'],
      queryFn: async ({ signal }) => (await readAll(api().inventory.brand.each({}, { signal }))).sort(byName),
      staleTime: SELDOM_MS,
    }),
  locations: () =>
    queryOptions({
      queryKey: ['inventory/location'],
      queryFn: async ({ signal }) => (await readAll(api().inventory.location.each({}, { signal }))).sort(byName),
      staleTime: SELDOM_MS,
    }),
  list: (request: ItemGet) =>
    queryOptions({
      queryKey: ['inventory/item', 'list', request],
      queryFn: ({ signal }) => api().inventory.item.get(request, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (item_id: number) =>
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
      queryFn: ({ signal }) =>
        readPages(
          async (page) =>
            (await api().inventory.flow.getBalance({ ...request, page, limit: PAGE }, { signal })).balances,
        ),
    }),
};

/** Reads all items that match a request, whatever its page and sort are. */
export const readAllItems = ({ page, limit, sort, order, ...filters }: ItemGet, signal: AbortSignal) =>
  api().inventory.item.each(filters, { signal });

/** Reads all movements that a request finds, the oldest first. */
export const readAllFlows = ({ page, limit, ...filters }: ItemFlowGet, signal: AbortSignal) =>
  api().inventory.flow.each(filters, { signal });

interface ItemChange {
  readonly item: Pick<Item, 'item_id' | 'revision'>;
  readonly fields: ItemEdit;
}

export const readItemsAnew = () => queryClient.invalidateQueries({ queryKey: ['inventory/item'] });

/** Changes the named fields of an item, unless somebody else has changed it since it was read. */
export const useItemChange = () =>
  useMutation({
    mutationFn: ({ item: { item_id, revision }, fields }: ItemChange) =>
      api().inventory.item.edit({ item_id, ...fields }, { ifRevision: revision }),
    // After a conflict the page shows what is stored, too.
    onSettled: readItemsAnew,
  });

interface PictureGiven {
  readonly picture: Blob;
  readonly sortOrder: number;
}

export const usePictureUpload = (item_id: number) =>
  useMutation({
    mutationFn: async ({ picture, sortOrder: sort_order }: PictureGiven) => {
      const content = (await base64Of(picture)).replace(/^.*,/, '');
      return api().inventory.item.addImage({ item_id, content, sort_order });
    },
    onSuccess: readItemsAnew,
  });

const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
