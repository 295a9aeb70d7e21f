// Builds the web pages of apps/console into its dist/ with vite, unless their sources are those of the last build.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '../files.mjs';
import { addressesOf, contentsOf } from './content/contents.mjs';

// A test sets another one, which would build React for developers.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'apps/console/dist');
/** Says what the build consists of. The gateway reads it, and serves nothing that it does not name. */
const LIST = join(dist, 'pages.json');
/** Everything that the pages are made of. A folder stands for all of its files. */
const SOURCES = [
  'apps/console',
  'tools/console',
  'libs/client/src',
  'libs/auth/src',
  'libs/transfer/src',
  'docs',
  'examples',
  'package-lock.json',
];
const IGNORED = /(^|\/)(dist|node_modules|decisions)\/|\.spec\.ts$/;

async function hashOfSources() {
  const listed = await Promise.all(
    SOURCES.map(async (source) => {
      if (/\.\w+$/.test(source)) return [source];
      const files = await readdir(join(root, source), { recursive: true, withFileTypes: true });
      return files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(root.length));
    }),
  );
  const hash = createHash('sha256');
  for (const file of listed.flat().sort())
    if (!IGNORED.test(file)) hash.update(`${file}\n`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

const last = JSON.parse(await readFile(LIST, 'utf8').catch(() => '{}'));
const hash = await hashOfSources();
const isThere = ({ files = [], pages = {} }) =>
  [...files.map((name) => `assets/${name}`), ...Object.keys(pages).map((name) => `${name}.html`)].every((file) =>
    existsSync(join(dist, file)),
  );
if (last.hash !== hash || !last.pages || !isThere(last)) await build();

async function build() {
  await mkdir(join(dist, 'assets'), { recursive: true });
  // The gateway says meanwhile that the pages are being built. Open pages may still load files of the build before.
  const former = last.files ?? [];
  await replaceFile(LIST, JSON.stringify({ files: former }));
  try {
    const vite = await import('vite');
    const built = await vite.build({ root: join(root, 'apps/console'), logLevel: 'warn', build: { write: false } });
    const outputs = [built].flat().flatMap(({ output }) => output);
    for (const { fileName, code, source } of outputs) await replaceFile(join(dist, fileName), code ?? source);
    const files = outputs.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
    await finish(
      files.map((name) => name.slice('assets/'.length)),
      former,
      packagesOf(outputs),
    );
  } catch (error) {
    await replaceFile(LIST, JSON.stringify({ files: former, failure: String(error.message ?? error).slice(0, 2_000) }));
    throw error;
  }
}

async function finish(files, former, packages) {
  const kept = new Set([...files, ...former]);
  for (const name of await readdir(join(dist, 'assets')))
    if (!kept.has(name)) await rm(join(dist, 'assets', name), { force: true });
  // The console finds its own addresses, so the gateway answers browsers anywhere below it.
  const pages = { docs: addressesOf(contentsOf(root)), console: ['', '*'] };
  await replaceFile(LIST, JSON.stringify({ hash, pages, files, packages }));
}

/** Returns the folders of the packages that the pages contain, whose licences a release has to list. */
function packagesOf(outputs) {
  const modules = outputs.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = modules.flatMap((file) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].filter((name) => !name.includes('@stockbook/')).sort();
}
