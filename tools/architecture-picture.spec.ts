import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { architecturePicture, floorsOf } from './architecture-picture.mjs';

const textOf = (file: string): string => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');

test('a library lies one floor above the highest that it imports', () => {
  expect(floorsOf({ roof: ['hall', 'cellar'], hall: ['cellar'], cellar: [], shed: [] })).toEqual({
    roof: 3,
    hall: 2,
    cellar: 1,
    shed: 1,
  });
});

test('the picture of ARCHITECTURE.md is current; else `node tools/architecture-picture.mjs` draws it anew', () => {
  expect(textOf('docs/architecture.svg')).toBe(architecturePicture());
});

test('the picture has every step of the life of a request and of an event', () => {
  const badges = [...architecturePicture().matchAll(/class="number"[^>]*>([\d, ]+)</g)].map(
    ([, numbers = '']) => numbers,
  );
  const steps = [...textOf('ARCHITECTURE.md').matchAll(/^\| (\d+) /gm)].map(([, step]) => step);
  expect(new Set(badges.flatMap((numbers) => numbers.split(', ')))).toEqual(new Set(steps));
});

test('ARCHITECTURE.md is read in one go: it has less than 200 lines', () => {
  expect(textOf('ARCHITECTURE.md').split('\n').length).toBeLessThan(200);
});
