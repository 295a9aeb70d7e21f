// Compiles src/ of every library and tool (or of the one folder given) to its dist/, and bundles the other apps, leaving alone what is up to date.
// swc's own command line would bring 90 packages for what these lines do.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const swcrc = join(root, '.swcrc');
const timeOf = async (file) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

/** In one step: others may build or run the same files at this moment. */
async function replace(file, text) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** Returns the time of the newest output. */
async function compile(project) {
  const [src, dist] = [join(project, 'src'), join(project, 'dist')];
  const sources = (await readdir(src, { recursive: true })).filter((file) =>
    /(?<!\.(spec|fixture|conformance|types))\.ts$/.test(file),
  );
  const outputs = new Map(sources.map((file) => [join(dist, file.replace(/\.ts$/, '.js')), join(src, file)]));
  for (const old of await readdir(dist, { recursive: true }).catch(() => [])) {
    if (old.endsWith('.js') && !outputs.has(join(dist, old))) await rm(join(dist, old), { force: true });
  }
  const configured = await timeOf(swcrc);
  let newest = 0;
  for (const [output, source] of outputs) {
    const built = await timeOf(output);
    newest = Math.max(newest, built);
    if (built > Math.max(configured, await timeOf(source))) continue;
    newest = Date.now();
    const { transformFile } = await import('@swc/core');
    const { code, map } = await transformFile(source, { configFile: swcrc });
    await mkdir(dirname(output), { recursive: true });
    await replace(`${output}.map`, map);
    await replace(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
  }
  return newest;
}

/** These run beside the product: their processes find each other's files in the libraries. */
const isTool = (name) => ['bench', 'chaos'].includes(name);

/** The folders of projects; the image has some of the apps. */
const namesIn = async (area) =>
  (await readdir(join(root, area))).filter((name) => existsSync(join(root, area, name, 'package.json')));

async function bundleApps(apps, compiled) {
  const list = join(root, 'apps/dist/bundle.json');
  const timesOf = (files) => Promise.all(files.map((file) => timeOf(join(root, file))));
  const bundled = Math.min(await timeOf(list), ...(await timesOf(apps.map((app) => `apps/${app}/dist/main.js`))));
  const others = [
    'tools/bundle.mjs',
    'node_modules/.package-lock.json',
    ...apps.map((app) => `apps/${app}/src/main.ts`),
  ];
  if (Math.max(compiled, ...(await timesOf(others))) < bundled) return;
  const { bundle } = await import('./bundle.mjs');
  await bundle(root, apps, list, replace);
}

const given = process.argv[2];
if (given?.startsWith('libs/')) await compile(join(root, given));
else {
  const [apps, libs] = await Promise.all(['apps', 'libs'].map(namesIn));
  const compiled = [
    ...libs.map((name) => join('libs', name)),
    ...apps.filter(isTool).map((name) => join('apps', name)),
  ];
  const times = await Promise.all(compiled.map((project) => compile(join(root, project))));
  await bundleApps(
    apps.filter((name) => !isTool(name)),
    Math.max(...times),
  );
}
