import { type Class, type Fields, fieldsOf, isObject } from './field.js';
import { nearestName } from './nearest-name.js';

/** A field of a body that its class does not have. */
export interface UnknownField {
  /** Its path; a long name is cut. */
  readonly path: string;
  /** The path of the known field that its sender may have meant. */
  readonly nearest?: string;
}

const SHOWN_CHARACTERS = 100;

/** Tells whether a body has an unknown field. Every request pays for this question, so it allocates nothing. */
export function hasUnknownFields(known: Fields, body: object): boolean {
  const given = body as Readonly<Record<string, unknown>>;
  for (const name in given) {
    const spec = known[name];
    if (!spec) return true;
    if (!spec.of) continue;
    const inner = fieldsOf(spec.of());
    const value = given[name];
    if (!Array.isArray(value)) {
      if (isObject(value) && hasUnknownFields(inner, value)) return true;
    } else {
      for (const part of value) if (isObject(part) && hasUnknownFields(inner, part)) return true;
    }
  }
  return false;
}

/** Finds the unknown fields of a body one by one, in its order; fields within free content are known. */
export function* unknownFields(known: Fields, body: object, parent = ''): Generator<UnknownField> {
  const given = body as Readonly<Record<string, unknown>>;
  for (const name in given) {
    const path = fieldPath(parent, name);
    const spec = known[name];
    if (!spec) {
      const nearest = nearestName(name, Object.keys(known));
      yield { path: fieldPath(parent, cut(name)), ...(nearest && { nearest: fieldPath(parent, nearest) }) };
    } else if (spec.of) {
      const inner = fieldsOf(spec.of());
      const value = given[name];
      if (isObject(value)) yield* unknownFields(inner, value, path);
      else if (Array.isArray(value)) yield* unknownInList(inner, value, path);
    }
  }
}

function* unknownInList(known: Fields, list: readonly unknown[], path: string): Generator<UnknownField> {
  for (const [i, part] of list.entries()) if (isObject(part)) yield* unknownFields(known, part, `${path}[${i}]`);
}

/** The last name may lead into free content. */
export function fieldAt(known: Fields, [name = '', ...others]: readonly string[]): Fields[string] | undefined {
  const spec = known[name];
  return spec?.of && others.length ? fieldAt(fieldsOf(spec.of()), others) : spec;
}

export const fieldsOfAll = (...types: readonly Class[]): Fields =>
  Object.assign(Object.create(null), ...types.map(fieldsOf));

export const fieldPath = (parent: string, name: string): string => (parent ? `${parent}.${name}` : name);

/** Cuts by characters, so that none is cut in two. */
const cut = (name: string): string =>
  name.length > SHOWN_CHARACTERS
    ? `${[...name.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join('')}…`
    : name;
