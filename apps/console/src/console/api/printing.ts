import { StockbookError } from '@stockbook/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';

const LABEL_FIELDS = 'name,model,sku,gtin,barcode,price';
const PLACE_FIELDS = 'name,sku,model,locations';

/** No document has a number of this series. */
const UNUSED_SERIES = 'console-dry-run';

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
  /** Returns the orders that have an invoice number. */
  numbered: (ids: Ids) =>
    queryOptions({
      queryKey: ['extension/module/invoice', 'numbered', ids],
      queryFn: async (): Promise<ReadonlySet<number>> => {
        const { extension } = api().batched();
        const asked = ids.map((order_id) =>
          extension.module.invoice
            .render({ order_id, series: UNUSED_SERIES, dry_run: true })
            .then(() => false, isNumbered),
        );
        const answers = await Promise.all(asked);
        return new Set(ids.filter((_, place) => answers[place]));
      },
      staleTime: 0,
      gcTime: 0,
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

/** The API refuses another series for an order that has a number. */
function isNumbered(error: unknown): true {
  if (
    error instanceof StockbookError &&
    error.details.some(({ code, field }) => code === 'duplicate' && field === 'series')
  )
    return true;
  throw error;
}
