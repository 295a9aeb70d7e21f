import { IsBoolean, IsIn, IsObject, IsString, Matches } from 'class-validator';
import { isDay, isNotSet, isUtc, utcOf } from './dates.js';
import { type Class, field, type FieldOf, type OptionalOf, type Options } from './field.js';
import { decimalRules, each, integerRules, listRules, rule, textRules } from './rules.js';
import { asText, fitsIn, isBlank } from './texts.js';

export { Json } from './json.js';
export { type Class, type Fields, fieldsOf, type FieldSpec, partialOf, type Reading } from './field.js';

/** A number within this distance of a decimal is that decimal: the rest is the error of a calculation in doubles. */
const NEAR = { 0: 1e-9, 4: 1e-9, 8: 1e-11 } as const;
type Places = keyof typeof NEAR;

function asDecimal(value: unknown, places: Places): unknown {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || Number.isInteger(number)) return number;
  const decimal = Number(number.toFixed(places));
  // The sum turns -0 into 0.
  return Math.abs(decimal - number) <= NEAR[places] ? decimal + 0 : number;
}
const asInteger = (value: unknown) => asDecimal(value, 0);
const asFlag = (value: unknown) => (value === 1 || value === '1' ? true : value === 0 || value === '0' ? false : value);
const asIds = (value: unknown) =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value.replace(/\s/g, '') : value;
/** A date that other systems write for "not set" is the empty string. */
const asDate = (value: unknown) => (isNotSet(value) ? '' : value);

/** A code that is sent as a number loses digits and leading zeros. */
const inQuotes = (value: unknown) => (typeof value === 'number' ? ': send it in quotes' : '');

const MAX_INT = 2_147_483_647;
/** `0000-00-00` has the form of a day too: it is "not set". */
const DAY_PATTERN = '\\d{4}-\\d{2}-\\d{2}';
/** Every JSON parser reads integers up to this one exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;
/** Counters, and quantities that add up without a limit, have these bounds. */
export const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;
/** Counters and sums of quantities that may be negative have these bounds. */
export const ANY_COUNT = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const;

/** Requests may write the digits of a text as an integer. */
const TEXT_OR_INTEGER = { type: ['string', 'integer'] } as const;

interface TextOptions extends Options {
  min?: number;
  max?: number;
  /** White space around the text is no part of it. */
  trim?: boolean;
}

/** Holds a text in NFC of at most `max` characters (65,536 by default). `min: 1` refuses a blank text. */
export function Text<X extends TextOptions>(options?: X): FieldOf<string, OptionalOf<X>> {
  const { min = 0, max = 65_536, trim = false } = options ?? {};
  return field(options, {
    schema: { type: 'string', ...(min && { minLength: min }), maxLength: max },
    inRequests: TEXT_OR_INTEGER,
    must: (value) => `a text of ${min ? `${min} to` : 'at most'} ${max} characters${inQuotes(value)}`,
    fault: (value) => (min && isBlank(value) ? 'must not be blank.' : undefined),
    isText: true,
    rules: textRules(min, max),
    read: (value) => asText(value, trim),
  });
}

/** Holds the name of a record: 1 to 1,000 characters, and not blank. */
export const Name = <X extends Options>(options?: X): FieldOf<string, OptionalOf<X>> =>
  Text({ min: 1, max: 1_000, ...(options ?? ({} as X)) });

/** Holds a whole number; a numeric string is read as one. */
export function Int<X extends Options & { min?: number; max?: number }>(options?: X): FieldOf<number, OptionalOf<X>> {
  const { min = -MAX_INT, max = MAX_INT } = options ?? {};
  const bounds = (value: unknown) => {
    if (max < 1_000_000_000) return ` from ${min} to ${max}`;
    // The message names a limit of billions only where it is passed.
    if (typeof value === 'number' && value > max) return ` of at most ${max}`;
    return min > -MAX_INT ? ` of at least ${min}` : '';
  };
  return field(options, {
    schema: {
      type: 'integer',
      ...(max > MAX_INT && { format: 'int64' }),
      ...(min > -MAX_INT && { minimum: min }),
      maximum: max,
    },
    must: (value) => `an integer${bounds(value)}`,
    rules: integerRules(min, max),
    read: asInteger,
  });
}

/** Holds a record's id; 0 means none. */
export const Id = <X extends Options>(options?: X): FieldOf<number, OptionalOf<X>> =>
  Int({ min: 0, max: MAX_ID, ...(options ?? ({} as X)) });

