import type { ItemGet } from '@stockbook/client';
import { positiveIn, oneOf, someOf, textIn } from '../frame/search-values.js';

export const STOCK_STATES = ['ok', 'warning', 'danger', 'out'] as const;
export const COLUMNS = ['model', 'sku', 'barcode', 'quantity', 'price', 'average_cost', 'date_modified'] as const;
export type Column = (typeof COLUMNS)[number];
const USUAL: readonly Column[] = ['model', 'sku', 'quantity', 'price'];
const NARROW: readonly Column[] = ['quantity', 'price'];
const SORTS = ['name', ...COLUMNS] as const;

/** The address holds what the list of items shows. */
export interface ItemSearch {
  q?: string | undefined;
  brand?: number | undefined;
  stock?: (typeof STOCK_STATES)[number] | undefined;
  columns?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  order?: 'ASC' | 'DESC' | undefined;
  page?: number | undefined;
}

export const PAGE_SIZE = 50;

export const readItemSearch = (given: Record<string, unknown>): ItemSearch => ({
  q: textIn(given['q']),
  brand: positiveIn(given['brand']),
  stock: oneOf(STOCK_STATES, given['stock']),
  columns: textIn(given['columns']),
  sort: oneOf(SORTS, given['sort']),
  order: oneOf(['ASC', 'DESC'], given['order']),
  page: positiveIn(given['page']),
});

/** Returns the columns that the address names; those who may not see cost have no column of it. */
export const columnsOf = ({ columns }: ItemSearch, viewsCost: boolean, isNarrow: boolean): readonly Column[] =>
  (someOf(COLUMNS, columns) ?? (isNarrow ? NARROW : USUAL)).filter((column) => viewsCost || column !== 'average_cost');

/** Returns the part of a request that says which items are meant. */
export const filtersOf = ({ q, brand, stock }: Pick<ItemSearch, 'q' | 'brand' | 'stock'>): ItemGet => ({
  search: q,
  filter_brand_id: brand,
  filter_stock_state: stock,
});

/** Returns the request of a list. It asks for the shown fields alone. */
export const requestOf = (search: ItemSearch, columns: readonly Column[]): ItemGet => ({
  ...filtersOf(search),
  sort: search.sort,
  order: search.order,
  page: search.page ?? 1,
  limit: PAGE_SIZE,
  fields: ['name', 'thumb', 'quantity', 'bundle', ...columns].join(','),
});

/** Returns the request of the one item at this place of a list, from 1. */
export const placeRequestOf = (search: ItemSearch, place: number): ItemGet => ({
  ...filtersOf(search),
  sort: search.sort,
  order: search.order,
  page: place,
  limit: 1,
  fields: 'name',
});
