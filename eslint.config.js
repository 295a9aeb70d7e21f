import nx from '@nx/eslint-plugin';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

const only = (sourceTag, ...tags) => ({ sourceTag, onlyDependOnLibsWithTags: tags });
const ban = (sourceTag, ...packages) => ({ sourceTag, bannedExternalImports: packages });

/** Axis one: which service owns the library. It sees itself and the shared libraries; the assembly sees everything. */
const scopes = [
  only('scope:shared', 'scope:shared'),
  ...['gateway', 'sales', 'inventory', 'settings', 'integration'].map((name) =>
    only(`scope:${name}`, `scope:${name}`, 'scope:shared'),
  ),
  only('scope:all', '*'),
];
/** Axis two: which layer it is. Contracts stand on nothing, kernels on contracts, services on kernels, apps on all. */
const layers = [
  only('type:contracts', 'type:contracts'),
  only('type:kernel', 'type:kernel', 'type:contracts'),
  only('type:service', 'type:kernel', 'type:contracts'),
  only('type:assembly', 'type:assembly', 'type:service', 'type:kernel', 'type:contracts'),
  only('type:app', 'type:assembly', 'type:service', 'type:kernel', 'type:contracts'),
];
/** Axis three: libraries that the gateway loads, which must start without a database or Kafka client. */
const footprint = [only('database:none', 'database:none')];
const packages = [
  ban('type:contracts', '@nestjs/*', 'node:*'),
  ban('database:none', 'typeorm', 'kafkajs', 'pg'),
  ban('type:service', 'kafkajs', 'pg'),
];

const boundaries = (...allow) => [
  'error',
  { allow, banTransitiveDependencies: false, depConstraints: [...scopes, ...layers, ...footprint, ...packages] },
];

export default tseslint.config(
  { ignores: ['**/dist', '.nx', '.stockbook', 'tools/verify-clients/*.ts', 'libs/client/src/api.types.ts'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
    },
  },
  {
    rules: { 'max-len': ['error', { code: 120, ignoreUrls: true }] },
  },
  // A module that is made at build time is declared for all, where no import can stand.
  { files: ['apps/console/src/*.d.ts'], rules: { '@typescript-eslint/consistent-type-imports': 'off' } },
  // Texts of the API, as descriptions of items, must not become elements of a page.
  {
    files: ['apps/console/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        "JSXAttribute[name.name='dangerouslySetInnerHTML']",
        'MemberExpression[property.name=/^(inner|outer)HTML$/]',
      ],
    },
  },
  // Every line of the log goes through the list of what it may hold.
  {
    files: ['**/*.ts'],
    ignores: ['libs/process/src/log/log.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'pino', message: 'Log through openLog of @stockbook/process.' },
        {
          name: '@nestjs/common',
          importNames: ['Logger', 'ConsoleLogger'],
          message: 'Inject LOG of @stockbook/process.',
        },
      ],
    },
  },
  // Specs stand on the test library, which stands on everything.
  {
    files: ['**/*.{spec,fixture,conformance}.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries(
        '@stockbook/testing',
        '@stockbook/testing/certificates',
        '@stockbook/testing/cpu-time',
        '@stockbook/testing/database',
        '@stockbook/testing/examples',
        '@stockbook/testing/kafka',
        '@stockbook/testing/replica',
      ),
    },
  },
  {
    files: ['**/*.{spec,fixture,conformance}.ts'],
    plugins: { jest },
    rules: {
      'jest/consistent-test-it': ['error', { fn: 'test', withinDescribe: 'it' }],
      'jest/no-focused-tests': 'error',
      'jest/no-identical-title': 'error',
    },
  },
  { files: ['apps/**/*.ts', 'tools/**'], rules: { 'no-console': 'off' } },
  // Jest loads its environment and runtime by require.
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