const isIdOrName = (value: unknown): boolean =>
  typeof value === 'string'
    ? !isBlank(value) && fitsIn(1_000, value) && !value.includes('\0')
    : Number.isSafeInteger(value) && Number(value) >= 0;

/** Holds a record's id or its name. Digits alone are an id; an empty text is the id 0, which means none. */
export const IdOrName = <X extends Options>(options?: X): FieldOf<number | string, OptionalOf<X>> =>
  field(options, {
    schema: {
      oneOf: [
        { type: 'integer', format: 'int64', minimum: 0, maximum: MAX_ID },
        { type: 'string', minLength: 1, maxLength: 1_000 },
      ],
    },
    must: 'an id or a name of at most 1000 characters',
    rules: [rule('isIdOrName', isIdOrName)],
    read: (value) => (typeof value !== 'string' ? value : /^\d*$/.test(value) ? Number(value) : asText(value, false)),
  });

/** Holds a count of pieces, 1 to 2,000,000,000. */
export const Quantity = <X extends Options>(options?: X): FieldOf<number, OptionalOf<X>> =>
  Int({ min: 1, max: 2_000_000_000, ...(options ?? ({} as X)) });

function decimal<X extends Options & { min?: number }>(
  options: X | undefined,
  whole: number,
  places: Places,
): FieldOf<number, OptionalOf<X>> {
  const { min } = options ?? {};
  // 15 digits in all survive the way through a double unchanged.
  const fits = (value: number) => Math.abs(value) < 10 ** whole && Number(value.toFixed(places)) === value;
  return field(options, {
    schema: {
      type: 'number',
      ...(min === undefined ? { exclusiveMinimum: -(10 ** whole) } : { minimum: min }),
      exclusiveMaximum: 10 ** whole,
    },
    must:
      `a number${min === undefined ? '' : ` of at least ${min}`} with at most ${whole} ` +
      `digits and ${places} decimals`,
    rules: decimalRules(min, fits),
    read: (value) => asDecimal(value, places),
  });
}

/** Holds a measure in kg or cm: at most 11 digits and 4 decimals. */
export const Measure = <X extends Options & { min?: number }>(options?: X): FieldOf<number, OptionalOf<X>> =>
  decimal(options, 11, 4);

/** No Money and no Measure is larger. */
export const MAX_MONEY = 99_999_999_999.9999;

/** Holds money or cost: at most 11 digits and 4 decimals. */
export const Money = <X extends Options & { min?: number }>(options?: X): FieldOf<number, OptionalOf<X>> =>
  decimal(options, 11, 4);

/** Holds a currency's rate: at most 7 digits and 8 decimals. */
export const Rate = <X extends Options & { min?: number }>(options?: X): FieldOf<number, OptionalOf<X>> =>
  decimal(options, 7, 8);

/** Holds true or false; 1, 0, "1" and "0" are read as such. */
export const Flag = <X extends Options>(options?: X): FieldOf<boolean, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'boolean' },
    must: 'true, false, 1 or 0',
    rules: [IsBoolean],
    read: asFlag,
  });

/** The specification types some flags as integers: answers are 1 or 0. */
export const FlagNumber = <X extends Options>(options?: X): FieldOf<number, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'integer', minimum: 0, maximum: 1 },
    must: 'true, false, 1 or 0',
    rules: [(options) => IsIn([0, 1], options)],
    read: (value) => {
      const flag = asFlag(value);
      return typeof flag === 'boolean' ? Number(flag) : flag;
    },
  });

/** Holds UTC; "" is "not set". A `bound: 'end'` means the end of the second, minute or day. */
export function When<X extends Options & { bound?: 'start' | 'end'; past?: boolean }>(
  options?: X,
): FieldOf<string, OptionalOf<X>> {
  const { bound = 'start', past = false } = options ?? {};
  const forms = 'a date-time like 2026-03-01T08:15:30Z, 2026-03-01 08:15:30 or 2026-03-01';
  return field(options, {
    schema: { type: 'string', pattern: `^(${DAY_PATTERN}.*)?$`, examples: ['2026-03-01T08:15:30Z'] },
    must: `${forms}${past ? ', not in the future' : ''}, or empty`,
    rules: [
      IsString,
      rule('isInstant', (value) => value === '' || isUtc(String(value))),
      ...(past ? [rule('isPast', (value) => !(Date.parse(String(value)) > Date.now()))] : []),
    ],
    read: (value, { zone }) => (typeof value === 'string' ? (utcOf(value, zone, bound) ?? asDate(value)) : value),
  });
}

