import type { ItemFlow, PurchaseOrder, Reservation } from '@stockbook/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { PAGE, readAll } from './pages.js';
import { stockQueries } from './stock.js';

/** The status of a transfer job whose pieces are under way. */
const IN_TRANSIT = 2;
export const REQUESTS_SHOWN = 10;

/** The resource of each kind of document that moves stock. */
const RESOURCES: Readonly<Record<string, string>> = {
  order: 'sale/order',
  credit_note: 'sale/credit_note',
};

/** Returns the record that moved the stock, like `sale/order/42`; `editStock` has none. */
export const recordOf = ({ document, document_id }: ItemFlow): string | undefined =>
  document_id ? `${RESOURCES[document] ?? `inventory/${document}`}/${document_id}` : undefined;

/** Reads the records behind a number of an item. */
export const explainQueries = {
  proof: (item_id: number) =>
    queryOptions({
      queryKey: ['inventory/flow', 'proof', item_id],
      queryFn: ({ signal }) => api().inventory.flow.verify({ item_id }, { signal }),
    }),
  flow: (item_flow_id: number, item_id: number) =>
    queryOptions({
      queryKey: ['inventory/flow', 'one', item_flow_id],
      queryFn: async ({ signal }) => {
        const behind = { after_id: item_flow_id - 1, order: 'ASC', limit: 1, with_total: false } as const;
        const { flows } = await api().inventory.flow.get({ filter_item_id: item_id, ...behind }, { signal });
        return flows.find((flow) => flow.item_flow_id === item_flow_id) ?? null;
      },
    }),
  /** The requests that made and changed a document, the latest first. */
  requests: (filter_record: string, page: number) =>
    queryOptions({
      queryKey: ['setting/audit', filter_record, page],
      queryFn: ({ signal }) => api().setting.audit.get({ filter_record, page, limit: REQUESTS_SHOWN }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /**
   * The reservations of an item, the latest first. The API finds none by an item, so the list is read until they hold
   * all reserved pieces.
   */
  holds: (item_id: number, filter_location_id: number, reserved: number) =>
    queryOptions({
      queryKey: ['inventory/reservation', item_id, filter_location_id, reserved],
      queryFn: async ({ signal }) => {
        const holds: Hold[] = [];
        let left = reserved;
        for (let after_id = 0; left > 0;) {
          const request = { filter_location_id, after_id, limit: PAGE, with_total: false };
          const { reservations, truncated } = await api().inventory.reservation.get(request, { signal });
          const found = reservations.flatMap((reservation) => holdsOf(reservation, item_id));
          holds.push(...found);
          left -= found.reduce((sum, { held }) => sum + held, 0);
          const last = reservations.at(-1);
          if (!last || (reservations.length < PAGE && !truncated)) break;
          after_id = last.item_reservation_id;
        }
        return holds;
      },
    }),
  /** Transfers under way that bring pieces of the item. */
  transfers: (item_id: number, location_id: number | undefined) =>
    queryOptions({
      queryKey: ['inventory/transfer_job', item_id, location_id],
      queryFn: async ({ signal }) => {
        const request = { filter_job_status_id: IN_TRANSIT };
        const transfer_jobs = await readAll(api().inventory.transfer_job.each(request, { signal }));
        return transfer_jobs.flatMap(({ items, ...head }) => {
          const coming = items.reduce(
            (sum, each) => sum + (each.item_id === item_id ? each.quantity_in_transit : 0),
            0,
          );
          return coming && (!location_id || head.to_location_id === location_id) ? { ...head, coming } : [];
        });
      },
    }),
  /** Purchase orders that are to bring pieces of the item. */
  expected: (item_id: number) => ({
    ...stockQueries.expected(),
    select: (orders: readonly PurchaseOrder[]) => orders.flatMap((order) => expectedOf(order, item_id)),
  }),
  /** Orders whose status takes stock and that lack pieces of the item, by order number. */
  backordered: (filter_product: number, statuses: readonly number[]) =>
    queryOptions({
      queryKey: ['sale/order', 'backordered', filter_product, statuses],
      queryFn: ({ signal }) =>
        api().sale.order.get(
          {
            filter_product,
            filter_deducted: false,
            filter_order_status: statuses.join(','),
            sort: 'order_id',
            order: 'ASC',
            limit: 20,
            fields: 'imported_order_id,name,date_ordered,date_added,products',
          },
          { signal },
        ),
    }),
};

interface Hold extends Omit<Reservation, 'items'> {
  readonly held: number;
}

function holdsOf({ items, ...head }: Reservation, item_id: number): Hold[] {
  const held = items.reduce((sum, each) => sum + (each.item_id === item_id ? each.quantity_held : 0), 0);
  return held ? [{ ...head, held }] : [];
}

export interface ExpectedPieces {
  readonly order: PurchaseOrder;
  readonly pieces: number;
}

function expectedOf(order: PurchaseOrder, item_id: number): ExpectedPieces[] {
  const pieces = order.items
    .filter((line) => line.item_id === item_id)
    .reduce((sum, { quantity, quantity_received }) => sum + Math.max(0, quantity - quantity_received), 0);
  return pieces ? [{ order, pieces }] : [];
}
