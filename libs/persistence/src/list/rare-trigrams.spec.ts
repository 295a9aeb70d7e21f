import { rarePattern } from './rare-trigrams.js';

const common = new Set(['buy', 'uye', 'yer', 'er4', ' bu', 'tra', 'rac', 'ack', ' tr']);

test.each([
  ['buyer4321', '%r4321%'],
  ['4321 buyer', '%4321%'],
  ['4321buyer8', '%4321bu%er8%'],
  ['track-77', '%-77%'],
  ['a%_\\12', '%\\\\12%'],
  ['buyer', undefined],
  ['ox', undefined],
  [' ox', '% ox%'],
  ['@.', undefined],
])('of %j the index looks for %j', (text, pattern) => {
  expect(rarePattern(text, common)).toBe(pattern);
});

test('without common trigrams the index looks for all of them, and for the first letter of a word', () => {
  expect(rarePattern('buyer')).toBe('%buyer%');
  expect(rarePattern(' a')).toBe('% a%');
  expect(rarePattern('-a')).toBeUndefined();
});
