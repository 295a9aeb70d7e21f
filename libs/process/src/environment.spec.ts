import { integer, networks } from './environment.js';

test('a variable is a whole number within its limits, or the usual one', () => {
  expect(integer({}, 'SIZE', 7, 9)).toBe(7);
  expect(integer({ SIZE: '' }, 'SIZE', 7, 9)).toBe(7);
  expect([integer({ SIZE: '0' }, 'SIZE', 7, 9), integer({ SIZE: '9' }, 'SIZE', 7, 9)]).toEqual([0, 9]);
  expect(integer({ SIZE: '2' }, 'SIZE', 7, 9, 2)).toBe(2);
});

test.each([
  ['10', 0],
  ['1', 2],
  ['-1', 0],
  ['2.5', 0],
  ['x', 0],
])('%s is refused as outside of %i to 9', (text, min) => {
  const sentence = `SIZE must be a whole number from ${min} to 9, not '${text}'.`;
  expect(() => integer({ SIZE: text }, 'SIZE', 7, 9, min)).toThrow(new Error(sentence));
});

test('reads networks and addresses, or none', () => {
  expect([networks({}, 'NEAR'), networks({ NEAR: ' ' }, 'NEAR')]).toEqual([[], []]);
  expect(networks({ NEAR: '10.0.0.0/8, ::1,fd00::/8,192.0.2.1,' }, 'NEAR')).toEqual([
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    '192.0.2.1',
  ]);
});

test.each([
  '10.0.0/8',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  'fd00::/129',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'proxy',
  'true',
  '1',
])('%s is no network', (text) => {
  const sentence = `NEAR must be addresses or networks like 10.0.0.0/8, not '${text}'.`;
  expect(() => networks({ NEAR: `::1,${text}` }, 'NEAR')).toThrow(new Error(sentence));
});
