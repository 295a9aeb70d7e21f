import { type Class, CountedLine, type Endpoint, fieldsOf, Id, ListOf, operations, Text } from '@stockbook/contracts';

/** A count of a location's stock, which is planned, counted and completed as one record. */
class StockCount {
  @Id() location_id!: number;
  @Text({ optional: true }) comment?: string;
  @ListOf(() => CountedLine, { min: 1, max: 10_000 }) items!: CountedLine[];
}

/** A kind of records that files hold. */
export interface Resource {
  readonly path: string;
  readonly id: string;
  /** The operation that adds a record. */
  readonly add: Endpoint;
  /** Absent if an import only adds. */
  readonly edit?: Endpoint;
  /** The record as `get` shows it. */
  readonly shown: Class;
  /** The fields that may name a record, the best ones first. */
  readonly keys: readonly string[];
  /** The list that has an element for each row of a group. */
  readonly lines?: string;
  /** The names of lists in records, where requests call them otherwise. */
  readonly shownAs: Readonly<Record<string, string>>;
  /** Required fields without a value are empty. */
  readonly fills?: boolean;
}

interface Terms {
  readonly id?: string;
  readonly add?: string;
  readonly keys?: readonly string[];
  readonly lines?: string;
  readonly shownLines?: string;
  readonly fills?: boolean;
  readonly request?: Class;
}

const TERMS: Readonly<Record<string, Terms>> = {
  'inventory/brand': { keys: ['name'] },
  'inventory/category': { keys: ['name'] },
  'inventory/supplier': { keys: ['name', 'email'] },
  'inventory/item': { keys: ['sku', 'model', 'barcode'] },
  'inventory/addition': { id: 'item_addition_id', lines: 'addition', shownLines: 'items' },
  'inventory/deduction': { id: 'item_deduction_id', lines: 'deduction', shownLines: 'items' },
  'inventory/stock_take_job': { id: 'item_stock_take_job_id', lines: 'items', request: StockCount },
  'sale/customer': { keys: ['email', 'card_number', 'telephone'] },
  'sale/order': { add: 'integration/channel/importOrder', keys: ['imported_order_id'], lines: 'products', fills: true },
  'sale/credit_note': { lines: 'products' },
};

/** The paths of the resources that can be imported. */
export const importable = Object.keys(TERMS);

export function resourceAt(path: string): Resource | undefined {
  const terms = TERMS[path];
  const get = operations.get(`${path}/get`);
  const add = operations.get(terms?.add ?? `${path}/add`);
  if (!terms || !get || !add) return undefined;
  const { keys = [], lines, shownLines, request, fills = false, id = `${path.split('/').at(-1)}_id` } = terms;
  const edit = keys.length && !terms.add ? operations.get(`${path}/edit`) : undefined;
  return {
    ...{ path, id, keys, fills, shown: recordOf(get) },
    add: request ? { ...add, request } : add,
    ...(edit && { edit }),
    ...(lines && { lines }),
    shownAs: lines && shownLines ? { [lines]: shownLines } : {},
  };
}

/** Returns the class of the records that a `get` lists. */
function recordOf({ response }: Endpoint): Class {
  const lists = Object.values(fieldsOf(response)).filter(({ list, of }) => list && of);
  return lists[0]!.of!();
}
