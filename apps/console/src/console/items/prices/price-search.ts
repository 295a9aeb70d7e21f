import { positiveIn, textIn } from '../../frame/search-values.js';
import { type ItemSearch, readItemSearch } from '../item-search.js';

/** The address names the items whose prices change: those chosen one by one, or all that a list has shown. */
export interface PriceSearch extends Pick<ItemSearch, 'q' | 'brand' | 'stock' | 'page'> {
  ids?: string | undefined;
}

export const PAGE_SIZE = 50;

export function readPriceSearch(given: Record<string, unknown>): PriceSearch {
  const { q, brand, stock, page } = readItemSearch(given);
  return { q, brand, stock, page, ids: textIn(given['ids']) };
}

export const idsText = (ids: Iterable<number>): string => [...ids].join('-');

export const idsIn = ({ ids }: PriceSearch): number[] | undefined =>
  ids?.split('-').flatMap((id) => positiveIn(id) ?? []);
