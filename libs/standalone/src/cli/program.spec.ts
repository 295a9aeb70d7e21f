import { freePort } from '@stockbook/process';
import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endIn, runIn } from './program.fixture.js';

let database: ScratchDatabase;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  database = await scratchDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-cli-'));
  const keys = `test:${randomBytes(32).toString('base64')}`;
  env = { STOCKBOOK_HOME: folder, DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: keys };
  await run('account', 'add', '--domain', 'acme', '--name', 'Acme', '--email', 'owner@acme.test');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runIn(env, args);
const user = (verb: string, name: string, ...args: string[]) =>
  run('user', verb, '--domain', 'acme', '--email', `${name}@acme.test`, ...args);
const added = async (name: string, ...args: string[]): Promise<unknown> => JSON.parse(await user('add', name, ...args));

test('an account is disabled and enabled, and the output says so', async () => {
  const account = (verb: string) => run('account', verb, '--domain', 'acme');
  expect(await account('disable')).toBe('The account acme is disabled.');
  expect(await account('enable')).toBe('The account acme is enabled.');
});

test('a user of a group is added, disabled and enabled, and the output says so', async () => {
  expect(await added('amy', '--group', 'Owner')).toEqual({
    domain: 'acme',
    api_key: 'amy@acme.test',
    account_id: 1,
    user_id: expect.any(Number),
    user_secret_id: expect.any(Number),
    api_secret: expect.stringMatching(/^\w{40}$/),
  });
  expect(await user('disable', 'amy')).toBe('The user amy@acme.test of acme is disabled.');
  expect(await user('enable', 'amy')).toBe('The user amy@acme.test of acme is enabled.');
  expect(await user('disable', 'eve')).toBe('There is no user eve@acme.test.');
});

test('a secret is revoked by the id that was printed with it', async () => {
  await added('rob', '--group', 'Owner');
  const { user_secret_id } = JSON.parse(await user('rotate-secret', 'rob')) as { user_secret_id: number };
  expect(await user('revoke-secret', 'rob', `${user_secret_id}`)).toBe(
    `The secret ${user_secret_id} of rob@acme.test is revoked and stops working within 5 seconds.`,
  );
  for (const id of ['abc', '99999999999', '0', '1.5']) {
    expect(await user('revoke-secret', 'rob', id)).toBe(
      `The id of a secret must be a whole number from 1 to 2147483647, not '${id}'.`,
    );
  }
});

test.each([
  ['--version', /^\d+\.\d+\.\d+$/],
  ['--help', /^ {2}import .* bring the records of a file into an account$/m],
])('%s prints it and ends well', async (option, expected) => {
  expect(await endIn({}, [option])).toEqual({ code: 0, text: expect.stringMatching(expected) });
});

const NAME_IT = 'Name the new user group, which --access, --modify and --view-cost are of, by --group.';
const SAY_WHAT = 'Give --group with the name of a user group, like Owner, or of a new one with --access or --modify.';
const NO_USE = 'A new user group needs --access or --modify beside --view-cost.';
test.each([
  [[], SAY_WHAT],
  [['--group', ''], SAY_WHAT],
  [['--access', 'sale/*'], NAME_IT],
  [['--modify', '*'], NAME_IT],
  [['--view-cost'], NAME_IT],
  [['--view-cost', '--group', 'Owner'], NO_USE],
  [['--group', 'Lost'], 'There is no user group Lost.'],
  [
    ['--group', 'Sellers', '--access', 'sales/*'],
    'access must name resources like sale/order, all of a group like sale/*, or all by *, ' +
      'and "sales/*" is none of these.',
  ],
])('no user is added by %j', async (options, sentence) => {
  expect(await user('add', 'eve', ...options)).toBe(sentence);
});

test('a user comes with a new group, or is refused without one', async () => {
  const clerks = ['--group', 'Clerks', '--access', 'sale/*, inventory/item', '--view-cost'];
  expect(await user('add', 'owner', ...clerks)).toBe('There is already a user owner@acme.test.');
  expect(await added('clerk', ...clerks)).toMatchObject({ api_key: 'clerk@acme.test' });
  expect(await added('second', '--group', 'Clerks')).toMatchObject({ api_key: 'second@acme.test' });
  expect(await user('add', 'third', ...clerks)).toBe('There is already a user group Clerks.');
});

test('secret keys that cannot be read are one sentence', async () => {
  const wrong = { ...env, STOCKBOOK_SECRET_KEYS: 'k1:short' };
  expect(await runIn(wrong, ['account', 'enable', '--domain', 'acme'])).toMatch(/^Entry 1 of STOCKBOOK_SECRET_KEYS/);
});

