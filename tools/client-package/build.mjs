// Writes the package `@stockbook/client` to the folder that is given: each entry as one file, without what serves this
// repository alone.
import { build } from 'esbuild';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'libs/client');
const entries = ['index', 'promotions'].map((name) => join(source, 'src', `${name}.ts`));
const PROMOTIONS = '@stockbook/promotions';

/** The folders of the package where the types of the libraries go. */
const PLACES = [
  [join(root, 'libs/client/src/'), ''],
  [join(root, 'libs/promotions/src/'), 'promotions/'],
];

export async function buildClient(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  await bundle(join(folder, 'dist'));
  await writeTypes(join(folder, 'dist'));
  for (const file of ['libs/client/README.md', 'LICENSE'])
    await cp(join(root, file), join(folder, file.split('/').at(-1)));
  const content = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  delete content.private;
  delete content.nx;
  for (const entry of Object.values(content.exports)) delete entry['@stockbook/source'];
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

const bundle = (outdir) =>
  build({
    entryPoints: entries,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@stockbook/source'],
    target: 'es2022',
    legalComments: 'inline',
    logLevel: 'warning',
  });

async function writeTypes(outDir) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // TypeScript would not emit what it finds in node_modules.
  const paths = { [PROMOTIONS]: [join(root, 'libs/promotions/src/index.ts')] };
  const emitting = { ...options, paths, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const program = ts.createProgram(entries, emitting);
  const files = new Map();
  const { diagnostics } = program.emit(undefined, (name, text) => files.set(placeOf(name), text));
  if (diagnostics.length) throw new Error(ts.formatDiagnostics(diagnostics, hostOf()));
  for (const [name, text] of files) {
    const file = join(outDir, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.replaceAll(`'${PROMOTIONS}'`, `'./promotions/index.js'`));
  }
}

const hostOf = () => ({
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
});

function placeOf(name) {
  const [from, to] = PLACES.find(([from]) => name.startsWith(from)) ?? [];
  if (from === undefined) throw new Error(`${name} is no part of the client.`);
  return to + name.slice(from.length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient(resolve(process.argv[2] ?? 'dist/client'));
