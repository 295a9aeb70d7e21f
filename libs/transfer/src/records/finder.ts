import type { Operations } from '@stockbook/client';
import { LRUCache } from 'lru-cache';
import { PATH } from '../reference-terms.js';
import { allOf, idIn, isCode, isSame, nameOf, recordsIn, type Shown } from './lists.js';
import { StoredValues } from './stored-values.js';

/** The filters that find a record of a long list by a field. All other lists are read once, as a whole. */
const FILTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'inventory/item': { item_id: 'item_id', sku: 'sku', model: 'model', barcode: 'barcode' },
  'inventory/addition': { item_addition_id: 'item_addition_id' },
  'inventory/deduction': { item_deduction_id: 'item_deduction_id' },
  'inventory/stock_take_job': { item_stock_take_job_id: 'item_stock_take_job_id' },
  'sale/customer': {
    customer_id: 'customer_id',
    email: 'filter_email',
    telephone: 'filter_telephone',
    card_number: 'filter_card_number',
  },
  'sale/order': { order_id: 'order_id', imported_order_id: 'filter_imported_order_id' },
  'sale/credit_note': { credit_note_id: 'credit_note_id' },
};
const WITHOUT_PAGES = ['setting/language'];
const MOST_KEPT = 50_000;
const PAGE = 100;

/** Finds living records by what people call them. It reads each one once. */
export class Finder {
  private readonly kept = new LRUCache<string, Promise<readonly Shown[]>>({ max: MOST_KEPT });
  private readonly lists = new Map<string, Promise<Shown[]>>();
  private readonly values = new Map<string, StoredValues>();

  constructor(private readonly client: Operations) {}

  /** Returns the records whose field has this value; a category may be named with those above it. */
  async find(path: string, by: string, value: string): Promise<readonly Shown[]> {
    const filter = FILTERS[path]?.[by];
    if (filter) return this.findLong(path, by, value, filter);
    const list = await this.list(path);
    if (path === 'inventory/category' && by === 'name') return categoriesAt(list, value);
    return list.filter((record) => isSame(record[by], value));
  }

  /** Returns the categories of this name below another one; 0: at the top. */
  async categoriesBelow(parent_id: number, name: string): Promise<readonly Shown[]> {
    const list = await this.list('inventory/category');
    return list.filter((record) => Number(record['parent_id']) === parent_id && isSame(record['name'], name));
  }

  async withId(path: string, id: number): Promise<Shown | undefined> {
    const [record] = await this.find(path, `${path.split('/').at(-1)}_id`, String(id));
    return record;
  }

  /** Notes a record that has just been added. */
  async note(path: string, record: Shown): Promise<void> {
    for (const by of Object.keys(FILTERS[path] ?? {})) {
      const value = record[by];
      if (value !== undefined) this.valuesOf(path, by).add(String(value));
      if (typeof value === 'string') this.kept.set(keyOf(path, by, value), Promise.resolve([record]));
    }
    const list = FILTERS[path] ? undefined : await this.lists.get(path);
    const isListed = list?.some((other) => idIn(path, other) === idIn(path, record));
    if (!isListed) list?.push(path === 'inventory/category' ? { parent_id: 0, ...record } : record);
  }

  private findLong(path: string, by: string, value: string, filter: string): Promise<readonly Shown[]> {
    const key = keyOf(path, by, value);
    const known = this.kept.get(key);
    if (known) return known;
    const found = this.lookUp(path, by, value, filter);
    this.kept.set(key, found);
    found.catch(() => this.kept.delete(key));
    return found;
  }

  private async lookUp(path: string, by: string, value: string, filter: string): Promise<readonly Shown[]> {
    if (!(await this.valuesOf(path, by).mayHave(value))) return [];
    const input = { [filter]: value, limit: PAGE, with_total: false };
    const page = recordsIn(await this.client.request(`${path}/get`, input));
    // The server compares codes in its own way. It looks for a part of an e-mail or a telephone, which many may have.
    if (isCode(by)) return page;
    const records = page.length < PAGE ? page : await allOf(this.client, path, { [filter]: value });
    return records.filter((record) => isSame(record[by], value));
  }

  private valuesOf(path: string, by: string): StoredValues {
    const name = `${path} ${by}`;
    const values = this.values.get(name) ?? new StoredValues(this.client, path, by);
    this.values.set(name, values);
    return values;
  }

  private list(path: string): Promise<Shown[]> {
    const known = this.lists.get(path) ?? this.readList(path);
    this.lists.set(path, known);
    return known;
  }

  private async readList(path: string): Promise<Shown[]> {
    if (WITHOUT_PAGES.includes(path)) return [...recordsIn(await this.client.request(`${path}/get`))];
    return allOf(this.client, path);
  }
}

const keyOf = (path: string, by: string, value: string): string => `${path} ${nameOf(by, value)}`;

/** Finds a category by its path from the top, else by its own name. */
function categoriesAt(list: readonly Shown[], path: string): readonly Shown[] {
  let parents: readonly unknown[] = [0];
  let found: readonly Shown[] = [];
  for (const name of path.split(PATH)) {
    found = list.filter(({ parent_id, name: own }) => parents.includes(parent_id) && isSame(own, name));
    parents = found.map(({ category_id }) => category_id);
  }
  return found.length ? found : list.filter(({ name }) => isSame(name, path));
}
