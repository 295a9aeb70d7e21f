// Compiles src/ of every library (or of the one given) to its dist/ and bundles the apps. It leaves alone what is up to
// date. swc's own command line would bring 90 packages for what these lines do.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleApps } from './bundle.mjs';
import { filesIn, replaceFile, timeOf } from './files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const swcrc = join(root, '.swcrc');
/**
 * These apps are compiled alone: they run beside the product, and their processes find each other's files in the
 * libraries.
 */
const TOOLS = ['bench', 'chaos'];

/** Returns the time of the newest output. */
async function compile(project) {
  const [src, dist] = [join(root, project, 'src'), join(root, project, 'dist')];
  const sources = filesIn(src).filter((file) => /(?<!\.(spec|fixture|conformance|types))\.ts$/.test(file));
  const outputs = new Map(sources.map((file) => [join(dist, file.replace(/\.ts$/, '.js')), join(src, file)]));
  for (const old of existsSync(dist) ? filesIn(dist) : []) {
    if (old.endsWith('.js') && !outputs.has(join(dist, old))) await rm(join(dist, old), { force: true });
  }
  const configured = timeOf(swcrc);
  let newest = 0;
  for (const [output, source] of outputs) {
    const built = timeOf(output);
    newest = Math.max(newest, built);
    if (built > Math.max(configured, timeOf(source))) continue;
    newest = Date.now();
    const begun = new Date();
    const { transformFile } = await import('@swc/core');
    const { code, map } = await transformFile(source, { configFile: swcrc });
    await mkdir(dirname(output), { recursive: true });
    await replaceFile(`${output}.map`, map);
    await replaceFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
    // A source that was changed meanwhile is newer than this.
    await utimes(output, begun, begun);
  }
  return newest;
}

/** A build of the image has some of the projects. */
const projectsIn = async (area) =>
  (await readdir(join(root, area))).filter((name) => existsSync(join(root, area, name, 'package.json')));

const given = process.argv[2];
if (given?.startsWith('libs/')) await compile(given);
else {
  const [apps, libs] = await Promise.all(['apps', 'libs'].map(projectsIn));
  const compiled = [
    ...libs.map((name) => `libs/${name}`),
    ...apps.filter((name) => TOOLS.includes(name)).map((name) => `apps/${name}`),
  ];
  const times = await Promise.all(compiled.map(compile));
  // The pages of apps/console are built by tools/console.
  const isProgram = (name) => existsSync(join(root, 'apps', name, 'src/main.ts'));
  const bundled = apps.filter((name) => !TOOLS.includes(name) && isProgram(name));
  await bundleApps(root, bundled, Math.max(...times));
}
