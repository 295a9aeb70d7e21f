import { freePort } from '@stockbook/process';
import { AppProcess, buildApps } from '@stockbook/testing';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hasPython = !spawnSync('which', ['python3']).status || !!process.env['STOCKBOOK_REQUIRE_LANGUAGES'];
if (!hasPython) process.stderr.write('The programs of the guides are not run: python3 is not installed.\n');

let folder: string;
let server: AppProcess;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-guides-'));
  await symlink(join(root, 'docs'), join(folder, 'docs'));
  server = new AppProcess('standalone', {
    STOCKBOOK_HOME: join(folder, '.stockbook'),
    PORT: String(await freePort()),
  });
  await server.ready();
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(folder, { recursive: true });
});

async function blocksOf(guide: string): Promise<string> {
  const text = await readFile(join(root, 'docs', guide), 'utf8');
  return [...text.matchAll(/```python\n(.*?)```/gs)].map(([, block]) => block).join('\n');
}

(hasPython ? test : test.skip)('the Python programs of the guides do what they say, as they stand', async () => {
  const programs = [await blocksOf('first-request.md'), 'store = print', await blocksOf('finding-changes.md')];
  const env = { ...process.env, PYTHONPATH: join(root, 'examples') };
  const { stdout } = await promisify(execFile)('python3', ['-c', programs.join('\n')], { cwd: folder, env });
  const [order, page] = stdout.split('\n');
  expect(order).toMatch(/^\d+ 19$/);
  expect(page).toContain('Teacup');
});
