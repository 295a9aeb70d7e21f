import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decisions, decisionsIndex } from './decisions-index.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

test('decisions have numbers without gaps, in their names and in their titles', () => {
  const numbers = decisions().map((_, index) => index + 1);
  expect(decisions().map((file) => Number(file.slice(0, 4)))).toEqual(numbers);
  const titles = decisions().map((file) => Number(/^# (\d+)\. /.exec(textOf(`docs/decisions/${file}`))?.[1]));
  expect(titles).toEqual(numbers);
});

test('the index of decisions is current; else `node tools/decisions-index.mjs` writes it anew', () => {
  expect(textOf('docs/decisions/README.md')).toBe(decisionsIndex());
});

const texts = ['', 'docs/', 'apps/', 'libs/', 'tools/'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: folder !== '', encoding: 'utf8' })
    .filter((file) => /\.(?:md|ts|mjs)$/.test(file) && !/node_modules|dist\//.test(file))
    .map((file) => `${folder}${file}`),
);

test('every mention of a decision names a file that is there, by its number', () => {
  const links = texts.flatMap((file) =>
    [
      ...textOf(file).matchAll(
        /(?:decision (\d+)\]\(|decisions\/|\]\()(?:[./]|docs\/|decisions\/)*(\d{4}-[a-z-]+\.md)/g,
      ),
    ].map(([, number, name = '']) => ({ file, name, number: Number(number ?? name.slice(0, 4)) })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(
    links.filter(({ name, number }) => !decisions().includes(name) || Number(name.slice(0, 4)) !== number),
  ).toEqual([]);
});
