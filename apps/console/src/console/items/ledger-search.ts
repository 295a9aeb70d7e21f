import type { ItemFlowGet } from '@stockbook/client';
import { positiveIn, oneOf, textIn } from '../frame/search-values.js';
import { type ItemSearch, readItemSearch } from './item-search.js';

export const VIEWS = ['overview', 'ledger'] as const;
const KINDS = ['in', 'out'] as const;

/** The address holds what the page of an item shows. */
export interface LedgerSearch {
  view?: (typeof VIEWS)[number] | undefined;
  location?: number | undefined;
  kind?: (typeof KINDS)[number] | undefined;
  at?: string | undefined;
  page?: number | undefined;
  explain?: string | undefined;
  /** The list that the item was opened from, and its place there, from 1. */
  list?: ItemSearch | undefined;
  place?: number | undefined;
}

export const PAGE_SIZE = 25;
const CHARTED = 100;

export const readLedgerSearch = (given: Record<string, unknown>): LedgerSearch => ({
  view: oneOf(VIEWS, given['view']),
  location: positiveIn(given['location']),
  kind: oneOf(KINDS, given['kind']),
  at: instantIn(given['at']),
  page: positiveIn(given['page']),
  explain: textIn(given['explain']),
  list: isObject(given['list']) ? readItemSearch(given['list']) : undefined,
  place: positiveIn(given['place']),
});

function instantIn(value: unknown): string | undefined {
  const text = textIn(value);
  return text && /^[\d-]{10}T[\d:]{5}$/.test(text) && Date.parse(`${text}Z`) ? text : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const flowRequestOf = (filter_item_id: number, search: LedgerSearch): ItemFlowGet => ({
  filter_item_id,
  filter_location_id: search.location,
  filter_kind: search.kind,
  page: search.page ?? 1,
  limit: PAGE_SIZE,
});

export const firstRequestOf = (filter_item_id: number): ItemFlowGet => ({
  filter_item_id,
  order: 'ASC',
  limit: 1,
  with_total: false,
});

export const chartRequestOf = (filter_item_id: number, filter_location_id: number | undefined): ItemFlowGet => ({
  filter_item_id,
  filter_location_id,
  limit: CHARTED,
});
