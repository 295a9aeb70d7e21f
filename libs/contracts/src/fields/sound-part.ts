import { keepsRules } from './compiled-rules.js';
import { type Class, fieldEntriesOf, type FieldSpec, isObject } from './field.js';

/** A required field with a fault gets a stand-in that names no record; undefined if there is none. */
export function soundPart<I extends object>(type: Class<I>, input: object): I | undefined {
  const given = input as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  for (const [name, spec] of fieldEntriesOf(type)) {
    const holds = (value: unknown) => keepsRules(type, name, value);
    const value = soundValue(spec, given[name], holds);
    if (value === undefined && !spec.optional) return undefined;
    if (value !== undefined) values[name] = value;
  }
  return Object.assign(new type(), values);
}

function soundValue(spec: FieldSpec, given: unknown, holds: (value: unknown) => boolean): unknown {
  if (spec.optional && (given === undefined || (spec.of && !isHolder(spec, given)))) return undefined;
  if (!spec.of) return holds(given) ? given : spec.optional ? undefined : standIns(spec).find(holds);
  const type = spec.of();
  const soundObject = (part: unknown) => soundPart(type, isObject(part) ? part : {});
  if (!spec.list) return soundObject(given);
  const { minItems = 0, maxItems = Infinity } = spec.schema as { minItems?: number; maxItems?: number };
  const parts: unknown[] = Array.isArray(given) ? given.slice(0, maxItems) : [];
  while (parts.length < minItems) parts.push({});
  const sound = parts.map(soundObject);
  return sound.includes(undefined) ? undefined : sound;
}

const isHolder = ({ list }: FieldSpec, given: unknown): boolean => (list ? Array.isArray(given) : isObject(given));

/** Returns values among which each kind of field finds one that it holds. */
const standIns = ({ schema }: FieldSpec): readonly unknown[] => {
  const { minimum, enum: [word] = [] } = schema as { minimum?: number; enum?: readonly unknown[] };
  return [0, '', word, minimum, '-', 'AAAA', false, [], {}, [Number.MAX_SAFE_INTEGER]];
};
