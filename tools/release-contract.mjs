// Keeps the contract as that of the release in package.json: part of a release, after its last change.
import * as contracts from '@stockbook/contracts';
import { readFile, writeFile } from 'node:fs/promises';

const fileOf = (path) => new URL(`../${path}`, import.meta.url);
const { version } = JSON.parse(await readFile(fileOf('package.json'), 'utf8'));
const { classes, operations, events, ...others } = contracts.outlineOf(contracts, version);

/** One line for each name, so that a diff of two releases can be read. */
const linesOf = (record) =>
  `{\n${Object.entries(record)
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')}\n  }`;
const parts = [
  ...Object.entries(others).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ...Object.entries({ operations, events, classes }).map(([name, record]) => `  "${name}": ${linesOf(record)}`),
];
await writeFile(fileOf('docs/released-contract.json'), `{\n${parts.join(',\n')}\n}\n`);
