import type { Item, ItemEdit } from '@stockbook/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { queryClient } from './query-client.js';

interface ItemChange {
  readonly item: Pick<Item, 'item_id' | 'revision'>;
  readonly fields: ItemEdit;
}

const readItemsAnew = () => queryClient.invalidateQueries({ queryKey: ['inventory/item'] });

/** Changes the named fields of an item, unless somebody else has changed it since it was read. */
export const useItemChange = () =>
  useMutation({
    mutationFn: ({ item: { item_id, revision }, fields }: ItemChange) =>
      api().inventory.item.edit({ item_id, ...fields }, { ifRevision: revision }),
    onSuccess: readItemsAnew,
  });

export const usePictureUpload = (item_id: number) =>
  useMutation({
    mutationFn: async (file: File) =>
      api().inventory.item.addImage({ item_id, content: (await base64Of(file)).replace(/^.*,/, '') }),
    onSuccess: readItemsAnew,
  });

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
