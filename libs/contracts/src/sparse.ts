import { RecordPageRequest } from './common.js';
import type { Endpoint } from './contract.js';
import { type Class, fieldEntriesOf, fieldsOf } from './fields/field.js';
import { nearestName } from './fields/nearest-name.js';
import { type Fault, invalidField } from './fields/refused.js';

interface Listed {
  /** The field of the answer that has the records. */
  readonly name: string;
  readonly type: Class;
  /** The field of the records' id. */
  readonly key: string;
}

interface ListRequest {
  readonly page?: number;
  readonly sort?: string;
  readonly after_id?: number;
  readonly fields?: string;
  readonly with_total?: boolean;
}

const MOST_FAULTS = 20;

/** Finds the records in a list's answer; returns undefined if the operation lists no records. */
export function listedBy({ path, request, response }: Endpoint): Listed | undefined {
  if (!(request.prototype instanceof RecordPageRequest)) return undefined;
  const [name, { of }] = fieldEntriesOf(response).find(([, { of, list }]) => of && list) ?? ['', {}];
  if (!of) return undefined;
  const type = of();
  // The records of a part, like a history, show the id of the whole too: their own is their first field.
  const key = path.endsWith('/get') ? keyOf(path, type) : (Object.keys(fieldsOf(type))[0] ?? '');
  return { name, type, key };
}

/** Returns the name of the id of a resource's records. */
export function keyOf(path: string, type: Class): string {
  const id = `${path.split('/').at(-2)}_id`;
  const names = Object.keys(fieldsOf(type));
  return [id, ...names].find((each) => names.includes(each) && each.endsWith(id)) ?? names[0] ?? '';
}

export const namesIn = (fields: string): string[] => fields.split(',').map((name) => name.trim());

/** Tells whether a list shows one of these fields of its records; without `fields` it shows all. */
export const isAsked = ({ fields }: Pick<ListRequest, 'fields'>, ...names: readonly string[]): boolean =>
  !fields || namesIn(fields).some((name) => names.includes(name));

/** Judges `fields` and `after_id` of a request for a list. */
export function listFaults(operation: Endpoint, input: ListRequest): Fault[] {
  const { page, sort, after_id } = input;
  // A field with a fault keeps its unsound value.
  const fields = typeof input.fields === 'string' ? input.fields : '';
  const listed = after_id !== undefined || fields ? listedBy(operation) : undefined;
  if (!listed) return [];
  const { type, key } = listed;
  const known = fieldsOf(type);
  const unknown = namesIn(fields).filter((name) => name && !known[name]);
  const faults = unknown.slice(0, MOST_FAULTS).map((name) => {
    const nearest = nearestName(name, Object.keys(known));
    const meant = nearest ? `; did you mean ${nearest}?` : '.';
    return invalidField('fields', `fields names ${name.slice(0, 100)}, which the records do not have${meant}`);
  });
  if (after_id === undefined) return faults;
  if (page !== undefined) faults.push(invalidField('after_id', 'after_id and page cannot stand together.'));
  if (sort !== undefined && sort !== key)
    faults.push(invalidField('after_id', `after_id goes on in the order by ${key}, so it takes no other sort.`));
  return faults;
}

/** Ids are never left out. */
export function sparse<O extends object>(operation: Endpoint, input: ListRequest, answer: O): O {
  const { fields, with_total = true } = input;
  const listed = fields || !with_total ? listedBy(operation) : undefined;
  if (!listed) return answer;
  const { name, key } = listed;
  const names = new Set([key, ...namesIn(fields ?? '')]);
  const shown = { ...(answer as Record<string, unknown>) };
  if (!with_total) delete shown['total'];
  const records = shown[name];
  if (fields && Array.isArray(records)) shown[name] = records.map((record: object) => only(names, record));
  return shown as O;
}

const only = (names: ReadonlySet<string>, record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
