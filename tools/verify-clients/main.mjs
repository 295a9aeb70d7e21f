// npm run verify:clients: generates clients from docs/openapi.json as an integrator would, compiles them, and makes a
// call with each. Then it runs the files of examples/ on the same system. It skips languages that are not installed,
// and says so; with STOCKBOOK_REQUIRE_LANGUAGES it fails.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../verify-deploy/shell.mjs';
import { skipped, verifySnippets } from './snippets.mjs';

const DOCUMENT = join(root, 'docs/openapi.json');
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1';
/** The answer to the call of each client. */
const EXPECTED = '1: Hearth & Clay';

const folder = await mkdtemp(join(tmpdir(), 'stockbook-clients-'));
const demo = join(folder, 'home', 'demo.json');
const own = (file) => join(folder, file);
const here = (file) => join(root, 'tools/verify-clients', file);
const binary = (name) => join(root, 'node_modules/.bin', name);

/** Resolves when a standalone system with the demo account serves. */
function startSystem() {
  const settings = { PORT: '0', STOCKBOOK_HOME: own('home'), STOCKBOOK_DEMO: 'small' };
  const env = { ...process.env, ...settings, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const child = spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], { env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ready = new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk) => /Demo account: /.test((said += chunk)) && resolve(undefined);
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`The system ended before it was ready:\n${said}`)));
  });
  ready.catch(() => undefined);
  return { ready, stop: () => (child.kill('SIGTERM'), ended) };
}

async function generateTypeScript() {
  await run(binary('openapi-typescript'), [DOCUMENT, '--output', own('stockbook.ts')]);
  await cp(here('first-call.ts'), own('first-call.ts'));
  await writeFile(own('package.json'), '{"type":"module"}');
  await symlink(join(root, 'node_modules'), own('node_modules'));
  const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node', 'first-call.ts'];
  await run(binary('tsc'), options, { cwd: folder });
  return () => run(process.execPath, ['first-call.js', demo], { cwd: folder });
}

async function generatePython() {
  const hasPip = await run('python3', ['-c', 'import ensurepip, venv']).then(
    () => true,
    () => false,
  );
  if (!hasPip) return undefined;
  await run('python3', ['-m', 'venv', own('venv')]);
  const python = own('venv/bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PYTHON_GENERATOR]);
  await writeFile(own('generator.yml'), 'package_name_override: stockbook_client\npost_hooks: []\n');
  const options = ['--path', DOCUMENT, '--config', own('generator.yml'), '--meta', 'none', '--fail-on-warning'];
  await run(own('venv/bin/openapi-python-client'), ['generate', ...options], { cwd: folder });
  await run(python, ['-m', 'compileall', '-q', own('stockbook_client')]);
  await cp(here('first_call.py'), own('first_call.py'));
  return () => run(python, ['first_call.py', demo], { cwd: folder });
}

const system = startSystem();
try {
  const [typescript, python] = await Promise.all([generateTypeScript(), generatePython(), system.ready]);
  for (const [name, call] of Object.entries({ typescript, python })) {
    if (!call) {
      console.log(`${name}: ${skipped('python3 with venv and pip')}`);
      continue;
    }
    const answer = (await call()).trim();
    if (answer !== EXPECTED) throw new Error(`The ${name} client got ${answer} instead of ${EXPECTED}.`);
    console.log(`${name}: generated, compiled, and granted a signed call.`);
  }
  await verifySnippets(JSON.parse(await readFile(demo, 'utf8')), folder);
} finally {
  await system.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
