import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';

const LABEL_FIELDS = 'name,model,sku,gtin,barcode,price';
const PLACE_FIELDS = 'name,sku,model,locations';

type Ids = readonly number[];

/** Everything that is printed, read anew for each print. One request reads all records. */
export const printQueries = {
  labels: (ids: Ids) =>
    queryOptions({ queryKey: ['inventory/item', 'labels', ids], queryFn: () => itemsOf(ids, LABEL_FIELDS) }),
  places: (ids: Ids) =>
    queryOptions({ queryKey: ['inventory/item', 'places', ids], queryFn: () => itemsOf(ids, PLACE_FIELDS) }),
  orders: (ids: Ids) =>
    queryOptions({
      queryKey: ['sale/order', 'printed', ids],
      queryFn: async () => {
        const { sale } = api().batched();
        return (await Promise.all(ids.map((order_id) => sale.order.get({ order_id })))).flatMap(({ orders }) => orders);
      },
    }),
  /** An invoice keeps the number of its first print; the rest follows its order from one print to the next. */
  invoices: (ids: Ids) =>
    queryOptions({
      queryKey: ['extension/module/invoice', ids],
      queryFn: () => {
        const { extension } = api().batched();
        return Promise.all(ids.map((order_id) => extension.module.invoice.render({ order_id })));
      },
      staleTime: Infinity,
      gcTime: 0,
    }),
};

async function itemsOf(ids: Ids, fields: string) {
  const { inventory } = api().batched();
  const answers = await Promise.all(ids.map((item_id) => inventory.item.get({ item_id, fields })));
  return answers.flatMap(({ items }) => items);
}
