import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsNumber,
  IsString,
  Max,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { fitsIn } from './texts.js';

/** A decorator of class-validator that waits for the message of its field. */
export type Rule = (options: ValidationOptions) => PropertyDecorator;

/** Makes a decorator of a rule that class-validator does not have. */
export const rule =
  (name: string, validate: (value: unknown) => boolean): Rule =>
  (options) =>
    ValidateBy({ name, validator: { validate } }, options);

/** Applies these rules to each value of a list. */
export const each = (rules: readonly Rule[]): Rule[] =>
  rules.map((one) => (options) => one({ ...options, each: true }));

const minimum =
  (min: number): Rule =>
  (options) =>
    Min(min, options);

export const integerRules = (min: number, max: number): Rule[] => [IsInt, minimum(min), (options) => Max(max, options)];

export const decimalRules = (min: number | undefined, fits: (value: number) => boolean): Rule[] => [
  (options) => IsNumber({}, options),
  ...(min === undefined ? [] : [minimum(min)]),
  rule('isDecimal', (value) => typeof value === 'number' && fits(value)),
];

/** Counts code points, and for `min` without the white space around the text. PostgreSQL cannot hold U+0000. */
export const textRules = (min: number, max: number): Rule[] => [
  IsString,
  rule(
    'isStorableText',
    (value) =>
      typeof value === 'string' && fitsIn(max, value) && !value.includes('\0') && (!min || value.trim().length >= min),
  ),
];

export const listRules = (min: number, max: number): Rule[] => [
  IsArray,
  ...(min ? [(options: ValidationOptions) => ArrayMinSize(min, options)] : []),
  (options) => ArrayMaxSize(max, options),
];
