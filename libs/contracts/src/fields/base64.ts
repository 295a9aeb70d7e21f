import { IsString } from 'class-validator';
import { field, type FieldOf, type OptionalOf, type Options } from './field.js';
import { rule } from './rules.js';

/** Holds at least one and at most `max` bytes, as base64 with padding and without line breaks. */
export function Base64<X extends Options & { max: number }>(options: X): FieldOf<string, OptionalOf<X>> {
  const { max } = options;
  const longest = Math.ceil(max / 3) * 4;
  const isBase64 = (value: unknown) =>
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= longest &&
    value.length % 4 === 0 &&
    /^[A-Za-z0-9+/]*={0,2}$/.test(value);
  return field(options, {
    schema: { type: 'string', contentEncoding: 'base64', maxLength: longest },
    must: `base64 of 1 to ${max} bytes, without line breaks`,
    isText: true,
    rules: [IsString, rule('isBase64', isBase64)],
  });
}
