import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const nest = ['@nestjs/core', '@nestjs/microservices'];
const database = ['pg', 'typeorm'];
const service = [...nest, ...database, 'kafkajs'];
const gateway = [...nest, 'fastify'];
const everything = [...service, 'fastify'];
/**
 * A named collector loads the SDK of traces, and the first image loads the decoder of images; nothing loads them
 * before.
 */
const heavy = [...everything, '@opentelemetry/sdk-trace', 'sharp'];
/** They run beside the product, and are free to load what they like. */
const tools = ['libs/bench', 'libs/chaos', 'libs/testing'];

/** The heavy packages that each library of the product loads, itself or through other libraries. */
const loadedBy: Readonly<Record<string, readonly string[]>> = {
  'libs/contracts': [],
  'libs/process': [],
  'libs/promotions': [],
  'libs/client': [],
  'libs/auth': [],
  'libs/media': [],
  'libs/transfer': [],
  'libs/rpc': nest,
  'libs/gateway': gateway,
  'libs/persistence': database,
  'libs/messaging': [...database, 'kafkajs'],
  'libs/service': service,
  'libs/sales': service,
  'libs/inventory': service,
  'libs/settings': service,
  'libs/integration': service,
  'libs/standalone': everything,
  'libs/distributed': everything,
};

/** Runs the entry in a fresh process, without configuration, and returns the packages that it has loaded. */
function allPackagesOf(entry: string, ...words: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const args = ['--import', './tools/list-loaded-packages.mjs', entry, ...words];
    // An app that lacks its configuration exits with an error after it has loaded everything.
    execFile(process.execPath, args, { cwd, env: {} }, (_, out, err) => {
      const list = /^\[.*\]$/m.exec(out)?.[0];
      if (!list) return reject(new Error(err));
      const loaded: string[] = JSON.parse(list);
      resolve(loaded.sort());
    });
  });
}

const packagesOf = async (entry: string) => (await allPackagesOf(entry)).filter((name) => heavy.includes(name));

beforeAll(() => void execFileSync(process.execPath, ['tools/build.mjs'], { cwd }));

test('the table has every library', () => {
  expect([...Object.keys(loadedBy), ...tools].sort()).toEqual(readdirSync(`${cwd}libs`).map((name) => `libs/${name}`));
});

test.each(Object.entries(loadedBy))('%s loads of the heavy packages exactly %p', async (library, expected) => {
  expect(await packagesOf(`${library}/dist/index.js`)).toEqual([...expected].sort());
});

test('a call loads neither the contract nor logs, so the command line starts at once', async () => {
  const small = ['commander', 'reflect-metadata'];
  expect(await allPackagesOf('apps/cli/dist/main.js', 'call')).toEqual(small);
  expect(await allPackagesOf('apps/cli/bin/stockbook.mjs', 'webhook', 'listen')).toEqual(small);
});

test('the gateway process loads no database and no Kafka client', async () => {
  expect(await packagesOf('apps/gateway/dist/main.js')).toEqual([...gateway].sort());
});