/** Holds a calendar day, `YYYY-MM-DD` or empty. */
export const Day = <X extends Options>(options?: X): FieldOf<string, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'string', pattern: `^(${DAY_PATTERN})?$`, examples: ['2026-03-01'] },
    must: 'a day like 2026-03-01, or empty',
    rules: [IsString, rule('isDay', (value) => value === '' || isDay(String(value)))],
    read: asDate,
  });

/**
 * Holds one of the given words, in any case of its letters with `anyCase`. Where the field is optional, the empty
 * string is read as absent. Only a caller who may view cost may choose a word of `costs`.
 */
export function OneOf<
  const V extends readonly string[],
  X extends Options & { anyCase?: boolean; costs?: readonly V[number][] },
>(values: V, options?: X): FieldOf<V[number], OptionalOf<X>> {
  const { optional = false, anyCase = false, costs } = options ?? {};
  const inItsCase = (text: string) => values.find((each) => each.toLowerCase() === text.toLowerCase()) ?? text;
  return field(options, {
    schema: { type: 'string', enum: values },
    costs,
    must: `one of ${values.join(', ')}`,
    rules: [(options) => IsIn([...values], options)],
    read: (value) => {
      if (optional && value === '') return undefined;
      return anyCase && typeof value === 'string' ? inItsCase(value) : value;
    },
  });
}

/** Holds up to 100 ids, comma separated; a single integer is read too. `parseIds` takes them apart. */
export const CommaIds = <X extends Options>(options?: X): FieldOf<string, OptionalOf<X>> =>
  field(options, {
    schema: { type: 'string', description: 'Up to 100 ids, separated by commas.', examples: ['1,2,3'] },
    inRequests: TEXT_OR_INTEGER,
    must: 'up to 100 ids, separated by commas',
    rules: [
      (options) => Matches(/^(\d{1,16}(,\d{1,16}){0,99})?$/, options),
      rule('areIds', (value) => parseIds(String(value)).every((id) => id <= MAX_ID)),
    ],
    read: asIds,
  });

export const parseIds = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

/** Holds a list of ids. */
export function Ids<X extends Options & { min?: number; max?: number }>(options?: X): FieldOf<number[], OptionalOf<X>> {
  const { min = 0, max = 1_000 } = options ?? {};
  return field(options, {
    schema: {
      type: 'array',
      items: { type: 'integer', format: 'int64', maximum: MAX_ID },
      minItems: min,
      maxItems: max,
    },
    must: `a list of ${min} to ${max} ids`,
    rules: [...listRules(min, max), ...each(integerRules(1, MAX_ID))],
    read: (value) => (Array.isArray(value) ? value.map(asInteger) : value),
  });
}

/** Holds a list of objects of one class, at most 1,000 by default. */
export function ListOf<T extends object, X extends Options & { min?: number; max?: number }>(
  of: () => Class<T>,
  options?: X,
): FieldOf<T[], OptionalOf<X>> {
  const { min = 0, max = 1_000 } = options ?? {};
  return field(options, {
    schema: { type: 'array', minItems: min, maxItems: max },
    must: `a list of ${min} to ${max} objects`,
    rules: [...listRules(min, max), ...each([IsObject])],
    of,
    list: true,
  });
}

/** Holds one object of a class. */
export const One = <T extends object, X extends Options>(of: () => Class<T>, options?: X): FieldOf<T, OptionalOf<X>> =>
  field(options, { schema: { type: 'object' }, must: 'an object', rules: [IsObject], of });

/** Holds a list of up to 1,000 texts of at most 255 characters each; `trim` is that of `Text`. */
export function Texts<X extends Options & { trim?: boolean }>(options?: X): FieldOf<string[], OptionalOf<X>> {
  return field(options, {
    schema: { type: 'array', items: { type: 'string', maxLength: 255 }, maxItems: 1_000 },
    must: (value) => {
      const number = Array.isArray(value) ? value.find((each) => typeof each === 'number') : undefined;
      return `a list of at most 1000 texts of at most 255 characters${inQuotes(number)}`;
    },
    isText: true,
    rules: [...listRules(0, 1_000), ...each(textRules(0, 255))],
    read: (value) =>
      Array.isArray(value)
        ? value.map((each: unknown) => (typeof each === 'string' ? asText(each, options?.trim ?? false) : each))
        : value,
  });
}
