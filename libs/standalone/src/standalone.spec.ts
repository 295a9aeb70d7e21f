import { freePort } from '@stockbook/process';
import { buildApps, eventually, runCli, AppProcess } from '@stockbook/testing';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-standalone-'));
  env = { STOCKBOOK_HOME: join(folder, 'home'), PORT: String(await freePort()) };
});
afterAll(() => rm(folder, { recursive: true }));

const call = async (path: string, body = '{}', input = '') => {
  const { code, out, err } = await runCli(env, ['call', path, body], input);
  return { code, err, answer: JSON.parse(out || '{}') as Record<string, unknown> };
};

test('starts on nothing, shows how to go on, stops by Ctrl-C and finds everything again', async () => {
  const first = new AppProcess('standalone', env);
  const url = await first.ready();
  expect(url).toBe(`http://127.0.0.1:${env['PORT']}`);
  const demo = join(env['STOCKBOOK_HOME'] ?? '', 'demo.json');
  expect((await stat(demo)).mode & 0o777).toBe(0o600);
  const { api_secret, ...others } = JSON.parse(await readFile(demo, 'utf8')) as Record<string, string>;
  expect(others).toEqual({ url, domain: 'demo', api_key: 'owner@demo.test' });
  expect(await first.printed(/, api_secret (\w+)\nTry: npx stockbook call inventory\/item\/get .*\n/)).toBe(api_secret);
  for (const [name, path] of [
    ['Console', 'console/'],
    ['Documentation', 'docs'],
  ])
    expect(await first.printed(new RegExp(`\n${name}, signed in as the demo, good once: (\\S+)#demo=`))).toBe(
      `${url}/${path}`,
    );
  const code = await first.printed(/\nConsole.*#demo=(\S+)/);
  const signIn = async () => (await fetch(`${url}/demo/${code}`, { method: 'POST' })).status;
  expect([await signIn(), await signIn()]).toEqual([200, 403]);
  expect(await first.printed(/\nConsole.*\nDocumentation.*\n(?:.*\n)*Console.*#demo=(\S+)\n/)).not.toBe(code);

  expect(await call('inventory/item/get', '{"limit":5}')).toMatchObject({ code: 0, err: '', answer: { total: 8 } });
  expect(await call('inventory/brand/add', '-', '{"name":"Kept"}')).toMatchObject({
    code: 0,
    answer: { success: true },
  });
  expect(await call('inventory/brand/get', '{"limit":500}')).toMatchObject({
    code: 1,
    answer: { error: ['limit must be an integer from 1 to 100.'] },
  });
  const order = await readFile(new URL('../../../docs/examples/order.json', import.meta.url), 'utf8');
  const placed = await call('sale/order/add', '-', order);
  expect(placed).toMatchObject({ code: 0, answer: { success: true } });
  const moved = async () => (await call('inventory/flow/get', '{"limit":2}')).answer['flows'];
  await eventually(async () =>
    JSON.stringify(await moved()).includes(`Order ${Object(placed.answer['order']).order_id}`),
  );
  expect(await moved()).toMatchObject([
    { quantity: -1, name: 'Teapot' },
    { quantity: -2, name: 'Blue mug' },
  ]);
  expect(await first.kill('SIGINT')).toBe(0);

  const second = new AppProcess('standalone', env);
  await second.ready();
  expect(await call('inventory/brand/get', '{"filter_name":"Kept"}')).toMatchObject({ answer: { total: 1 } });
  expect(await call('inventory/flow/verify')).toMatchObject({ code: 0, answer: { ok: true } });
  expect(await call('inventory/item/get')).toMatchObject({ answer: { total: 8 } });
  const third = new AppProcess('standalone', env);
  expect(await third.exit).toBe(1);
  expect(third.output).toMatch(/^[^\n]*in use[^\n]*\n$/);
  expect(await second.kill('SIGTERM')).toBe(0);
});

test('accounts and users are added while it runs and while it does not', async () => {
  const added = await runCli(env, ['account', 'add', '--domain', 'acme', '--name', 'Acme', '--email', 'a@acme.test']);
  expect({ code: added.code, err: added.err }).toEqual({ code: 0, err: '' });
  const process = new AppProcess('standalone', env);
  const url = await process.ready();
  const clerk = ['--domain', 'acme', '--email', 'clerk@acme.test'];
  const user = await runCli(env, ['user', 'add', ...clerk, '--group', 'Clerks', '--access', 'inventory/*']);
  const { domain, api_key, api_secret } = JSON.parse(user.out) as Record<string, string>;
  const credentials = join(folder, 'clerk.json');
  await writeFile(credentials, JSON.stringify({ url, domain, api_key, api_secret }));
  const as = { ...env, STOCKBOOK_CREDENTIALS: credentials };
  expect((await runCli(as, ['call', 'inventory/item/get'])).code).toBe(0);
  const refused = await runCli(as, ['call', 'inventory/brand/add', '{"name":"x"}']);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain('The user may not modify inventory/brand.');
  const rotated = await runCli(env, ['user', 'rotate-secret', ...clerk]);
  expect(JSON.parse(rotated.out)).toMatchObject({
    api_key: 'clerk@acme.test',
    api_secret: expect.stringMatching(/^\w{40}$/),
  });
  const twice = await runCli(env, ['user', 'add', ...clerk, '--group', 'Clerks']);
  expect(twice).toMatchObject({ code: 1, err: 'There is already a user clerk@acme.test.\n' });
  expect(await process.kill('SIGTERM')).toBe(0);
});

test.each([
  ['a DATABASE_URL of another kind', { DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL must be written postgres:/],
  [
    'a DATABASE_URL that nobody answers',
    { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
    /^The database x at 127\.0\.0\.1:1 of DATABASE_URL cannot be used: /,
  ],
  ['a PORT that is no number', { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535, not 'http'\.$/],
  ['a rate that is no number', { RATE_LIMIT_PER_MINUTE: '-1' }, /^RATE_LIMIT_PER_MINUTE must be/],
  ['a home that cannot be written', { STOCKBOOK_HOME: '/dev/null/home' }, /^The home folder .* cannot be written/],
  ['a home that keeps nothing', { STOCKBOOK_HOME: '/proc/home' }, /^STOCKBOOK_HOME cannot be \/proc\/home: /],
  ['keys that cannot be read', { STOCKBOOK_SECRET_KEYS: 'k1:short' }, /^Entry 1 of STOCKBOOK_SECRET_KEYS/],
])('%s: the start ends with one clear sentence and exit code 1', async (_, wrong, sentence) => {
  const process = new AppProcess('standalone', { ...env, ...wrong });
  expect(await process.exit).toBe(1);
  const lines = process.output.trim().split('\n');
  expect(lines.at(-1)).toMatch(sentence);
  expect(lines.length).toBeLessThan(3);
  expect(process.output).not.toContain('hidden');
});

test('Ctrl-C while a database is awaited ends it at once, and gives the home back', async () => {
  const port = await freePort();
  const silent = createServer().listen(port, '127.0.0.1');
  const home = join(folder, 'interrupted');
  const url = `postgres://u:p@127.0.0.1:${port}/x`;
  const process = new AppProcess('standalone', { ...env, STOCKBOOK_HOME: home, DATABASE_URL: url });
  await once(silent, 'connection');
  expect(await process.kill('SIGINT')).toBe(0);
  expect(process.output).toBe('Stopping: SIGINT.\n');
  expect(await readdir(join(home, 'lock'))).toEqual([]);
  silent.close();
});

test.each([
  ['PostgreSQL is set up', /(Setting up a PostgreSQL)/],
  ['the services start', /(Bringing the schemas up to date)/],
])('Ctrl-C while %s leaves nothing running', async (_, line) => {
  const home = await mkdtemp(join(folder, 'interrupted-'));
  const process = new AppProcess('standalone', { ...env, STOCKBOOK_HOME: home });
  await process.printed(line);
  expect(await process.kill('SIGINT')).toBe(0);
  expect(process.output).toMatch(/\nStopping: SIGINT\.\n$/);
  expect(await readdir(join(home, 'lock'))).toEqual([]);
  const left = await readdir(join(home, 'postgres'), { recursive: true });
  expect(left.filter((path) => /^draft-|postmaster\.pid$/.test(path))).toEqual([]);
});

test('a port in use ends the start with one clear sentence and exit code 1', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const process = new AppProcess('standalone', { ...env, PORT: String(port) });
  const code = await process.exit;
  other.close();
  expect([code, process.output]).toEqual([1, `The port ${port} is in use: set PORT to a free one.\n`]);
});

test.each([
  [['user', 'add', '--email', 'a@b.c'], "Required option '--domain <domain>' not specified."],
  [['user', 'ad'], "Unknown command 'ad' (did you mean add?)."],
  [['account', 'enable', '--domain', 'demo', 'x'], "Too many arguments for 'enable'. Expected 0 arguments but got 1."],
])('the command line %j is refused by one clear line and exit code 2', async (args, line) => {
  expect(await runCli(env, args)).toEqual({ code: 2, out: '', err: `${line}\n` });
});
