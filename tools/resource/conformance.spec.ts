import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import resource from './generator.mjs';
import { root, WrittenFiles } from './written-files.fixture.js';

const COPIED = [
  '.swcrc',
  'jest.config.js',
  'libs',
  'package.json',
  'tools/jest',
  'tsconfig.base.json',
  'tsconfig.json',
];

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'stockbook-generated-'));
});
afterAll(() => rm(copy, { recursive: true }));

/** Jest's setup loads the built library `process`; all else runs from its sources. */
const isCopied = (file: string) => !file.endsWith('/dist') || file.endsWith('/process/dist');

/** Copies the libraries, with node_modules whose links to libraries lead to the copy. */
async function copyLibraries(): Promise<void> {
  for (const name of COPIED) await cp(join(root, name), join(copy, name), { recursive: true, filter: isCopied });
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(copy, 'node_modules', name)];
    if (name === '@stockbook') await cp(from, to, { recursive: true, verbatimSymlinks: true });
    else await symlink(from, to);
  }
}

async function writeGenerated({ written }: WrittenFiles): Promise<void> {
  for (const [file, text] of written) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
  }
}

interface TestRun {
  readonly success: boolean;
  readonly numPassedTests: number;
}

/** Runs specs of the copy on the PostgreSQL of this run, in databases of their own. */
function runSpecs(...args: readonly string[]): Promise<TestRun> {
  const { JEST_WORKER_ID: _, STOCKBOOK_TEST_TEMPLATE: __, ...inherited } = process.env;
  const env = { ...inherited, STOCKBOOK_TEST_SCOPE: 'libraries' };
  return new Promise((resolve, reject) => {
    execFile('npm', ['run', '-s', 'jest', '--', '--json', ...args], { cwd: copy, env }, (_error, stdout, stderr) => {
      const begin = stdout.indexOf('{"');
      if (begin < 0) reject(new Error(stderr));
      else resolve(JSON.parse(stdout.slice(begin)) as TestRun);
    });
  });
}

test('a generated resource keeps the rules of all plain resources', async () => {
  const files = new WrittenFiles();
  await resource(files, { path: 'inventory/unit', fields: 'symbol:text,pieces:int,price:money,active:flag' });
  await copyLibraries();
  await writeGenerated(files);
  const run = await runSpecs('conformance/plain-resources', '-t', 'inventory/unit');
  expect(run).toMatchObject({ success: true, numPassedTests: expect.any(Number) });
  expect(run.numPassedTests).toBeGreaterThan(10);
});
