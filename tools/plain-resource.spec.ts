import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILES = 4;
const LINES = 160;

const libs = fileURLToPath(new URL('../libs', import.meta.url));

/** A plain resource in code: its contract, and its folder in its service but for its tests. */
const filesOf = (service: string, path: string): string[] => {
  const name = path.slice(path.indexOf('/') + 1);
  const folder = `${libs}/${service}/src/${name}`;
  const own = readdirSync(folder).filter((file) => !file.endsWith('.spec.ts'));
  return [`${libs}/contracts/src/${path}.ts`, ...own.map((file) => `${folder}/${file}`)];
};

const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length;

test.each([
  ['inventory', 'inventory/brand'],
  ['inventory', 'inventory/supplier'],
  ['settings', 'setting/credit-note-status'],
])('a plain resource of %s takes few files and lines: %s', (service, path) => {
  const files = filesOf(service, path);
  expect(files.length).toBeLessThanOrEqual(FILES);
  expect(files.map(linesOf).reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(LINES);
});
