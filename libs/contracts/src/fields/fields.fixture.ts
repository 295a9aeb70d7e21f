import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Class, fieldsOf } from './fields.js';
import { parse } from './parse.js';
import { Refused } from './refused.js';

export interface Kind {
  /** A class whose one field is of that kind. */
  readonly type: Class<{ value: unknown }>;
  /** Given values with the values that they are read as. */
  readonly accepts: readonly (readonly [given: unknown, read: unknown])[];
  /** The refused values, by the end of the sentence that begins with "value must be". */
  readonly refuses: Readonly<Record<string, readonly unknown[]>>;
}

/** Pairs values that are read as themselves. */
export const same = (...values: unknown[]) => values.map((value) => [value, value] as const);
export const noText = [null, 1, true, {}, [], ['a']];
export const noNumber = [
  null,
  true,
  '',
  ' ',
  'a',
  '1a',
  ' 1',
  '1 ',
  '1e3',
  '0x1',
  '1,5',
  '+1',
  '.5',
  '1.',
  {},
  [],
  [1],
];

const reader = { zone: 'Asia/Singapore', view_cost: true };

/** Makes the tests of each kind. */
export function itHolds(kinds: Readonly<Record<string, Kind>>): void {
  describe.each(Object.entries(kinds))('%s', (_, { type, accepts, refuses }) => {
    const isDescribed = new Ajv2020({ strict: false, formats: { int64: true } }).compile(
      fieldsOf(type)['value']?.schema ?? false,
    );

    it('accepts, and its schema describes what it reads', () => {
      expect(accepts.map(([given]) => parse(type, { value: given }, reader).value)).toEqual(
        accepts.map(([, read]) => read),
      );
      expect(accepts.filter(([, read]) => !isDescribed(read))).toEqual([]);
    });

    it.each(Object.entries(refuses))('must be %s', (must, values) => {
      const refusals = values.map((value) => [value, refusalOf(type, { value })]);
      expect(refusals).toEqual(values.map((value) => [value, `value must be ${must}.`]));
    });

    it('is required', () => {
      expect(refusalOf(type, {})).toBe('value is required.');
    });
  });
}

function refusalOf(type: Kind['type'], body: object): unknown {
  try {
    return parse(type, body, reader);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
