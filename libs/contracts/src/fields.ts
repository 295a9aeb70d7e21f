import 'reflect-metadata';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { isDay, utcOf } from './dates.js';

export type Class<T extends object = object> = new () => T;

/** What the reading of a request depends on. */
export interface Reading {
  /** The account's IANA time zone. */
  readonly zone: string;
}

/** All that is known of one field: validation, OpenAPI and the reading of lenient input come from here. */
export interface FieldSpec {
  readonly optional: boolean;
  readonly cost: boolean;
  readonly hidden: boolean;
  readonly doc?: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether class-validator finds the field valid, apart from what is in its objects. */
  readonly holds: (value: unknown) => boolean;
  /** Turns a lenient spelling (`"7"`, `1` for true) into the value proper, and leaves anything else as it is. */
  readonly read?: (value: unknown, reading: Reading) => unknown;
  /** The class of the object, or of each object of the list. */
  readonly of?: () => Class;
  readonly list?: boolean;
}

interface Options {
  optional?: boolean;
  doc?: string;
  /** Shown, accepted and sortable only for a caller who may view cost. */
  cost?: boolean;
  /** Left out of the API document, until the records exist that it refers to. */
  hidden?: boolean;
}

/** Compiles only on a property declared as T, and with `?` exactly when the field is optional. */
type FieldOf<T, Optional extends boolean> = <K extends string, O extends { [P in K]?: unknown }>(
  target: O,
  key: K,
  ...mismatch: [Given<O[K]>, T, undefined extends O[K] ? true : false] extends [T, Given<O[K]>, Optional]
    ? []
    : ['the property does not match its field decorator']
) => void;
type Given<T> = Exclude<T, undefined>;
type OptionalOf<X> = X extends { optional: true } ? true : false;

interface Rule {
  readonly schema: FieldSpec['schema'];
  /** The end of the sentence that begins with "<field> must be". */
  readonly must: string | ((value: unknown) => string);
  readonly holds: (value: unknown) => boolean;
  readonly read?: FieldSpec['read'];
  readonly of?: FieldSpec['of'];
  readonly list?: boolean;
}

const FIELDS = Symbol('fields');

function field<T, X extends Options>(options: X | undefined, rule: Rule): FieldOf<T, OptionalOf<X>> {
  const { optional = false, cost = false, hidden = false, doc } = options ?? {};
  const decorate = (target: object, key: string) => {
    const validate = (value: unknown) => rule.holds(value);
    const must = (value: unknown) => (typeof rule.must === 'string' ? rule.must : rule.must(value));
    const message = (value: unknown) => (value === undefined ? 'is required.' : `must be ${must(value)}.`);
    ValidateBy({ name: 'field', validator: { validate, defaultMessage: (args) => message(args?.value) } })(target, key);
    if (rule.of) ValidateNested({ each: rule.list ?? false })(target, key);
    // Also on required fields, where it takes the place of an inherited one.
    ValidateIf((_, value) => !optional || value !== undefined)(target, key);
    const own: Record<string, FieldSpec> = Reflect.getOwnMetadata(FIELDS, target) ?? {};
    const { schema, holds, read, of, list } = rule;
    Reflect.defineMetadata(
      FIELDS,
      { ...own, [key]: { optional, cost, hidden, doc, schema, holds, read, of, list } },
      target,
    );
  };
  return decorate as unknown as FieldOf<T, OptionalOf<X>>;
}

const specs = new WeakMap<Class, Readonly<Record<string, FieldSpec>>>();

/** The fields of a DTO class in the order of their declaration, inherited ones first. */
export function fieldsOf(type: Class): Readonly<Record<string, FieldSpec>> {
  const known = specs.get(type);
  if (known) return known;
  const chain: object[] = [];
  for (let at = type.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) chain.unshift(at);
  const found = Object.assign({}, ...chain.map((prototype) => Reflect.getOwnMetadata(FIELDS, prototype) ?? {}));
  specs.set(type, found);
  return found;
}

const asNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
const asFlag = (value: unknown) => (value === 1 || value === '1' ? true : value === 0 || value === '0' ? false : value);
const asIds = (value: unknown) =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value.replace(/\s/g, '') : value;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_INT = 2_147_483_647;
/** The largest integer that every JSON parser reads exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Text of at most `max` characters (65,536 unless told). `min: 1` refuses the empty text. */
export function Text<X extends Options & { min?: number; max?: number }>(options?: X): FieldOf<string, OptionalOf<X>> {
  const { min = 0, max = 65_536 } = options ?? {};
  return field(options, {
    schema: { type: 'string', ...(min && { minLength: min }), maxLength: max },
    must: min ? `a text of ${min} to ${max} characters` : `a text of at most ${max} characters`,
    // PostgreSQL cannot hold U+0000.
    holds: (value) =>
      typeof value === 'string' && value.trim().length >= min && value.length <= max && !value.includes('\0'),
  });
}

/** A whole number; a numeric string is read as one. */
export function Int<X extends Options & { min?: number; max?: number }>(options?: X): FieldOf<number, OptionalOf<X>> {
  const { min = -MAX_INT, max = MAX_INT } = options ?? {};
  const bounds = (value: unknown) => {
    if (max < 1_000_000_000) return ` from ${min} to ${max}`;
    // A limit of billions is worth a word only where it is passed.
    if (typeof value === 'number' && value > max) return ` of at most ${max}`;
    return min > -MAX_INT ? ` of at least ${min}` : '';
  };
  return field(options, {
    schema: {
      type: 'integer',
      ...(max > MAX_INT && { format: 'int64' }),
      ...(min > -MAX_INT && { minimum: min }),
      ...(max !== MAX_INT && { maximum: max }),
    },
    must: (value) => `an integer${bounds(value)}`,
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    read: asNumber,
  });
}

/** A record's id; 0 means none. */
export const Id = <X extends Options>(options?: X): FieldOf<number, OptionalOf<X>> =>
  Int({ min: 0, max: MAX_ID, ...(options ?? ({} as X)) });

/** A count of pieces, 1 to 2,000,000,000. */
export const Quantity = <X extends Options>(options?: X): FieldOf<number, OptionalOf<X>> =>
  Int({ min: 1, max: 2_000_000_000, ...(options ?? ({} as X)) });

function decimal<X extends Options & { min?: number }>(
  options: X | undefined,
  whole: number,
  places: number,
): FieldOf<number, OptionalOf<X>> {
  const { min } = options ?? {};
  const text = new RegExp(`^-?\\d{1,${whole}}(\\.\\d{1,${places}}0*)?$`);
  const fits = (value: number) => Math.abs(value) < 10 ** whole && Number(value.toFixed(places)) === value;
  return field(options, {
    schema: { type: 'number', ...(min !== undefined && { minimum: min }) },
    must: `a number${min === undefined ? '' : ` of at least ${min}`} with at most ${whole} digits and ${places} decimals`,
    // 15 digits in all survive the way through a double unchanged.
    holds: (value) => typeof value === 'number' && fits(value) && value >= (min ?? -Infinity),
    // A longer text would be rounded silently.
    read: (value) => (typeof value === 'string' && text.test(value) ? Number(value) : value),
  });
}

/** A measure in kg or cm: at most 11 digits and 4 decimals. */
export const Measure = <X extends Options & { min?: number }>(options?: X): FieldOf<number, OptionalOf<X>> =>
  decimal(options, 11, 4);

/** Money or cost: at most 11 digits and 4 decimals. */
export const Money = <X extends Options & { min?: number }>(options?: X): FieldOf<number, OptionalOf<X>> =>
  decimal(options, 11, 4);

/** A currency's rate: at most 7 digits and 8 decimals. */
export const Rate = <X extends Options & { min?: number }>(options?: X): FieldOf<number, OptionalOf<X>> =>
  decimal(options, 7, 8);

/** true or false; 1, 0, "1" and "0" are read as such. */
export const Flag = <X extends Options>(options?: X): FieldOf<boolean, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'boolean' },
    must: 'true, false, 1 or 0',
    holds: (value) => typeof value === 'boolean',
    read: asFlag,
  });

