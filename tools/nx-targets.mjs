// Gives every app and library the same four Nx targets, so that no project declares them again.
import { dirname } from 'node:path';

const targetsOf = (project) => ({
  build: {
    command: `node tools/build.mjs ${project}`,
    cache: true,
    inputs: ['{projectRoot}/src/**/*', '{workspaceRoot}/.swcrc'],
    outputs: ['{projectRoot}/dist'],
  },
  lint: {
    command: `eslint ${project}`,
    cache: true,
    inputs: ['{projectRoot}/**/*', '^{projectRoot}/src/index.ts', '{workspaceRoot}/eslint.config.js'],
  },
  test: { command: `npm run -s jest -- --passWithNoTests ${project}/`, dependsOn: [] },
  typecheck: { command: 'npm run -s typecheck' },
});

export const createNodesV2 = [
  '{apps,libs}/*/package.json',
  (files) =>
    files.map((file) => {
      const root = dirname(file);
      return [file, { projects: { [root]: { root, targets: targetsOf(root) } } }];
    }),
];
