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

it('has no circles of imports between the files of a library', () => {
  const files = ts.sys.readDirectory(cwd, ['.ts'], undefined, ['libs/*/src/**/*', 'apps/*/src/**/*']);
  expect(files.length).toBeGreaterThan(100);
  expect(findCycle(importsOf(files))?.map((file) => relative(cwd, file))).toBeUndefined();
});
