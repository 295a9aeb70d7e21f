import { operations } from '@stockbook/contracts';
import { clientKeyOf } from './request-keys.js';

const ADD = operations.get('inventory/brand/add')!;
const RELEASED = '2281fc907e79de2b9ee90869e908f8c1';
const keyOf = (body: object) => clientKeyOf(ADD, { ...body, idempotency_key: 'k' }, undefined, 7);

test('a hash depends on what is said, not on the order of fields, and stays as it was released', async () => {
  const one = { name: 'Ä"\n', b: { z: [1, null, { y: [], x: {} }], a: true }, 10: 1, 9: 2 };
  const other = { b: { a: true, z: [1, null, { x: {}, y: [] }] }, 9: 2, name: 'Ä"\n', 10: 1 };
  expect(await keyOf(one)).toEqual(await keyOf(other));
  expect((await keyOf(one))?.hash).toBe(RELEASED);
  expect((await keyOf({ ...one, b: 1 }))?.hash).not.toBe(RELEASED);
});

test('a body of 99,990 objects is hashed in many turns of the event loop', async () => {
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  await keyOf({ unknown: Array(99_990).fill({ a: 1 }) });
  clearInterval(count);
  expect(turns).toBeGreaterThan(5);
});
