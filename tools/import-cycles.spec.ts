import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const cwd = fileURLToPath(new URL('..', import.meta.url));

/** The files of a library by the files that they import, types included. */
function importsOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
      return [file, own.map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'))];
    }),
  );
}

/** The first circle of imports, its first file repeated at the end. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

it('finds a circle of imports', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['d', ['b']],
  ]);
  expect(findCycle(imports)).toEqual(['b', 'd', 'b']);
});

const files = ts.sys.readDirectory(cwd, ['.ts'], undefined, ['libs/*/src/**/*', 'apps/*/src/**/*']);

it('has no circles of imports between the files of a library', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(findCycle(importsOf(files))?.map((file) => relative(cwd, file))).toBeUndefined();
});

/**
 * A folder directly in `src` is one floor with all its sub-folders: those are steps of one work, which a reader takes in together. A file
 * beside the folders is a floor of its own, so that no circle passes through it.
 */
const floorOf = (file: string): string => relative(cwd, file).split('/').slice(0, 4).join('/');

/** The floors of each library by the floors that their production code imports. */
function floorsOf(files: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const libraries = new Map<string, Map<string, string[]>>();
  for (const [file, imported] of importsOf(files.filter((file) => !/\.(?:spec|fixture)\.ts$/.test(file)))) {
    const floor = floorOf(file);
    const library = floor.split('/').slice(0, 2).join('/');
    const floors = libraries.get(library) ?? new Map<string, string[]>();
    const below = imported.map(floorOf).filter((other) => other !== floor);
    libraries.set(library, floors.set(floor, [...(floors.get(floor) ?? []), ...below]));
  }
  return libraries;
}

it.each([...floorsOf(files)])('the floors of %s import one another in one direction', (_library, floors) => {
  expect(findCycle(floors)).toBeUndefined();
});
