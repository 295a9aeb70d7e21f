import {
  ambiguousName,
  type Caller,
  comparedCode,
  type Fault,
  formsOfCode,
  type ItemNaming,
  type ItemSnapshot,
  noRecord,
  noReference,
} from '@stockbook/contracts';
import { type Db, groupBy, maySee, sharedReads, statement, type Tx } from '@stockbook/persistence';
import { text } from '../../text.js';

const FIELDS = ['item_id', 'model', 'sku', 'barcode'] as const;
const ONE = 'must name its item by exactly one of item_id, model, sku and barcode.';

export interface NamedItem extends ItemSnapshot {
  readonly barcode: string;
  readonly channel_group_id: number;
  readonly bundle: boolean;
  /** The item's own cost, for stock that has no average yet: a decimal text. */
  readonly cost: string;
}

type Field = (typeof FIELDS)[number];

/**
 * Each set of fields has a statement: an OR with fields that nobody gave would keep PostgreSQL from the given one's
 * index. Its costs are no join, for which PostgreSQL may read those of all items. Subqueries hide the account and the
 * number of names, for which PostgreSQL would otherwise plan the statement each time.
 */
const namedBy = (fields: readonly Field[]) =>
  statement(
    `items_by_${fields.join('_')}`,
    `SELECT item_id, name, model, sku, barcode, image, weight::float8 AS weight, channel_group_id, bundle, cost,
       COALESCE((
         SELECT average_cost FROM inventory.item_cost WHERE account_id = item.account_id AND item_id = item.item_id
       ), 0) AS average_cost
     FROM inventory.item
     WHERE account_id = (SELECT $1::int) AND date_deleted IS NULL AND (${fields.map(isOneOf).join(' OR ')})
     ORDER BY item_id`,
  );

const isOneOf = (field: Field, index: number) =>
  field === 'item_id'
    ? `item_id = ANY ((SELECT $${index + 2}::bigint[])::bigint[])`
    : text.same(field, `= ANY ((SELECT $${index + 2}::text[])::text[])`);

/** Returns the account's living items that any field of the namings fits, in the order of their ids. */
export async function namedItems(
  db: Db | Tx,
  account_id: number,
  namings: readonly ItemNaming[],
): Promise<NamedItem[]> {
  const fields = FIELDS.filter((field) => namings.some((naming) => naming[field]));
  if (!fields.length) return [];
  const given = fields.map((field) => [...new Set(namingValues(field, namings))]);
  return db.query<NamedItem>(namedBy(fields), [account_id, ...given]);
}

interface Wanted {
  readonly account_id: number;
  readonly namings: readonly ItemNaming[];
}

/** Finds the same for requests: those of an account that arrive together share a statement. */
export function namedItemsFinder(db: Db): (wanted: Wanted) => Promise<NamedItem[]> {
  return sharedReads(async (wanted: readonly Wanted[]) => {
    const read = async ([account_id, group]: readonly [number, Wanted[]]) => {
      const namings = group.flatMap((each) => each.namings);
      return [account_id, await namedItems(db, account_id, namings)] as const;
    };
    const found = new Map(await Promise.all([...groupBy(wanted, ({ account_id }) => account_id)].map(read)));
    return wanted.map(({ account_id, namings }) => {
      const items = found.get(account_id) ?? [];
      const given = FIELDS.map((field) => [field, new Set(namingValues(field, namings))] as const);
      return items.filter((item) => given.some(([field, values]) => values.has(item[field])));
    });
  });
}

const namingValues = (field: Field, namings: readonly ItemNaming[]) =>
  namings.flatMap((naming): (string | number)[] => {
    if (field === 'barcode') return naming.barcode ? formsOfCode(naming.barcode) : [];
    return [naming[field] || []].flat();
  });

const fits = (item: NamedItem, field: Field, value: string | number | undefined): boolean =>
  item[field] === value || (field === 'barcode' && comparedCode(item.barcode) === comparedCode(String(value)));

/** Holds the item found for each naming, or undefined, and the reasons why some name none. */
export interface Resolved {
  readonly items: readonly (NamedItem | undefined)[];
  readonly faults: readonly Fault[];
}

/** One field must name exactly one living item. A naming without a path is what the request is about. */
export async function resolve(
  reader: Db | Tx,
  caller: Caller,
  namings: readonly ItemNaming[],
  pathOf: (index: number) => string,
): Promise<Resolved> {
  const all = await namedItems(reader, caller.account_id, namings);
  const visible = all.filter((item) => maySee(caller, item));
  const faults: Fault[] = [];
  const items = namings.map((naming, index) => {
    const path = pathOf(index);
    const [field, ...others] = FIELDS.filter((name) => naming[name]);
    if (!field || others.length) {
      faults.push({ code: 'invalid', ...(path && { field: path }), message: `${path || 'The request'} ${ONE}` });
      return undefined;
    }
    const found = visible.filter((item) => fits(item, field, naming[field]));
    if (found.length !== 1) faults.push(namingFault(found, path, field, naming[field]));
    return found.length === 1 ? found[0] : undefined;
  });
  return { items, faults };
}

function namingFault(found: readonly NamedItem[], path: string, name: string, value: string | number = ''): Fault {
  const field = path ? `${path}.${name}` : name;
  if (found.length) return ambiguousName(field, `${name} ${value}`, found);
  const what = name === 'item_id' ? 'item' : `item with ${name}`;
  return path ? noReference(field, what, value) : noRecord(what, value);
}
