import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const common = {
  runtime: '<rootDir>/tools/jest/plain-runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest/plain-environment.cjs',
  transform: {},
  modulePathIgnorePatterns: ['/dist/'],
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.mjs',
};
const specs = '<rootDir>/{apps,libs,tools}/**';
const kafkaSpecs = 'kafka[^/]*\\.spec\\.ts$';
/** Specs that start, kill or fill whole systems, or send every operation. `npm run test:system` adds those of Kafka. */
const systemSpecs = [
  '/libs/(standalone|bench)/',
  '/libs/testing/src/conformance/plans/',
  '/libs/chaos/src/checker',
  '/libs/gateway/src/every-operation/',
  '/tools/(loaded-packages|client-package|resource/conformance)',
  '/apps/console/',
];
const withPostgres = { ...common, globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.mjs' };
const libraries = {
  ...withPostgres,
  testMatch: [`${specs}/*.spec.ts`],
  testPathIgnorePatterns: ['/node_modules/', '/libs/distributed/', kafkaSpecs, ...systemSpecs],
};
const system = {
  ...withPostgres,
  testRegex: systemSpecs.map((path) => `${path}.*\\.spec\\.ts$`),
  testPathIgnorePatterns: ['/node_modules/', kafkaSpecs],
};
const withKafka = {
  ...common,
  testMatch: [`${specs}/*kafka*.spec.ts`],
  testPathIgnorePatterns: ['/node_modules/', '/libs/distributed/'],
  globalSetup: '<rootDir>/libs/testing/src/jest/kafka-setup.mjs',
};
/** Rules of one service or of the gateway, the same wherever services run: `test:distributed:all` has them. */
const oneService = [
  '/libs/testing/src/conformance/(documents|plain-resources|plans/)',
  '/libs/(bench|chaos|transfer)/',
  '/libs/gateway/src/(http|pages/|request/)',
  '/libs/[^/]+/src/.+/list/',
  '/libs/integration/src/(invoice|tax)/',
  '/libs/settings/src/(account|channel-group|company|currency|identity)/',
  '/libs/settings/src/(language|order-status|payment-method|reference)/',
  '/apps/console/test/(docs-page|samples|console/(pages|restarts))',
];
/** A change of an endpoint holds at once on the replica that takes it alone; the others follow within a second. */
const oneReplica = ['/libs/integration/src/webhook/dispatch/(changes|order)\\.'];
/** `npm run test:distributed` runs the specs that have a World, and those of the system in processes of its own. */
const distributed = () => {
  const filesIn = (folder) =>
    readdirSync(new URL(folder, import.meta.url), { recursive: true }).map((file) => `${folder}/${file}`);
  const files = [...filesIn('libs'), ...filesIn('apps/console/test')];
  const textOf = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
  // The visitors of the console open the World that they visit.
  const opensWorld = (file) => /(World|Visitors)\.(open|shared|withGateway)\(/.test(textOf(file));
  const fixtures = new Set(files.filter((file) => file.endsWith('.fixture.ts') && opensWorld(file)));
  const usesFixture = (file) =>
    [...textOf(file).matchAll(/ from '(\.[^']+\.fixture)\.js'/g)].some(([, path]) =>
      fixtures.has(`${join(dirname(file), path)}.ts`),
    );
  const worlds = files.filter((file) => file.endsWith('.spec.ts') && (opensWorld(file) || usesFixture(file)));
  return {
    ...withKafka,
    testMatch: ['<rootDir>/libs/distributed/**/*.spec.ts', ...worlds.map((file) => `<rootDir>/${file}`)],
    testPathIgnorePatterns: [
      '/node_modules/',
      ...oneReplica,
      ...(process.env.STOCKBOOK_TEST_SCOPE === 'crossing' ? oneService : []),
    ],
  };
};
const isDistributed = process.env.STOCKBOOK_TEST_TOPOLOGY === 'distributed';
/** Jest sets up only projects of which something is run: a run without a spec of Kafka's starts no broker. */
const projects = () => {
  if (isDistributed) return [distributed()];
  const { STOCKBOOK_TEST_SCOPE: scope } = process.env;
  return [...(scope === 'system' ? [] : [libraries]), ...(scope === 'libraries' ? [] : [system, withKafka])];
};

/** @type {import('jest').Config} */
export default {
  // Ends a test that hangs. On a machine that does other work, races of 20 rounds have taken 30 s.
  testTimeout: 120_000,
  // For two cores: specs of libraries often wait for the database; those of systems use several processes each, and
  // sixteen services that are apart keep a core busy.
  maxWorkers: isDistributed ? 1 : process.env.STOCKBOOK_TEST_SCOPE === 'libraries' ? 3 : 2,
  // A process that has grown is replaced: modules of spec files are never freed.
  workerIdleMemoryLimit: '1GB',
  projects: projects(),
};
