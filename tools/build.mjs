// Compiles src/ of every app and library (or of the one folder given) to its dist/, leaving alone what is up to date.
// swc's own command line would bring 90 packages for what these lines do.
import { transformFile } from '@swc/core';
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

async function build(project) {
  const [src, dist] = [join(project, 'src'), join(project, 'dist')];
  const sources = (await readdir(src, { recursive: true })).filter((file) =>
    /(?<!\.(spec|fixture|conformance|types))\.ts$/.test(file),
  );
  const outputs = new Map(sources.map((file) => [join(dist, file.replace(/\.ts$/, '.js')), join(src, file)]));
  for (const old of await readdir(dist, { recursive: true }).catch(() => [])) {
    if (old.endsWith('.js') && !outputs.has(join(dist, old))) await rm(join(dist, old), { force: true });
  }
  const configured = await timeOf(swcrc);
  for (const [output, source] of outputs) {
    if ((await timeOf(output)) > Math.max(configured, await timeOf(source))) continue;
    const { code, map } = await transformFile(source, { configFile: swcrc });
    await mkdir(dirname(output), { recursive: true });
    await replace(`${output}.map`, map);
    await replace(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
  }
}

const given = process.argv[2];
const projects = given
  ? [join(root, given)]
  : (
      await Promise.all(
        ['apps', 'libs'].map(async (area) => (await readdir(join(root, area))).map((name) => join(root, area, name))),
      )
    ).flat();
await Promise.all(projects.map(build));
