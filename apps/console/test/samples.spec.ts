import { ok, World } from '@stockbook/testing';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { Operation } from '../src/docs/content.js';
import { samplesOf } from '../src/docs/samples.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { paths } = JSON.parse(readFileSync(`${root}docs/openapi.json`, 'utf8'));

const operations = Object.keys(paths)
  .filter((path) => !path.startsWith('/sign_in/'))
  .map((path) => operationAt(path));

function operationAt(path: string): Operation {
  const { domain, api_key, auth_timestamp, auth_signature, ...example } =
    paths[path].post.requestBody.content['application/json'].example;
  return { path: path.slice(1), example, isSigned: true } as Operation;
}

const textOf = (operation: Operation, title: string): string =>
  samplesOf(operation).find((sample) => sample.title === title)?.text ?? '';

/** Runs a program on all samples of a language, if it is installed. */
function check(
  title: string,
  program: string,
  args: readonly string[],
  wrap: (text: string, at: number) => string,
): void {
  if (spawnSync('which', [program]).status) return void process.stderr.write(`Samples in ${title} are not checked.\n`);
  const input = operations.map((operation, at) => wrap(textOf(operation, title), at)).join('\n');
  const { status, stderr, stdout } = spawnSync(program, args, { input, maxBuffer: 1e8 });
  expect([status, status ? String(stderr) + String(stdout) : '']).toEqual([0, '']);
}

test('the samples of all operations are what their language allows', () => {
  expect(operations.length).toBeGreaterThan(150);
  check('curl', 'bash', ['-n'], (text) => text);
  check('Python', 'python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], (text) => text);
  check('PHP', 'php', ['-l'], (text, at) => (at ? text : `<?php\n${text}`));
  check('Go', 'gofmt', ['-e'], (text, at) => `${at ? '' : 'package samples\n'}func f${at}() {\n${text}\n}`);
  const program = operations.map((operation) => `{\n${textOf(operation, 'TypeScript').replace(/^import.*\n/, '')}\n}`);
  const { diagnostics } = ts.transpileModule(program.join('\n'), { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
});

test('samples of curl and Python do what they say', async () => {
  const world = await World.shared();
  const { api, credentials } = await world.account();
  const { domain, api_key: key, api_secret: secret } = credentials;
  const operation: Operation = { ...operationAt('/inventory/brand/add'), example: { name: 'Ada\'s "Ünïcode" & co' } };
  const env = { ...process.env, url: world.url, domain, key, secret };
  const run = promisify(execFile);
  // The server is in this process, which must go on meanwhile.
  await run('bash', ['-c', textOf(operation, 'curl')], { env });
  const variables = '"url", "domain", "key", "secret"';
  const names = `import os\nurl, domain, api_key, api_secret = (os.environ[n] for n in (${variables}))\n`;
  await run('python3', ['-c', names + textOf(operation, 'Python')], {
    env: { ...env, PYTHONPATH: `${root}examples` },
  });
  const { brands } = ok(await api.inventory.brand.get({}));
  expect(brands.map(({ name }) => name)).toEqual(Array(2).fill(operation.example['name']));
});
