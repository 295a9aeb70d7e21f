import type { OrderGet } from '@stockbook/client';
import { positiveIn, textIn } from '../frame/search-values.js';

/** The address holds what the list of orders shows. */
export interface OrderSearch {
  q?: string | undefined;
  status?: number | undefined;
  page?: number | undefined;
}

export const PAGE_SIZE = 50;
const FIELDS =
  'name,channel,order_status,order_status_id,date_ordered,date_added,total,currency,imported_order_id,revision';

export const readOrderSearch = (given: Record<string, unknown>): OrderSearch => ({
  q: textIn(given['q']),
  status: positiveIn(given['status']),
  page: positiveIn(given['page']),
});

export const requestOf = (search: OrderSearch): OrderGet => ({
  search: search.q,
  filter_order_status: search.status,
  page: search.page ?? 1,
  limit: PAGE_SIZE,
  fields: FIELDS,
});

/** The address of a new order names its draft. */
export const readDraftSearch = (given: Record<string, unknown>): { draft?: string | undefined } => ({
  draft: textIn(given['draft']),
});
