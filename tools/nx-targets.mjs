// Gives every app and library the same Nx targets and its dependencies, so that no project declares them again.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunTimeSource, librariesIn } from './library-imports.mjs';

/** Tests of an assembly run the whole system: `nx affected -t test` leaves them to `system-test`. */
const targetsOf = (project, isAssembly) => ({
  build: {
    command: `node tools/build.mjs ${project}`,
    dependsOn: ['^build'],
    // Apps share chunks, which no cache of one app holds.
    cache: project.startsWith('libs/'),
    inputs: ['{projectRoot}/src/**/*', '{workspaceRoot}/.swcrc', '{workspaceRoot}/tools/build.mjs'],
    outputs: ['{projectRoot}/dist'],
  },
  lint: {
    command: `eslint ${project}`,
    cache: true,
    inputs: ['{projectRoot}/**/*', '^{projectRoot}/src/index.ts', '{workspaceRoot}/eslint.config.js'],
  },
  [isAssembly ? 'system-test' : 'test']: {
    command: `npm run -s jest -- --roots ${project} --passWithNoTests`,
    dependsOn: [],
  },
  typecheck: { command: 'npm run -s typecheck' },
});

export const createNodesV2 = [
  '{apps,libs}/*/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = dirname(file);
      const { nx } = JSON.parse(readFileSync(join(workspaceRoot, file), 'utf8'));
      const targets = targetsOf(root, nx.tags.includes('type:assembly'));
      return [file, { projects: { [root]: { root, targets } } }];
    }),
];

/**
 * Returns the imports of a project's code. Specs import the whole system, so with theirs every change would affect
 * every project.
 */
export function createDependencies(_options, { projects, fileMap, workspaceRoot }) {
  return Object.keys(projects).flatMap((source) =>
    (fileMap.projectFileMap[source] ?? []).flatMap(({ file: sourceFile }) => {
      if (!isRunTimeSource(sourceFile)) return [];
      const text = readFileSync(join(workspaceRoot, sourceFile), 'utf8');
      return librariesIn(text)
        .filter((target) => target in projects && target !== source)
        .map((target) => ({ source, target, sourceFile, type: 'static' }));
    }),
  );
}