test.each([
  ['account', 'add', '--domain', 'keyless', '--name', 'Keyless', '--email', 'owner@keyless.test'],
  ['user', 'rotate-secret', '--domain', 'acme', '--email', 'owner@acme.test'],
  ['keys', 'reseal'],
])('without the keys of the services, %s %s is refused and makes none', async (...args) => {
  const home = join(folder, 'keyless');
  expect(await runIn({ DATABASE_URL: database.url, STOCKBOOK_HOME: home }, args)).toBe(
    'STOCKBOOK_SECRET_KEYS must be set to the keys of the services, ' +
      `or STOCKBOOK_HOME to a home folder that has keys: ${home} has none.`,
  );
  expect(await readdir(folder)).not.toContain('keyless');
});

test('a home without a database gets one by account add alone', async () => {
  const home = join(folder, 'fresh');
  const sentence = `The home folder ${home} holds no database yet: start Stockbook, or add an account by account add.`;
  expect(await runIn({ STOCKBOOK_HOME: home }, ['account', 'enable', '--domain', 'demo'])).toBe(sentence);
  expect(await readdir(folder)).not.toContain('fresh');
});

test('new keys come with a new database alone', async () => {
  const home = join(folder, 'made');
  const keysIn = async () => (await readdir(home)).includes('secret.keys');
  const add = (domain: string, variables: Record<string, string> = {}) =>
    runIn({ STOCKBOOK_HOME: home, ...variables }, [
      'account',
      'add',
      '--domain',
      domain,
      '--name',
      'A',
      '--email',
      'a@a.test',
    ]);
  const { STOCKBOOK_SECRET_KEYS } = env;
  expect(JSON.parse(await add('first', { STOCKBOOK_SECRET_KEYS: STOCKBOOK_SECRET_KEYS! }))).toMatchObject({
    domain: 'first',
  });
  expect(await add('second')).toMatch(/^STOCKBOOK_SECRET_KEYS must be set to the keys of the services/);
  expect(await keysIn()).toBe(false);
  await rm(home, { recursive: true });
  expect(JSON.parse(await add('third'))).toMatchObject({ domain: 'third' });
  expect(await keysIn()).toBe(true);
});

test('a home that cannot be read is one sentence', async () => {
  await writeFile(join(folder, 'file'), '');
  const args = ['account', 'enable', '--domain', 'demo'];
  expect(await runIn({ STOCKBOOK_HOME: join(folder, 'file') }, args)).toMatch(
    /^The home folder .*file cannot be read \(ENOTDIR: .*\): set STOCKBOOK_HOME to the one to work on\.$/,
  );
});

describe('a call', () => {
  let server: Server;
  let credentials: string;
  let paths: string[];
  let bodies: string[];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      paths.push(request.url ?? '');
      bodies.push(await text(request));
      response.setHeader('content-type', 'application/json').end('{"success":true}');
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    credentials = join(folder, 'credentials.json');
    const secret = { domain: 'acme', api_key: 'owner@acme.test', api_secret: 'hidden' };
    await writeFile(credentials, JSON.stringify({ url: `http://127.0.0.1:${port}`, ...secret }));
  });
  beforeEach(() => void ([paths, bodies] = [[], []]));
  afterAll(() => server.close());
  const call = (...args: string[]) => runIn({ ...env, STOCKBOOK_CREDENTIALS: credentials }, ['call', ...args]);

  it('names its operation with or without a slash', async () => {
    expect(JSON.parse(await call('/sale/order/get'))).toEqual({ success: true });
    await call('sale/order/get', '{"limit":5}');
    expect(paths).toEqual(['/sale/order/get', '/sale/order/get']);
  });

  it('is strict unless it says otherwise', async () => {
    await call('sale/order/get');
    await call('sale/order/get', '{"strict":false}');
    expect(bodies.map((body) => JSON.parse(body).strict)).toEqual([true, false]);
  });

  it('has a body that is a JSON object', async () => {
    expect(await call('sale/order/get', '[]')).toBe('The body must be a JSON object.');
    expect(await call('sale/order/get', 'limit=5')).toMatch(
      /^The body must be a JSON object \(Unexpected token .*\)\.$/,
    );
  });

  it.each([
    ['not a JSON', 'api_secret=hidden'],
    ['a list', '[]'],
    ['half', '{"url":"http://127.0.0.1:1","api_secret":"hidden"}'],
    ['of no url', '{"url":"here","domain":"d","api_key":"k","api_secret":"hidden"}'],
  ])('names the credentials file that is %s, and shows nothing of it', async (_, content) => {
    const file = join(folder, 'broken.json');
    await writeFile(file, content);
    expect(await runIn({ STOCKBOOK_CREDENTIALS: file }, ['call', 'sale/order/get'])).toBe(
      `The credentials ${file} must be a JSON object of url, domain, api_key and api_secret.`,
    );
  });

  it('says which credentials are not there', async () => {
    const sentence = await runIn({ STOCKBOOK_HOME: folder }, ['call', 'sale/order/get']);
    expect(sentence).toMatch(/^The credentials .*demo\.json cannot be read \(ENOENT: .*\): /);
    expect(sentence.split('): ')[1]).toBe(
      'start Stockbook first, log in by stockbook login, or set STOCKBOOK_CREDENTIALS.',
    );
  });
});
