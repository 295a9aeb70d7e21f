import { IsInt, ValidateNested, validateSync } from 'class-validator';
import fc from 'fast-check';
import { operations } from '../tree.js';
import { isSound, keepsRules } from './compiled-rules.js';
import { type Class, fieldEntriesOf, isObject } from './field.js';
import { Json, Text } from './fields.js';

/** Returns a class and the classes within it. */
function classesIn(type: Class, found = new Set<Class>()): Set<Class> {
  if (found.has(type)) return found;
  found.add(type);
  for (const [, { of }] of fieldEntriesOf(type)) if (of) classesIn(of(), found);
  return found;
}

/** Each value is sound for some kind of field, or nearly so. */
const VALUES: readonly unknown[] = [
  ...[undefined, null, true, 0, 1, 2, -1, 0.5, 1.000_01, 1e-9, 2 ** 31, 1e11, 2 ** 53, NaN, {}, { a: [[]] }],
  ...['', ' ', 'a', 'a\0', '7', '1,2,3', '1,,2', 'x'.repeat(256), '€'.repeat(1_001)],
  ...['2026-03-01', '2026-03-01T08:15:30Z', '2026-02-30'],
  ...[[], [1], [0], [1, 'a'], ['a'], ['a\0'], [{}], [null], Array.from({ length: 1_001 }, () => 1)],
];

/** Gives each object the class of its field, as the reader of requests does. */
const classed = (of: () => Class, value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((part) => classed(of, part))
    : isObject(value)
      ? Object.assign(new (of())(), value)
      : value;

/** Makes objects of a class, most of whose values keep their rules. */
function inputsOf(type: Class): fc.Arbitrary<object> {
  const fields = fieldEntriesOf(type).map(([name, { of, list, schema, optional }]) => {
    const words = (schema['enum'] ?? []) as readonly unknown[];
    const sound = [...VALUES, ...words].filter((value) => keepsRules(type, name, value));
    const part = of && inputsOf(of());
    const parts = part && list ? fc.array(part, { minLength: 1, maxLength: 2 }) : part;
    const likely = parts ?? fc.constantFrom(...sound, ...(optional ? [undefined] : []));
    const others = of ? VALUES.map((value) => classed(of, value)) : VALUES;
    return [name, fc.oneof({ weight: 50, arbitrary: likely }, { weight: 1, arbitrary: fc.constantFrom(...others) })];
  });
  return fc.record(Object.fromEntries(fields)).map((values) => Object.assign(new type(), values));
}

test('the compiled rules and class-validator agree on every class of a request', () => {
  const classes = new Set([...operations.values()].flatMap(({ request }) => [...classesIn(request)]));
  const judged = { true: 0, false: 0 };
  for (const type of classes) {
    const agrees = (input: object) => {
      const isValid = validateSync(input, { forbidUnknownValues: false }).length === 0;
      judged[`${isValid}`]++;
      return isSound(type, input) === isValid;
    };
    fc.assert(fc.property(inputsOf(type), agrees), { numRuns: 20 });
  }
  expect(Math.min(judged.true, judged.false)).toBeGreaterThan(classes.size);
});

class Undeclared {
  @Text() name!: string;
  @IsInt() pieces!: number;
}
class Inheriting extends Undeclared {
  @Text() model!: string;
}
class WithoutClass {
  @ValidateNested() @Json() part!: Record<string, unknown>;
}

test.each([
  ['a property that is no field', Undeclared, 'pieces'],
  ['an inherited property that is no field', Inheriting, 'pieces'],
  ['a field whose objects have no class', WithoutClass, 'part'],
])('a decorator of class-validator on %s is refused, because it would judge nothing', (_, type: Class, name) => {
  const fault = new Error(`${type.name}.${name} needs a decorator of fields.ts.`);
  expect(() => isSound(type, new type())).toThrow(fault);
});
