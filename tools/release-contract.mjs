// Keeps the contract as that of the release in package.json, and writes its differences to CHANGELOG.md: part of a
// release, after its last change.
import * as contracts from '@stockbook/contracts';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { incompatibilities } from '../libs/contracts/dist/compatibility/incompatibilities.js';
import { retired } from '../libs/contracts/dist/compatibility/retired.js';
import { contractAdditions, withContract } from './changelog.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const fileOf = (path) => new URL(`../${path}`, import.meta.url);
const KEPT = 'docs/released-contract.json';
const { version } = JSON.parse(await readFile(fileOf('package.json'), 'utf8'));
const current = contracts.outlineOf(contracts, version);
const { classes, operations, events, ...others } = current;

/** Returns one line for each name, so that a diff of two releases can be read. */
const linesOf = (record) =>
  `{\n${Object.entries(record)
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')}\n  }`;
const parts = [
  ...Object.entries(others).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ...Object.entries({ operations, events, classes }).map(([name, record]) => `  "${name}": ${linesOf(record)}`),
];

/** Returns the contract of the release before: the last one in the history of the file that is of another version. */
function lastReleased() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  for (const commit of git('log', '--format=%H', '--', KEPT).trim().split('\n')) {
    const released = JSON.parse(git('show', `${commit}:${KEPT}`));
    if (released.release !== version) return released;
  }
  throw new Error(`The history of ${KEPT} has no release before ${version}. A shallow clone lacks it.`);
}

const before = lastReleased();
const changelog = fileOf('CHANGELOG.md');
const isOfClients = (sentence) => !/: (response|request) of internal\/[^,]*$/.test(sentence);
const refused = incompatibilities(before, current, retired)
  .filter(isOfClients)
  .map((sentence) => `- Corrected: ${sentence}`);
const lines = [...contractAdditions(before, current), ...refused];
const text = withContract(await readFile(changelog, 'utf8'), version, lines);
const options = await resolveConfig(fileURLToPath(changelog));
await writeFile(changelog, await format(text, { ...options, parser: 'markdown' }));
await writeFile(fileOf(KEPT), `{\n${parts.join(',\n')}\n}\n`);
