import type { PurchaseOrder } from '@stockbook/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { readAll } from './pages.js';
import { queryClient } from './query-client.js';
import { SELDOM_MS } from './settings.js';

const RECEIVABLE = ['open', 'partly_received'] as const;
const COUNTABLE = [1, 2] as const;

/** Every reading call of moving stock, with its place in the cache: the resource comes first, then the request. */
export const stockQueries = {
  suppliers: () =>
    queryOptions({
      queryKey: ['inventory/supplier'],
      queryFn: ({ signal }) => readAll(api().inventory.supplier.each({}, { signal })),
      staleTime: SELDOM_MS,
    }),
  /** The purchase orders that take receipts. */
  expected: () =>
    queryOptions({
      queryKey: ['inventory/purchase_order', 'expected'],
      queryFn: async ({ signal }) => {
        const lists = await Promise.all(
          RECEIVABLE.map((filter_status) =>
            readAll(api().inventory.purchase_order.each({ filter_status }, { signal })),
          ),
        );
        return lists.flat().sort(newestFirst);
      },
    }),
  purchaseOrder: (purchase_order_id: number) =>
    queryOptions({
      queryKey: ['inventory/purchase_order', purchase_order_id],
      queryFn: async ({ signal }) =>
        (await api().inventory.purchase_order.get({ purchase_order_id }, { signal })).purchase_orders[0] ?? null,
    }),
  /** The stock takes that are not over. */
  openJobs: () =>
    queryOptions({
      queryKey: ['inventory/stock_take_job', 'open'],
      queryFn: async ({ signal }) => {
        const lists = await Promise.all(
          COUNTABLE.map((filter_job_status_id) =>
            readAll(
              api().inventory.stock_take_job.each(
                { filter_job_status_id, fields: 'location_id,comment,total,counted,date_added' },
                { signal },
              ),
            ),
          ),
        );
        return lists.flat();
      },
    }),
  job: (item_stock_take_job_id: number) =>
    queryOptions({
      queryKey: ['inventory/stock_take_job', item_stock_take_job_id],
      queryFn: async ({ signal }) =>
        (await api().inventory.stock_take_job.get({ item_stock_take_job_id }, { signal })).stock_take_jobs[0] ?? null,
    }),
};

const newestFirst = (one: PurchaseOrder, other: PurchaseOrder) => other.purchase_order_id - one.purchase_order_id;

/** The resources whose lists show something else once stock has moved. */
const MOVED = ['inventory/item', 'inventory/flow', 'inventory/purchase_order', 'inventory/stock_take_job'];

export const readStockAnew = async (): Promise<void> => {
  await Promise.all(MOVED.map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })));
};

/** Books the counts of a stock take. A stock take that is over answers what it has changed. */
export async function completeJob(item_stock_take_job_id: number) {
  const booked = await api().inventory.stock_take_job.complete({ item_stock_take_job_id });
  await readStockAnew();
  return booked;
}
