import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const cwd = fileURLToPath(new URL('..', import.meta.url));

/** Returns the files of a library by the files that they import, types included. */
function importsOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
      return [file, own.map(({ fileName }) => sourceOf(join(dirname(file), fileName)))];
    }),
  );
}

/** Returns the file that is compiled to an imported name. */
function sourceOf(imported: string): string {
  const source = imported.replace(/\.js$/, '.ts');
  return ts.sys.fileExists(`${source}x`) ? `${source}x` : source;
}

/** Returns the first circle of imports, its first file repeated at the end. */
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

test('finds a circle of imports', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['d', ['b']],
  ]);
  expect(findCycle(imports)).toEqual(['b', 'd', 'b']);
});

const files = ts.sys.readDirectory(cwd, ['.ts', '.tsx'], undefined, ['libs/*/src/**/*', 'apps/*/src/**/*']);

test('has no circles of imports between the files of a library', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(findCycle(importsOf(files))?.map((file) => relative(cwd, file))).toBeUndefined();
});

/**
 * Returns the entries of each folder by its entries that they import, in production code. An entry is a sub-folder with
 * all that it holds, or a file, so that no circle passes through a file beside sub-folders.
 */
function entriesByFolder(files: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const folders = new Map<string, Map<string, string[]>>();
  for (const [file, imported] of importsOf(files.filter((file) => !/\.(?:spec|fixture)\.tsx?$/.test(file))))
    for (const other of imported) {
      const [from, to] = [relative(cwd, file).split('/'), relative(cwd, other).split('/')];
      const depth = from.findIndex((name, at) => name !== to[at]);
      const folder = from.slice(0, depth).join('/');
      const entries = folders.get(folder) ?? new Map<string, string[]>();
      folders.set(folder, entries.set(from[depth]!, [...(entries.get(from[depth]!) ?? []), to[depth]!]));
    }
  return folders;
}

test.each([...entriesByFolder(files)])('the entries of %s import one another in one direction', (_folder, entries) => {
  expect(findCycle(entries)).toBeUndefined();
});