/** A point in time, UTC once read; the empty string is "not set". A `bound: 'end'` without fraction means the end of that second or day. */
export function When<X extends Options & { bound?: 'start' | 'end' }>(options?: X): FieldOf<string, OptionalOf<X>> {
  const { bound = 'start' } = options ?? {};
  return field(options, {
    schema: { type: 'string', examples: ['2026-03-01T08:15:30Z'] },
    must: 'a date-time like 2026-03-01T08:15:30Z, 2026-03-01 08:15:30 or 2026-03-01, or empty',
    holds: (value) =>
      value === '' || (typeof value === 'string' && value.endsWith('Z') && utcOf(value, 'utc', 'start') !== undefined),
    read: (value, { zone }) => (typeof value === 'string' ? (utcOf(value, zone, bound) ?? value) : value),
  });
}

/** A calendar day, `YYYY-MM-DD` or empty. */
export const Day = <X extends Options>(options?: X): FieldOf<string, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'string', examples: ['2026-03-01'] },
    must: 'a day like 2026-03-01, or empty',
    holds: (value) => value === '' || (typeof value === 'string' && isDay(value)),
  });

/** One of the given words. */
export const OneOf = <const V extends readonly string[], X extends Options>(
  values: V,
  options?: X,
): FieldOf<V[number], OptionalOf<X>> =>
  field(options, {
    schema: { type: 'string', enum: values },
    must: `one of ${values.join(', ')}`,
    holds: (value) => typeof value === 'string' && values.includes(value),
  });

/** Up to 100 ids, comma separated; a single integer is read too. `idsOf` takes them apart. */
export const CommaIds = <X extends Options>(options?: X): FieldOf<string, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'string', examples: ['1,2,3'] },
    must: 'up to 100 ids, separated by commas',
    holds: (value) =>
      typeof value === 'string' &&
      /^(\d{1,16}(,\d{1,16}){0,99})?$/.test(value) &&
      idsOf(value).every((id) => id <= MAX_ID),
    read: asIds,
  });

/** The ids of a CommaIds field. */
export const idsOf = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

/** A list of ids. */
export function Ids<X extends Options & { min?: number; max?: number }>(options?: X): FieldOf<number[], OptionalOf<X>> {
  const { min = 0, max = 1_000 } = options ?? {};
  const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
  return field(options, {
    schema: {
      type: 'array',
      items: { type: 'integer', format: 'int64', maximum: MAX_ID },
      minItems: min,
      maxItems: max,
    },
    must: `a list of ${min} to ${max} ids`,
    holds: (value) => Array.isArray(value) && value.length >= min && value.length <= max && value.every(isId),
    read: (value) => (Array.isArray(value) ? value.map(asNumber) : value),
  });
}

/** A list of objects of one class, at most 1,000 unless told. */
export function ListOf<T extends object, X extends Options & { min?: number; max?: number }>(
  of: () => Class<T>,
  options?: X,
): FieldOf<T[], OptionalOf<X>> {
  const { min = 0, max = 1_000 } = options ?? {};
  return field(options, {
    schema: { type: 'array', minItems: min, maxItems: max },
    must: `a list of ${min} to ${max} objects`,
    holds: (value) => Array.isArray(value) && value.length >= min && value.length <= max && value.every(isObject),
    of,
    list: true,
  });
}

/** One object of a class. */
export const One = <T extends object, X extends Options>(of: () => Class<T>, options?: X): FieldOf<T, OptionalOf<X>> =>
  field(options, { schema: { type: 'object' }, must: 'an object', holds: isObject, of });

// How JSON writes U+0000, which PostgreSQL cannot hold; behind one more backslash it is plain text.
const ESCAPED_NUL = /(?<!\\)(\\\\)*\\u0000/;

/** An object of free content, kept as it is. */
export const Json = <X extends Options>(options?: X): FieldOf<Record<string, unknown>, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'object', additionalProperties: true },
    must: 'an object',
    holds: (value) => isObject(value) && !ESCAPED_NUL.test(JSON.stringify(value)),
  });
