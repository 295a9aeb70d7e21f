import { leastCpuMs } from '@stockbook/testing/cpu-time';
import { type Class, fieldsOf, operations, readRequest } from './index.js';

const READER = { zone: 'UTC', view_cost: true };
const MOST_MS = 100;

/** Makes an object of a list, every field of which is wrong. */
const wrongObject = (type: Class): object =>
  Object.fromEntries(Object.entries(fieldsOf(type)).map(([name, { of }]) => [name, of ? [{}, {}] : { x: 1 }]));

const lists = [...operations.values()].flatMap((operation) =>
  Object.entries(fieldsOf(operation.request)).flatMap(([name, { of, list, schema }]) =>
    of && list ? [{ path: operation.path, operation, name, of: of(), most: Number(schema['maxItems']) }] : [],
  ),
);

test.each(lists)(
  '$path: wrong objects in all of $name hold the process shortly',
  async ({ operation, name, of, most }) => {
    const fit = Math.floor(operation.bodyLimit / JSON.stringify(wrongObject(of)).length);
    const body = { [name]: Array.from({ length: Math.min(most, fit) }, () => wrongObject(of)) };
    const ms = await leastCpuMs(() => expect(readRequest(operation, body, READER).faults).not.toEqual([]));
    expect(ms).toBeLessThan(MOST_MS);
  },
);
