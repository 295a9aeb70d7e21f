import { validateSync, type ValidationError } from 'class-validator';
import { isSound } from './compiled-rules.js';
import { fieldEntriesOf, isObject } from './field.js';
import { faultyPart } from './faulty-part.js';
import { type Class, type FieldSpec, fieldsOf, type Reading } from './fields.js';
import { type Fault, Refused } from './refused.js';
import { fieldPath, unknownFields } from './unknown-fields.js';

/** The reader's context: the account's time zone, and whether cost may be seen and given. */
export interface Reader extends Reading {
  readonly view_cost: boolean;
}

/** Reads lenient spellings, leaves out unknown fields, and refuses every fault at once with its path. */
export function parse<I extends object>(type: Class<I>, body: object, reader: Reader): I {
  const { input, faults } = readFields(type, body, reader);
  Refused.ifAny(faults);
  return input;
}

/** Keeps the unsound value of a field with a fault, for callers that refuse more faults at once. */
export function readFields<I extends object>(
  type: Class<I>,
  body: object,
  reader: Reader,
): { input: I; faults: Fault[] } {
  const input = readObject(type, body, reader);
  const faults = fieldFaults(type, input);
  if (!reader.view_cost) faults.push(...costSort(type, input));
  return { input, faults };
}

export function deviations<O extends object>(type: Class<O>, value: object): Fault[] {
  const unknown = [...unknownFields(fieldsOf(type), value)];
  const strange = unknown.map(({ path }) => invalid(path, 'is not a field of the contract.'));
  return [...strange, ...fieldFaults(type, readObject(type, value, undefined))];
}

/** JSON leaves out undefined fields. V8 copies an object at once, faster than field by field. */
export function withoutCost<O extends object>(type: Class<O>, value: O): O {
  const { hidden, parts } = costFields(type);
  if (!hidden.size && !parts.size) return value;
  const shown: Record<string, unknown> = { ...(value as object) };
  for (const name of hidden) if (name in shown) shown[name] = undefined;
  for (const [name, of] of parts) {
    const part = shown[name];
    if (Array.isArray(part)) shown[name] = part.map((each) => withoutCost(of, each));
    else if (part) shown[name] = withoutCost(of, part);
  }
  return shown as O;
}

/** Tells whether a class has fields that only a caller with the permission to view cost receives. */
export function holdsCost(type: Class): boolean {
  const { hidden, parts } = costFields(type);
  return hidden.size > 0 || parts.size > 0;
}

interface CostFields {
  readonly hidden: ReadonlySet<string>;
  /** The classes of the fields whose own fields hold cost. */
  readonly parts: ReadonlyMap<string, Class>;
}
const costly = new WeakMap<Class, CostFields>();
function costFields(type: Class): CostFields {
  const known = costly.get(type);
  if (known) return known;
  const specs = fieldEntriesOf(type);
  const hidden = new Set(specs.filter(([, { cost }]) => cost).map(([name]) => name));
  const inner = specs.flatMap(([name, { cost, of }]): [string, Class][] => (of && !cost ? [[name, of()]] : []));
  const parts = new Map(inner.filter(([, of]) => holdsCost(of)));
  const found = { hidden, parts };
  costly.set(type, found);
  return found;
}

function readObject<T extends object>(type: Class<T>, body: object, reader: Reader | undefined): T {
  const given = body as Record<string, unknown>;
  const values: Record<string, unknown> = {};
  for (const [name, spec] of fieldEntriesOf(type)) {
    if (given[name] === undefined || (spec.cost && reader && !reader.view_cost)) continue;
    const value = readValue(spec, given[name], reader);
    if (value !== undefined) values[name] = value;
  }
  return Object.assign(new type(), values);
}

function readValue(spec: FieldSpec, value: unknown, reader: Reader | undefined): unknown {
  if (spec.of) {
    const of = spec.of();
    const readOne = (each: unknown) => (isObject(each) ? readObject(of, each, reader) : each);
    if (!spec.list || !Array.isArray(value)) return readOne(value);
    // One value too many is enough for a refusal, so the rest of a hostile list is not read.
    return value.slice(0, Number(spec.schema['maxItems']) + 1).map(readOne);
  }
  return reader && spec.read ? spec.read(value, reader) : value;
}

const invalid = (path: string, must: string): Fault => ({ code: 'invalid', field: path, message: `${path} ${must}` });

/** class-validator writes the faults; the compiled rules find valid input sound without it. */
const fieldFaults = (type: Class, input: object): Fault[] =>
  isSound(type, input)
    ? []
    : flat(
        validateSync(faultyPart(type, input), { forbidUnknownValues: false, validationError: { target: false } }),
        '',
      );

/** All rules of a field have its message. */
function flat(errors: ValidationError[], parent: string): Fault[] {
  return errors.flatMap(({ property, constraints, children }) => {
    const path = /^\d+$/.test(property) ? `${parent}[${property}]` : fieldPath(parent, property);
    const must = constraints && Object.values(constraints)[0];
    return must ? [invalid(path, must)] : flat(children ?? [], path);
  });
}

const isCost = (name: string) => /^(.*_)?cost$/.test(name);

/** The order of rows would reveal costs that the caller may not see. */
function costSort(type: Class, input: object): Fault[] {
  const spec = fieldsOf(type)['sort'];
  const sort = 'sort' in input ? String(input.sort) : '';
  if (!spec || !(isCost(sort) || spec.costs?.includes(sort))) return [];
  const message = `You may not sort by ${sort}: it needs the permission to view cost.`;
  return [{ code: 'forbidden', field: 'sort', message }];
}
