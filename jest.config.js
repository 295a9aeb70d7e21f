/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  extensionsToTreatAsEsm: ['.ts'],
  // A source file imports its neighbour by the name that the built file has.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['@stockbook/source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/'],
  globalSetup: '<rootDir>/libs/testing/src/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/libs/testing/src/jest-global-teardown.mjs',
  testTimeout: 20_000,
  // Left to itself Jest takes one process on two cores. One that has grown is replaced: modules of spec files are never freed.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
};
