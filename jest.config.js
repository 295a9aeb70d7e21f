const common = {
  transform: { '^.+\\.ts$': '@swc/jest' },
  extensionsToTreatAsEsm: ['.ts'],
  // A source file imports its neighbour by the name that the built file has.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['@stockbook/source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/'],
  globalTeardown: '<rootDir>/libs/testing/src/jest-global-teardown.mjs',
};
const specs = '<rootDir>/{apps,libs,tools}/**';

/** @type {import('jest').Config} */
export default {
  testTimeout: 20_000,
  // Left to itself Jest takes one process on two cores. One that has grown is replaced: modules of spec files are never freed.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  // Jest sets up only projects of which something is run: a run without a spec of Kafka's starts no broker.
  projects: [
    {
      ...common,
      testMatch: [`${specs}/*.spec.ts`],
      testPathIgnorePatterns: ['/node_modules/', 'kafka[^/]*\\.spec\\.ts$'],
      globalSetup: '<rootDir>/libs/testing/src/jest-global-setup.mjs',
    },
    {
      ...common,
      testMatch: [`${specs}/*kafka*.spec.ts`],
      globalSetup: '<rootDir>/libs/testing/src/jest-kafka-setup.mjs',
    },
  ],
};
