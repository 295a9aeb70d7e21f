import { chromiumFor, type TestUser, World } from '@stockbook/testing';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const binary = (name: string) => join(root, 'node_modules/.bin', name);
const LARGEST_BYTES = 6_000;
const RUNTIMES = [
  ['Node', process.execPath],
  ['Deno', 'deno', 'run', '--allow-net', '--allow-read'],
  ['Bun', 'bun'],
] as const;

/** The outcome of the program of an integrator, in an account that has no brand. */
const INTEGRATED = {
  isAdded: true,
  names: [expect.any(String)],
  totals: [1, 0],
  codes: ['unknown_record', 'unknown_record', 'unknown_field'],
  event: 'inventory_brand.added',
  applied: [],
};

let folder: string;
let built: string;
let project: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-client-'));
  [built, project] = [join(folder, 'built'), join(folder, 'project')];
  await run(process.execPath, [join(root, 'tools/client-package/build.mjs'), built]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder], built);
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], project);
  await cp(join(root, 'tools/client-package/integration.ts'), join(project, 'integration.ts'));
  await compile({ lib: ['es2022', 'dom'], types: [] });
  world = await World.shared();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (file: string, args: readonly string[], cwd = root): Promise<string> =>
  promisify(execFile)(file, args, { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => Promise.reject(new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`)),
  );

/** Compiles the program with the settings that projects have, and without those of this repository. */
async function compile(settings: object): Promise<void> {
  const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', ...settings };
  const config = { compilerOptions, files: ['integration.ts'] };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  await run(binary('tsc'), [], project);
}

const accessOf = ({ credentials: { domain, api_key, api_secret } }: TestUser, url: string) => ({
  url,
  domain,
  apiKey: api_key,
  apiSecret: api_secret,
});

describe('the package', () => {
  it('has no dependency and nothing that serves the repository alone', async () => {
    const content = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
    expect(Object.keys(content)).toEqual(expect.arrayContaining(['name', 'version', 'exports', 'license']));
    for (const name of ['dependencies', 'peerDependencies', 'private', 'nx', 'scripts'])
      expect(content).not.toHaveProperty(name);
    expect(JSON.stringify(content)).not.toContain('@stockbook/source');
    const code = await readFile(join(built, 'dist/index.js'), 'utf8');
    expect(code).not.toMatch(/^import |\bimport\(|\brequire\(/m);
  });

  it(`has at most ${LARGEST_BYTES} bytes when it is compressed`, async () => {
    expect(gzipSync(await readFile(join(built, 'dist/index.js'))).length).toBeLessThanOrEqual(LARGEST_BYTES);
  });

  it('is what publint and arethetypeswrong expect', async () => {
    await run(binary('publint'), ['--strict', built]);
    await run(binary('attw'), ['--pack', built, '--profile', 'esm-only']);
  });
});

describe('a project that has installed it', () => {
  it('compiles with the types of Node alone, too', async () => {
    const typeRoots = [join(root, 'node_modules/@types')];
    await compile({ noEmit: true, lib: ['es2022'], typeRoots, types: ['node'] });
  });

  for (const [name, program, ...args] of RUNTIMES) {
    const isThere = !spawnSync(program, ['--version']).error;
    if (!isThere) process.stderr.write(`The test of the client in ${name} is skipped: no ${program} is in the path.\n`);
    (isThere ? it : it.skip)(`works in ${name}`, async () => {
      const access = JSON.stringify(accessOf(await world.account(), world.url));
      const text = `import { integrate } from './integration.js';
        console.log(JSON.stringify(await integrate(${access}, '${name}')));`;
      await writeFile(join(project, 'main.mjs'), text);
      expect(JSON.parse(await run(program, [...args, 'main.mjs'], project))).toEqual(INTEGRATED);
    });
  }

  it('signs a request anew that it sends again after four minutes', async () => {
    const program = `import { Stockbook } from '@stockbook/client';
      const sent = [];
      const waits = [239_000, 2_000];
      const clocks = [Date, performance].map((clock) => [clock, clock.now.bind(clock)]);
      let later = 0;
      for (const [clock, now] of clocks) clock.now = () => now() + later;
      const fetch = (_, { body }) => {
        sent.push(body);
        later += waits[sent.length - 1] ?? 0;
        throw new Error('The server is away.');
      };
      const user = { domain: 'd', apiKey: 'k', apiSecret: 's' };
      const client = new Stockbook({ url: 'http://away', ...user, fetch, retryDelay: 1, deadline: Infinity });
      await client.inventory.brand.add({ name: 'Late' }).catch(() => console.log(JSON.stringify(sent)));`;
    const output = await run(process.execPath, ['--input-type=module', '--eval', program], project);
    const [first, second, third]: string[] = JSON.parse(output);
    expect(second).toBe(first);
    const { auth_timestamp, auth_signature, ...request } = JSON.parse(first ?? '');
    const anew = JSON.parse(third ?? '');
    expect(anew).toMatchObject(request);
    expect(anew.auth_signature).not.toBe(auth_signature);
    expect(anew.auth_timestamp - auth_timestamp).toBeGreaterThanOrEqual(240);
  });

  const chromium = chromiumFor('The test of the client in a browser');
  (chromium ? it : it.skip)('works in a browser', async () => {
    const user = await world.account();
    const result = await inBrowser(chromium ?? '', (origin) => accessOf(user, origin));
    expect(result).toEqual(INTEGRATED);
  });
});

/** Serves the compiled program, and the API at the same origin, to a browser; resolves with what the page reports. */
async function inBrowser(chromium: string, accessTo: (origin: string) => object): Promise<unknown> {
  let resolve: (result: unknown) => void = () => undefined;
  const reported = new Promise((done) => (resolve = done));
  const client = join(project, 'node_modules/@stockbook/client/dist');
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (request.method === 'POST') {
      const body = await text(request);
      if (path === '/report') resolve(JSON.parse(body));
      const answer = await fetch(world.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    } else if (path.endsWith('.js')) {
      const file = path.startsWith('/client/') ? join(client, path.slice('/client/'.length)) : join(project, path);
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(file));
    } else {
      const { port } = server.address() as AddressInfo;
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(accessTo(`http://127.0.0.1:${port}`)));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const data = `--user-data-dir=${join(folder, 'chromium')}`;
  const browser = spawn(chromium, [...flags, data, `http://127.0.0.1:${port}/`], { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  try {
    return await Promise.race([reported, ended.then(() => 'The browser ended before the page had reported.')]);
  } finally {
    browser.kill('SIGKILL');
    await ended;
    server.closeAllConnections();
    server.close();
  }
}

const pageOf = (access: object) => `<!doctype html>
<script type="importmap">
  {"imports": {
    "@stockbook/client": "/client/index.js",
    "@stockbook/client/promotions": "/client/promotions.js"
  }}
</script>
<script type="module">
  const report = (result) => fetch('/report', { method: 'POST', body: JSON.stringify(result) });
  const { integrate } = await import('/integration.js');
  await integrate(${JSON.stringify(access)}, 'A browser').then(report, (error) => report(String(error.stack)));
</script>`;
