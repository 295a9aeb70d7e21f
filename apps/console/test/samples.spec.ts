import { Stockbook } from '@stockbook/client';
import { ok, type TestUser, World } from '@stockbook/testing';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Tells whether a tool is missing, or throws where CI requires all. */
function lacks(tool: string, title: string): boolean {
  if (!spawnSync('which', [tool]).status) return false;
  const sentence = `Samples in ${title} are not tried: ${tool} is not installed.`;
  if (process.env.STOCKBOOK_REQUIRE_LANGUAGES) throw new Error(sentence);
  process.stderr.write(`${sentence}\n`);
  return true;
}

/** Runs a program on all samples of a language, if it is installed. */
function check(
  title: string,
  program: string,
  args: readonly string[],
  wrap: (text: string, at: number) => string,
): void {
  if (lacks(program, title)) return;
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

/** Each language gets all samples to compile where it has a compiler, and the last one to run. */
const programs: Readonly<Record<string, (samples: readonly string[], sample: string) => Promise<unknown>>> = {
  curl: (_, sample) => run('bash', ['-c', sample]),
  TypeScript: async (_, sample) => {
    const { url, domain, key, secret } = variables;
    const body = ts.transpile(sample.replace(/^import.*\n/, ''), { target: ts.ScriptTarget.ES2022 });
    const send = Function('Stockbook, url, domain, apiKey, apiSecret', `return (async () => {${body}})()`);
    return send(Stockbook, url, domain, key, secret);
  },
  Python: (_, sample) => {
    const read =
      'import os\nurl, domain, api_key, api_secret = (os.environ[n] for n in ("url", "domain", "key", "secret"))\n';
    return run('python3', ['-c', read + sample]);
  },
  PHP: (_, sample) => {
    const read = ['url', 'domain', 'key', 'secret'].map((name) => `getenv('${name}')`);
    return run('php', ['-r', `[$url, $domain, $apiKey, $apiSecret] = [${read.join(', ')}];\n${sample}`]);
  },
  Go: async (samples, sample) => {
    await mkdir(join(folder, 'stockbook'));
    await copyFile(`${root}examples/stockbook.go`, join(folder, 'stockbook/stockbook.go'));
    const functions = [...samples, sample].map((text, at) => `func f${at}() error {\n${text}\nreturn err\n}\n`);
    const head = 'package main\nimport ("context"; "os"; "samples/stockbook")\nvar ctx = context.Background()\n';
    const read = ['url', 'domain', 'key', 'secret'].map((name) => `os.Getenv("${name}")`);
    const names = `var url, domain, apiKey, apiSecret = ${read.join(', ')}\n`;
    const main = `func main() { if err := f${samples.length}(); err != nil { panic(err) } }\n`;
    await writeFile(join(folder, 'go.mod'), 'module samples\ngo 1.21\n');
    await writeFile(join(folder, 'main.go'), [head, names, ...functions, main].join(''));
    await run('go', ['run', '.']);
  },
  Java: async (samples, sample) => {
    const functions = [...samples, sample].map((text, at) => `static void f${at}() throws Exception {\n${text}\n}\n`);
    const read = { url: 'url', domain: 'domain', apiKey: 'key', apiSecret: 'secret' };
    const names = Object.entries(read).map(([name, from]) => `static String ${name} = System.getenv("${from}");\n`);
    const main = `public static void main(String[] args) throws Exception { f${samples.length}(); }`;
    await writeFile(join(folder, 'Samples.java'), `class Samples {\n${[...names, ...functions, main].join('')}\n}\n`);
    await run('javac', ['-d', '.', `${root}examples/Stockbook.java`, 'Samples.java']);
    await run('java', ['Samples']);
  },
};
const tools: Readonly<Record<string, string>> = {
  curl: 'openssl',
  Python: 'python3',
  PHP: 'php',
  Go: 'go',
  Java: 'javac',
};

/** Runs a program beside the server, which is in this process and must go on meanwhile. */
const run = (program: string, args: readonly string[]) => {
  const paths = { PYTHONPATH: `${root}examples` };
  const cwd = program === 'php' ? `${root}examples` : folder;
  return promisify(execFile)(program, args, { cwd, env: { ...process.env, ...paths, ...variables } });
};

let folder: string;
let variables: Readonly<Record<'url' | 'domain' | 'key' | 'secret', string>>;
let user: TestUser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-samples-'));
  const world = await World.shared();
  user = await world.account();
  const { domain, api_key: key, api_secret: secret } = user.credentials;
  variables = { url: world.url, domain, key, secret };
});
afterAll(() => rm(folder, { recursive: true }));

test.each(Object.keys(programs))('the samples in %s compile, and do what they say', async (title) => {
  const tool = tools[title];
  if (tool && lacks(tool, title)) return;
  const name = `Ada's "Ünïcode" & co, $5 in ${title}`;
  const operation: Operation = { ...operationAt('/inventory/brand/add'), example: { name } };
  await programs[title]?.(
    operations.map((each) => textOf(each, title)),
    textOf(operation, title),
  );
  const { brands } = ok(await user.api.inventory.brand.get({ filter_name: name }));
  expect(brands).toMatchObject([{ name }]);
});
