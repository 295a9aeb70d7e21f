import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = 4;
const LINES = 160;

const libs = fileURLToPath(new URL('../libs', import.meta.url));
const files = readdirSync(libs, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/node_modules|dist/.test(file),
);
const textOf = (file: string): string => readFileSync(join(libs, file), 'utf8');
const isSpec = (file: string) => file.endsWith('.spec.ts');
const linesOf = (file: string): number => textOf(file).trimEnd().split('\n').length;

/**
 * Finds the folder of each resource that `PlainRecords` handles and that has no rules of its own; those would have a
 * spec.
 */
const folders = files
  .filter(
    (file) => basename(file) === `${basename(dirname(file))}.handlers.ts` && textOf(file).includes('PlainRecords'),
  )
  .map((file) => dirname(file))
  .filter((folder) => !files.some((file) => dirname(file) === folder && isSpec(file)));

/** Returns the files of a plain resource: its contract, and its folder in its service. */
const filesOf = (folder: string) =>
  files.filter(
    (file) =>
      dirname(file) === folder || (/^contracts\/src\//.test(file) && basename(file) === `${basename(folder)}.ts`),
  );

test('plain resources without rules of their own are found', () => {
  expect(folders).toEqual(expect.arrayContaining(['inventory/src/supplier', 'settings/src/credit-note-status']));
});

test.each(folders)('the plain resource in %s takes few files and lines', (folder) => {
  const own = filesOf(folder);
  expect(own.length).toBeGreaterThan(1);
  expect(own.length).toBeLessThanOrEqual(FILES);
  expect(own.map(linesOf).reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(LINES);
});
