import { Done } from './common.js';
import { resource, write } from './contract.js';
import { deprecationHeaders, deprecationText } from './deprecation.js';

const lamp = resource('desk/lamp', 'settings', {
  dim: write(Done, Done, 'Dims a lamp.', { deprecated: { since: '2026-12-01', sunset: '2027-06-30' } }),
  light: write(Done, Done, 'Lights a lamp.'),
});

test('is declared with an operation', () => {
  expect([lamp.dim.deprecated, lamp.light.deprecated]).toEqual([
    { since: '2026-12-01', sunset: '2027-06-30' },
    undefined,
  ]);
});

test('becomes headers of the two standards', () => {
  expect(deprecationHeaders({ since: '2026-12-01', sunset: '2027-06-30' })).toEqual({
    deprecation: '@1796083200',
    sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
  });
  expect(deprecationHeaders({ since: '2026-12-01' })).toEqual({ deprecation: '@1796083200' });
});

test('becomes a sentence', () => {
  const since = '2026-12-01';
  expect(deprecationText('lamp/dim', { since })).toBe('lamp/dim is deprecated since 2026-12-01.');
});

test('names days', () => {
  expect(() => deprecationHeaders({ since: 'soon' })).toThrow('A deprecation names soon, which is no day.');
});
