import type { ContractOutline } from '@stockbook/contracts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractAdditions, withContract } from './changelog.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const { version, engines } = JSON.parse(textOf('package.json'));

const workspaces = ['apps', 'libs'].flatMap((area) =>
  readdirSync(`${root}${area}`)
    .filter((name) => name !== 'dist')
    .map((name): [string, RegExp] => [`${area}/${name}/package.json`, /"version": "(.+)"/]),
);
const places: readonly [file: string, version: RegExp][] = [
  ...workspaces,
  ['package-lock.json', /"version": "(.+)"/],
  ['docs/released-contract.json', /"release": "(.+)"/],
  ['deploy/chart/stockbook/Chart.yaml', /^version: (.+)$/m],
  ['deploy/chart/stockbook/Chart.yaml', /^appVersion: (.+)$/m],
  ['deploy/Dockerfile', /^ARG VERSION=(.+)$/m],
  ['docs/operations.md', / VERSION=(\S+)/],
  ['CHANGELOG.md', /^## (\d.+)$/m],
];

test.each(places)('%s has the version of package.json (%p)', (file, pattern) => {
  expect(pattern.exec(textOf(file))?.[1]).toBe(version);
});

test('development runs the oldest Node that is promised, and its container one of that major version', () => {
  const [, oldest = '', major] = /^>=((\d+)\.\d+)/.exec(engines.node) ?? [];
  expect(textOf('.nvmrc').trim()).toBe(oldest);
  expect(JSON.parse(textOf('.devcontainer/devcontainer.json')).image).toMatch(new RegExp(`^node:${major}-`));
});

test('every path of CODEOWNERS is there, and each service has an owner', () => {
  const paths = [...textOf('.github/CODEOWNERS').matchAll(/^\/(\S+) @/gm)].map(([, path = '']) => path);
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(readdirSync(`${root}libs`).flatMap(ownedPaths)));
});

/** A library with an app of its name is a service. */
const ownedPaths = (library: string): string[] =>
  existsSync(`${root}apps/${library}`) &&
  readFileSync(`${root}libs/${library}/package.json`, 'utf8').includes('type:service')
    ? [`libs/${library}/`, `apps/${library}/`]
    : [];

describe('the changelog', () => {
  const add = { request: 'JarAdd', response: 'JarKey' } as ContractOutline['operations'][string];
  const text = { type: 'string' };
  const before: ContractOutline = {
    release: '1.0.0',
    operations: { 'shop/jar/add': add, 'internal/jar/match': { ...add, response: 'JarMatch' } },
    events: {},
    webhooks: ['jar'],
    faults: { stale: 409 },
    common: ['WriteOptions'],
    classes: { JarAdd: { lid: { of: 'Lid' } }, JarKey: {}, JarMatch: {}, Lid: {}, WriteOptions: {} },
  };
  const fill = { ...add, request: 'JarFill' };
  const after: ContractOutline = {
    ...before,
    operations: { ...before.operations, 'shop/jar/fill': fill, 'internal/jar/fill': fill },
    events: { 'shop.jar.filled': { topic: 'shop.jar', version: 1, payload: 'JarFill' } },
    webhooks: ['jar', 'jar.filled'],
    faults: { stale: 409, full: 409 },
    classes: {
      JarAdd: { lid: { of: 'Lid' }, note: text },
      JarFill: { note: text },
      JarKey: { note: text },
      JarMatch: { grade: text },
      Lid: { color: text, note: text },
      WriteOptions: {},
    },
  };

  it('names what clients can use, and leaves out what services say to each other', () => {
    expect(contractAdditions(before, after)).toEqual([
      '- Operations: `shop/jar/fill`.',
      '- Events: `shop.jar.filled`.',
      '- Webhook subscriptions: `jar.filled`.',
      '- Fault codes: `full (409)`.',
      '- Field `note` of `JarAdd`, `JarKey`.',
      '- Fields `color`, `note` of `Lid`.',
    ]);
  });

  it('a release takes over what was written under Unreleased', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- Jars are filled.\n\n## 1.0.0\n\nThe first one.\n';
    expect(withContract(text, '1.1.0', ['- Operations: `shop/jar/fill`.'])).toBe(
      '# Changelog\n\n## 1.1.0\n\n- Jars are filled.\n\n### Contract\n\n- Operations: `shop/jar/fill`.\n\n' +
        '## 1.0.0\n\nThe first one.\n',
    );
  });

  it('a release that is prepared again replaces its list of differences alone', () => {
    const text = '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\nThe first one.\n';
    const once = withContract(text, '1.1.0', ['- Operations: `shop/jar/add`.']).replace(
      '\n\n### C',
      '\n\n- By hand.\n\n### C',
    );
    expect(withContract(once, '1.1.0', [])).toBe(once.replace('Operations: `shop/jar/add`', 'No differences'));
  });
});
