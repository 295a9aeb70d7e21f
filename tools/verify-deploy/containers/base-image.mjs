// Builds base images for machines that reach no image registry, from Debian's packages and the node binary of npm's
// package `node`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { alone, debian } from './debian.mjs';
import { cache, need, run, say } from '../shell.mjs';

const NODE = 24;
/** The content of distroless's image nodejs24-debian13, beside Node: the packages of its images static, base and cc. */
const DISTROLESS =
  'base-files gcc-14-base libc6 libgcc-s1 libgomp1 libssl3t64 libstdc++6 libzstd1 media-types netbase tzdata zlib1g';

/** Returns the names of the images for the build arguments BUILD and BASE. */
export async function baseImages() {
  if (process.env.BASE && process.env.BUILD) return { base: process.env.BASE, build: process.env.BUILD };
  need('apt-get install buildah mmdebstrap', 'buildah', 'mmdebstrap');
  const images = { base: 'localhost/stockbook-distroless', build: 'localhost/stockbook-build' };
  const node = await nodeBinary();
  if (!(await isThere(images.base))) {
    const system = await debian('distroless', alone(DISTROLESS));
    await commit(images.base, [
      [system, '/'],
      [node, '/nodejs/bin/node'],
      [join(dirname(node), '../LICENSE'), '/nodejs/LICENSE'],
    ]);
  }
  if (!(await isThere(images.build))) {
    const system = await debian('build', ['--variant=minbase', '--include=ca-certificates']);
    const npm = await packed('npm@11', 'npm');
    await commit(
      images.build,
      [
        [system, '/'],
        [node, '/usr/local/bin/node'],
        [npm, '/usr/local/lib/node_modules/npm'],
      ],
      async (container) => {
        await run('buildah', [
          'run',
          container,
          'ln',
          '-s',
          '../lib/node_modules/npm/bin/npm-cli.js',
          '/usr/local/bin/npm',
        ]);
      },
    );
  }
  return images;
}

export const nodeBinary = async () => join(await packed(`node-linux-${arch()}@${NODE}`, `node-${NODE}`), 'bin', 'node');

async function packed(spec, name) {
  const folder = join(cache, name);
  if (existsSync(folder)) return join(folder, 'package');
  const scratch = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    say(`fetching the npm package ${spec}`);
    const file = (await run('npm', ['pack', '--silent', '--pack-destination', scratch, spec]))
      .trim()
      .split('\n')
      .at(-1);
    const draft = `${folder}.${process.pid}`;
    await run('mkdir', ['-p', draft]);
    await run('tar', ['-xzf', join(scratch, file), '-C', draft]);
    await run('mv', ['-T', draft, folder]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return join(folder, 'package');
}

const isThere = (image) =>
  run('buildah', ['inspect', '--type', 'image', image]).then(
    () => true,
    () => false,
  );

async function commit(image, layers, more = async () => undefined) {
  const container = (await run('buildah', ['from', 'scratch'])).trim();
  try {
    for (const [source, target] of layers) await run('buildah', ['add', '--quiet', container, source, target]);
    await more(container);
    await run('buildah', ['commit', '--quiet', container, image]);
  } finally {
    await run('buildah', ['rm', container]);
  }
}
