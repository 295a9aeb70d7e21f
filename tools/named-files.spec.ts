import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const textOf = (page: string): string => readFileSync(new URL(page, root), 'utf8');

test('every file that docs/spec-gaps.md links to is there', () => {
  const page = 'docs/spec-gaps.md';
  const links = [...textOf(page).matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(new URL(link, new URL(page, root))))).toEqual([]);
  expect(links).toContain('../libs/contracts/src/fields/dates.ts');
});

const files = ['apps', 'docs', 'libs', 'tools'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/node_modules|dist\b/.test(file))
    .map((file) => `/${folder}/${file}`),
);
const top = readdirSync(root).map((file) => `/${file}`);
/**
 * `relay.ts`, `outbox/relay.ts`, `messaging/src/outbox/relay.ts` and `messaging/outbox/relay.ts` name the same file.
 */
const isFile = (name: string): boolean =>
  [name, name.replace('/', '/src/')].some((path) => [...files, ...top].some((file) => file.endsWith(`/${path}`)));

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every file that %s names is there', (page) => {
  const names = [...textOf(page).matchAll(/`([\w./-]+\.(?:ts|mjs|js|md|json))`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !isFile(name))).toEqual([]);
});

test('every step of the life of a request and of an event is in a file that is there', () => {
  const steps = [...textOf('ARCHITECTURE.md').matchAll(/^\| \d+ +\| ([^|]+)\|/gm)].map(([, where = '']) => where);
  const names = steps.flatMap((where) => where.match(/[a-z-]+\/[\w./-]+/g) ?? []);
  expect(names.length).toBeGreaterThan(12);
  expect(names.filter((name) => !isFile(`${name}.ts`))).toEqual([]);
});
