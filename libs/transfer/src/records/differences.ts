import { type Class, fieldsOf } from '@stockbook/contracts';
import { isRecord, type Shown } from './lists.js';

/** A field of a record that is not as the file has it. */
export interface Difference {
  readonly field: string;
  readonly given: unknown;
  readonly shown: unknown;
}

/** The fields by which the elements of two lists belong together, if they differ by one; else their places do. */
const IDENTITIES = ['location_id', 'customer_group_id', 'language_id', 'bundle_item_id', 'code'];
/** Lists of which a request may give a part. */
const PARTIAL = ['locations'];
/** The server finds these records itself where a request gives 0. */
const FOUND_BY_SERVER = ['customer_id', 'item_id', 'order_status_id', 'credit_note_status_id', 'currency_value'];

/**
 * Compares a request with a record, by the fields that the request has. `shownAs` has the names of lists that records
 * call otherwise.
 */
export function differencesOf(
  given: object,
  record: Shown,
  type: Class,
  shownAs: Readonly<Record<string, string>> = {},
  parent = '',
): readonly Difference[] {
  const fields = fieldsOf(type);
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const spec = fields[shownAs[name] ?? name];
    const isFound = FOUND_BY_SERVER.includes(name) && Number(value) === 0;
    // A record shows the name of its payment method.
    const isOpen = value === undefined || isFound || (name === 'payment_method' && typeof value === 'number');
    if (!spec || isOpen) return [];
    const shown = record[shownAs[name] ?? name];
    const field = parent + name;
    if (Array.isArray(value))
      return listDifferences(name, value, Array.isArray(shown) ? shown : [], spec.of?.(), field);
    return isEqual(value, shown) ? [] : [{ field, given: value, shown }];
  });
}

function listDifferences(
  name: string,
  given: readonly unknown[],
  shown: readonly unknown[],
  of: Class | undefined,
  field: string,
): readonly Difference[] {
  if (!of || given.some((each) => !isRecord(each))) {
    const texts = (list: readonly unknown[]) => list.map(plainId).sort();
    return String(texts(given)) === String(texts(shown)) ? [] : [{ field, given, shown: texts(shown) }];
  }
  const identity = IDENTITIES.find((id) => differBy(id, given));
  const isShort = given.length !== shown.length && !PARTIAL.includes(name);
  const lengths = isShort ? [{ field: `${field}.length`, given: given.length, shown: shown.length }] : [];
  const inner = given.flatMap((each, i) => {
    if (!isRecord(each)) return [];
    const other = identity
      ? shown.find((one) => isRecord(one) && String(one[identity]) === String(each[identity]))
      : shown[i];
    const path = `${field}[${identity ? `${identity} ${String(each[identity])}` : i}]`;
    if (!isRecord(other)) return isShort ? [] : [{ field: path, given: each, shown: undefined }];
    return differencesOf(each, other, of, {}, `${path}.`);
  });
  return [...lengths, ...inner];
}

function differBy(field: string, elements: readonly unknown[]): boolean {
  const values = elements.filter(isRecord).filter((each) => field in each);
  return new Set(values.map((each) => String(each[field]))).size === elements.length;
}

/** Returns the id of an element that a record shows as an object, and a request gives as an id. */
function plainId(element: unknown): unknown {
  if (!isRecord(element)) return element;
  const [, id] = Object.entries(element).find(([name]) => name.endsWith('_id')) ?? [];
  return id;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function isEqual(given: unknown, shown: unknown): boolean {
  if (given === shown) return true;
  if (typeof given === 'boolean' || typeof shown === 'boolean') return Number(given) === Number(shown ?? 0);
  if (typeof given === 'string' && INSTANT.test(given)) return given.slice(0, 19) === String(shown).slice(0, 19);
  return shown === undefined && (given === '' || given === 0);
}
