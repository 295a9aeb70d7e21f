import { freePort } from '@stockbook/process';
import { type TestUser, World } from '@stockbook/testing';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endIn } from '../program.fixture.js';

let world: World;
let [first, second]: TestUser[] = [];
let home: string;
beforeAll(async () => {
  world = await World.shared();
  [first, second] = [await world.account(), await world.account()];
});
beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), 'stockbook-cli-'))));
afterEach(() => rm(home, { recursive: true }));

const environment = () => ({ HOME: home, STOCKBOOK_HOME: join(home, 'none') });
const run = (args: readonly string[], input = '', env = {}) => endIn({ ...environment(), ...env }, args, input);
const fileOf = (name: string) => join(home, '.config/stockbook/profiles', `${name}.json`);
const login = ({ credentials: { domain, api_key, api_secret } }: TestUser, name: string, secret = api_secret) =>
  run(['login', '--profile', name, '--url', world.url, '--domain', domain, '--email', api_key], `${secret}\n`);
const whoami = async (args: readonly string[] = [], env = {}) =>
  Object(JSON.parse((await run(['call', 'setting/user/whoami', ...args], '', env)).text))['email'];

test('profiles keep the secrets of several users, which their owner alone can read', async () => {
  await login(first!, 'default');
  const { code, text } = await login(second!, 'second');
  const { api_key, domain, api_secret } = second!.credentials;
  expect({ code, text }).toEqual({
    code: 0,
    text: [
      `${api_key} of ${domain} is logged in at ${world.url}: the profile second is stored in ${fileOf('second')}.`,
      `Without --profile second, commands go on to use ${fileOf('default')} here.`,
    ].join('\n'),
  });
  expect((await stat(fileOf('second'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, '.config/stockbook/profiles'))).mode & 0o777).toBe(0o700);
  expect(await whoami()).toBe(first!.credentials.api_key);
  expect(await whoami(['{}', '--profile', 'second'])).toBe(api_key);
  expect(await whoami([], { STOCKBOOK_PROFILE: 'second' })).toBe(api_key);
  const { text: listed } = await run(['profiles']);
  expect(listed).toMatch(new RegExp(`^\\*  default  .*\n   second  ${api_key}  ${domain}  ${world.url}$`));
  expect(listed).not.toContain(api_secret);
  expect(await run(['logout', '--profile', 'second'])).toMatchObject({ code: 0 });
  expect(await run(['logout', '--profile', 'second'])).toEqual({ code: 1, text: 'There is no profile second.' });
});

test('the demo account of a folder comes before the default profile, so that no trial meets a real shop', async () => {
  await login(first!, 'default');
  await writeFile(join(home, 'demo.json'), JSON.stringify({ url: world.url, ...second!.credentials }));
  expect(await whoami([], { STOCKBOOK_HOME: home })).toBe(second!.credentials.api_key);
  expect(await whoami(['{}', '--profile', 'default'], { STOCKBOOK_HOME: home })).toBe(first!.credentials.api_key);
});

test('a login that Stockbook refuses, or that is not whole, stores nothing', async () => {
  expect(await login(first!, 'default', 'wrong')).toMatchObject({ code: 1 });
  expect(await login(first!, 'default', '')).toMatchObject({ code: 1, text: expect.stringMatching(/^The secret is/) });
  expect(await login(first!, '../other')).toMatchObject({ code: 2 });
  expect(await run(['login', '--url', 'here'], 'x')).toMatchObject({ code: 2 });
  expect(await run(['login', '--url', world.url], 'x')).toEqual({ code: 2, text: 'Give --domain.' });
  expect(await run(['profiles'])).toEqual({ code: 0, text: '' });
});

test('exit codes tell a refusal, a wrong command line and a server that is away apart', async () => {
  await login(first!, 'default');
  expect(await run(['call', 'sale/ordre/get'])).toMatchObject({ code: 1 });
  for (const wrong of [['call'], ['call', 'sale/order/get', '[]'], ['cal'], ['webhook', 'test', 'x']])
    expect([wrong, (await run(wrong)).code]).toEqual([wrong, 2]);
  const url = `http://127.0.0.1:${await freePort()}`;
  const away = { url, ...first!.credentials };
  await writeFile(fileOf('away'), JSON.stringify(away));
  expect(await run(['call', 'sale/order/get', '{}', '--profile', 'away'])).toEqual({
    code: 3,
    text: `Stockbook does not answer at ${url} (ECONNREFUSED): is it running?`,
  });
});
