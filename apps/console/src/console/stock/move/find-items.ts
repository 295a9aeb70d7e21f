import type { Item, ItemGet } from '@stockbook/client';
import { hasCode } from '../../api/item-codes.js';
import type { LineItem } from './line.js';

const MOST_OFFERED = 8;
const FIELDS = 'name,thumb,model,sku,barcode,gtin,bundle,locations';
/** A text of so many digits alone is a code, of which a part means nothing. */
const WHOLE_CODE = /^\d{6,}$/;

interface Matches {
  readonly items: readonly Item[];
  readonly isExact: boolean;
}

/** Returns the request that finds items by what was scanned or typed. */
export const findRequest = (text: string, viewsCost: boolean): ItemGet => ({
  search: text,
  limit: MOST_OFFERED,
  fields: viewsCost ? `${FIELDS},cost,average_cost` : FIELDS,
});

/** Returns the items that have the code, or else those that the text may mean, of which somebody chooses. */
export function matchesOf(text: string, found: readonly Item[]): Matches {
  const exact = found.filter((item) => hasCode(item, text));
  return exact.length || WHOLE_CODE.test(text) ? { items: exact, isExact: true } : { items: found, isExact: false };
}

export const lineItemOf = (item: Item, location_id: number): LineItem => ({
  item_id: item.item_id,
  name: item.name,
  label: item.sku || item.barcode || item.model || item.gtin,
  thumb: item.thumb,
  available: item.locations.find((place) => place.location_id === location_id)?.quantity ?? 0,
  // Without a cost of its own an item comes in at its average.
  cost: item.cost || item.average_cost,
});
