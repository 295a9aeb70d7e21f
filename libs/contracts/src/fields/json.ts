import { IsObject } from 'class-validator';
import { field, type FieldOf, isObject, type OptionalOf, type Options } from './field.js';
import { rule } from './rules.js';

// JSON writes U+0000, which PostgreSQL cannot hold, like this; behind one more backslash it is plain text.
const ESCAPED_NUL = /(?<!\\)(\\\\)*\\u0000/;

/** `max` bounds the JSON in bytes, 64 KiB by default. With Infinity the content is not judged. */
export function Json<X extends Options & { max?: number }>(
  options?: X,
): FieldOf<Record<string, unknown>, OptionalOf<X>> {
  const { max = 65_536 } = options ?? {};
  const isBounded = max < Infinity;
  const fits = (json: string) => !ESCAPED_NUL.test(json) && new TextEncoder().encode(json).length <= max;
  const isSmall = (value: unknown) => isObject(value) && isShallow(value, MOST_LEVELS) && fits(JSON.stringify(value));
  const limits = `at most ${max} bytes as JSON, with at most ${MOST_LEVELS} levels`;
  return field(options, {
    schema: { type: 'object', additionalProperties: true, ...(isBounded && { description: `It has ${limits}.` }) },
    must: isBounded ? `an object of ${limits}` : 'an object',
    rules: [IsObject, ...(isBounded ? [rule('isBounded', isSmall)] : [])],
  });
}

/** Objects and lists nest at most this deep, the field's own object included. */
const MOST_LEVELS = 16;

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)));
