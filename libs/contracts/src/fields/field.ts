import 'reflect-metadata';
import { ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';
import type { Rule } from './rules.js';

export type Class<T extends object = object> = new () => T;

/** The context in which a request is read. */
export interface Reading {
  /** The account's IANA time zone. */
  readonly zone: string;
}

/** The only description of a field: validation, OpenAPI and the reading of lenient input come from here. */
export interface FieldSpec {
  readonly optional: boolean;
  readonly cost: boolean;
  readonly doc?: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Replaces parts of `schema` in requests, which accept more spellings. */
  readonly inRequests?: Readonly<Record<string, unknown>>;
  /** class-validator judges the field by these; the objects in it are judged by their own class. */
  readonly rules: readonly Rule[];
  /** Turns a lenient spelling (`"7"`, `1` for true) into the value proper, and leaves anything else as it is. */
  readonly read?: (value: unknown, reading: Reading) => unknown;
  /** Tells whether it takes codes, whose numbers must stand in quotes. */
  readonly isText?: boolean;
  /** Words that only a caller who may view cost may choose. */
  readonly costs?: readonly string[];
  /** The class of the object, or of each object of the list. */
  readonly of?: () => Class;
  readonly list?: boolean;
  /** The end of the sentence that begins with "<field> must be". */
  readonly must: string | ((value: unknown) => string);
  /** The end of the sentence for a value that "must be" does not describe. */
  readonly fault?: (value: unknown) => string | undefined;
}

export interface Options {
  optional?: boolean;
  doc?: string;
  /** The field is shown, accepted and sortable only for a caller who may view cost. */
  cost?: boolean;
}

/** Compiles only on a property declared as T, and with `?` exactly when the field is optional. */
export type FieldOf<T, Optional extends boolean> = <K extends string, O extends { [P in K]?: unknown }>(
  target: O,
  key: K,
  ...mismatch: [Given<O[K]>, T, undefined extends O[K] ? true : false] extends [T, Given<O[K]>, Optional]
    ? []
    : ['the property does not match its field decorator']
) => void;
type Given<T> = Exclude<T, undefined>;
export type OptionalOf<X> = X extends { optional: true } ? true : false;

type Kind = Omit<FieldSpec, keyof Options>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FIELDS = Symbol('fields');

export function field<T, X extends Options>(options: X | undefined, kind: Kind): FieldOf<T, OptionalOf<X>> {
  const { optional = false, cost = false, doc } = options ?? {};
  const decorate = (target: object, key: string) => declare(target, key, { optional, cost, doc, ...kind });
  return decorate as unknown as FieldOf<T, OptionalOf<X>>;
}

function declare(target: object, key: string, spec: FieldSpec): void {
  const { optional, rules, fault, must, of, list = false } = spec;
  const mustBe = (value: unknown) => (typeof must === 'string' ? must : must(value));
  const message = ({ value }: ValidationArguments) =>
    value === undefined ? 'is required.' : (fault?.(value) ?? `must be ${mustBe(value)}.`);
  for (const rule of rules) rule({ message })(target, key);
  if (of) ValidateNested({ each: list })(target, key);
  // Required fields have it too, because it replaces that of an inherited field.
  ValidateIf((_, value) => !optional || value !== undefined)(target, key);
  const own: Record<string, FieldSpec> = Reflect.getOwnMetadata(FIELDS, target) ?? {};
  Reflect.defineMetadata(FIELDS, { ...own, [key]: spec }, target);
}

/** Makes a class with the same fields, none of which is required. */
export function partialOf<T extends object>(type: Class<T>, name: string): Class<Partial<T>> {
  const partial = { [name]: class {} }[name] as Class<Partial<T>>;
  for (const [key, spec] of Object.entries(fieldsOf(type)))
    declare(partial.prototype, key, { ...spec, optional: true });
  return partial;
}

/** The fields of a class by name. The object inherits nothing, so that only names of fields are found in it. */
export type Fields = Readonly<Record<string, FieldSpec>>;

interface FieldList {
  readonly byName: Fields;
  readonly entries: readonly (readonly [name: string, spec: FieldSpec])[];
}
const lists = new WeakMap<Class, FieldList>();

function listOf(type: Class): FieldList {
  const known = lists.get(type);
  if (known) return known;
  const chain: object[] = [];
  for (let at = type.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) chain.unshift(at);
  const declared = chain.map((prototype) => Reflect.getOwnMetadata(FIELDS, prototype) ?? {});
  const byName: Fields = Object.assign(Object.create(null), ...declared);
  const found = { byName, entries: Object.entries(byName) };
  lists.set(type, found);
  return found;
}

/** Returns the fields of a DTO class in the order of their declaration, inherited ones first. */
export const fieldsOf = (type: Class): Fields => listOf(type).byName;

export const fieldEntriesOf = (type: Class): FieldList['entries'] => listOf(type).entries;
