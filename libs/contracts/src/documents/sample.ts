import { type Class, fieldsOf, type FieldSpec } from '../fields/fields.js';

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1.5,
  boolean: true,
  object: {},
};

/** Makes an example of a class: each field has a value of its type, and each list one element. */
export function sampleOf(type: Class): object {
  const fields = Object.entries(fieldsOf(type)).map(([name, spec]) => [name, sampleValueOf(spec)]);
  return Object.fromEntries(fields);
}

function sampleValueOf({ of, list, schema }: FieldSpec): unknown {
  if (of) return list ? [sampleOf(of())] : sampleOf(of());
  const { type, examples, enum: words, items, minimum } = schema;
  const [first] = [examples ?? words ?? []].flat();
  if (first !== undefined) return first;
  if (type === 'array') return [SAMPLES[String(Object(items).type)] ?? 1];
  if (type === 'integer') return Math.max(1, Number(minimum ?? 1));
  return SAMPLES[String(type)] ?? 1;
}
