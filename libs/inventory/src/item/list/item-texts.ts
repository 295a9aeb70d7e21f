import { fittingCount, type PageReader } from '@stockbook/persistence';
import { LRUCache } from 'lru-cache';
import { type ListedItem, rowsOfPage, type Stamped } from './item-list.js';
import { type JoinedFields, storedPart } from './item-view.js';

/** The stored part of an item as JSON, and the fields of its row that are shown with others. */
export interface ItemText extends JoinedFields, Stamped {
  readonly json: string;
}

/** A process keeps at most this much in memory for all accounts. */
const MOST_BYTES = 32 * 1_024 ** 2;
/** A location or a price is an object of three numbers or short texts. */
const OBJECT_BYTES = 256;

const bytesOf = ({ json, locations, customer_groups }: ItemText): number =>
  2 * json.length + OBJECT_BYTES * (1 + locations.length + customer_groups.length);

/** A page reads the stamps of its rows, so it never shows an older row. */
export class ItemTexts {
  private readonly kept = new LRUCache<string, ItemText>({ maxSize: MOST_BYTES, sizeCalculation: bytesOf });

  async ofPage(reader: PageReader, account_id: number, items: readonly ListedItem[]) {
    const texts = new Map<number, ItemText>();
    for (const { item_id, stamp } of items) {
      const kept = this.kept.get(`${account_id} ${item_id}`);
      if (kept?.stamp === stamp) texts.set(item_id, kept);
    }
    const missing = items.map(({ item_id }) => item_id).filter((item_id) => !texts.has(item_id));
    const { children: rows, fitting } = await rowsOfPage(reader, account_id, missing);
    for (const [item_id, [row]] of rows) {
      if (!row) continue;
      const { stamp, locations, customer_groups } = row;
      const text = { stamp, locations, customer_groups, json: JSON.stringify(storedPart(row)) };
      this.kept.set(`${account_id} ${item_id}`, text);
      texts.set(item_id, text);
    }
    const unread = items.findIndex(({ item_id }) => item_id === missing[fitting]);
    const read = unread < 0 ? items : items.slice(0, unread);
    const sizes = read.map(({ item_id }) => Buffer.byteLength(texts.get(item_id)?.json ?? ''));
    return { texts, fitting: fittingCount(sizes, reader.limits.pageBytes) };
  }
}
