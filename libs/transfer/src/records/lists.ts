import { asText, comparedCode } from '@stockbook/contracts';

/** A record as `get` shows it. */
export type Shown = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Each = (input?: object) => AsyncGenerator<Shown, void, undefined>;

/** Reads a whole list whose path comes from elsewhere. */
export function eachOf(client: object, path: string, input: object = {}): ReturnType<Each> {
  const resource = path.split('/').reduce<object>((at, name) => Reflect.get(at, name) as object, client);
  return (Reflect.get(resource, 'each') as Each)(input);
}

/** Reads a whole list into memory. */
export async function allOf(client: object, path: string, input: object = {}): Promise<Shown[]> {
  const records: Shown[] = [];
  for await (const record of eachOf(client, path, input)) records.push(record);
  return records;
}

export const recordsIn = (answer: Shown): readonly Shown[] =>
  Object.values(answer).find((value): value is readonly Shown[] => Array.isArray(value)) ?? [];

const CODES = ['sku', 'model', 'barcode', 'card_number', 'imported_order_id'];

/** Codes that differ in case alone are of two records. */
export const isCode = (field: string): boolean => CODES.includes(field);

/** Two values of a field that names a record name the same one if these are equal. */
export const nameOf = (field: string, value: string): string =>
  `${field} ${isCode(field) ? codeIn(field, value) : plain(value)}`;

/** Returns a code as the server compares it. */
function codeIn(field: string, value: string): string {
  const code = String(asText(value, field !== 'imported_order_id'));
  return field === 'barcode' ? comparedCode(code) : code;
}

/** Returns a value as people compare it. */
export const plain = (value: unknown): string => String(asText(String(value), true)).toLowerCase();

export const isSame = (shown: unknown, value: unknown): boolean => shown !== undefined && plain(shown) === plain(value);

export const idIn = (path: string, record: Shown): number => Number(record[`${path.split('/').at(-1)}_id`]);
