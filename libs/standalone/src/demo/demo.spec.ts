import { call, SecretKeys } from '@stockbook/auth';
import { operations } from '@stockbook/contracts';
import { openLog } from '@stockbook/process';
import { Provisioning } from '@stockbook/settings';
import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble, type Assembly } from '../assemble.js';
import { ensureDemo } from './demo.js';
import { type Home, openHome } from '../home/home.js';

const keys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
let database: ScratchDatabase;
let folder: string;
let home: Home;
let assembly: Assembly;
beforeEach(async () => {
  database = await scratchDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-demo-'));
  home = await openHome(folder);
  const quiet = { ratePerMinute: 0, log: openLog('test', 'error') };
  assembly = await assemble({ databaseUrl: database.url, secretKeys: keys, host: '127.0.0.1', port: 0, ...quiet });
});
afterEach(async () => {
  await assembly.stop();
  await home.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

// Nobody answers at this url: it is for the demo's users, and need not be one that this process itself can reach.
const ensure = (secretKeys = keys) => {
  const { services, running } = assembly;
  const place = { url: 'http://127.0.0.1:1', services, db: running.settings.db };
  return ensureDemo(place, home, secretKeys, () => undefined);
};
const provisioning = () => new Provisioning(assembly.running.settings.db, keys);

test('the demo keeps its secret as long as that is live', async () => {
  const first = await ensure();
  expect(first).toMatchObject({
    url: 'http://127.0.0.1:1',
    domain: 'demo',
    api_secret: expect.stringMatching(/^\w{40}$/),
  });
  expect(await home.readDemo()).toEqual(first);
  expect(await ensure()).toEqual(first);
  await home.writeDemo({ ...first!, url: 'shop:3000' });
  expect(await ensure()).toEqual(first);

  const { user_secret_id, api_secret } = await provisioning().rotateSecret(
    await provisioning().accountOf('demo'),
    first!.api_key,
  );
  await home.writeDemo({ ...first!, api_secret });
  await provisioning().revokeSecret(await provisioning().accountOf('demo'), first!.api_key, user_secret_id);
  expect((await ensure())?.api_secret).not.toBe(api_secret);
});

const examples = new URL('../../../../docs/examples/', import.meta.url);
const PAID_OUT = 'The only order of the demo is paid out, and so it is locked.';
const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  'integration/webhook/redeliver': 'The demo has sent nothing.',
  'sale/order/add': 'It is docs/examples/order.json, which the README names.',
  'sale/order/delete': PAID_OUT,
  'sale/order/edit': PAID_OUT,
};

test('every write has an example, and every example is granted to the demo', async () => {
  const demo = await ensure();
  const files = (await readdir(examples, { recursive: true })).filter((name) => /^.+\/.+\/.+\.json$/.test(name));
  // `add.percent.json` is one of several examples of `add`.
  const pathOf = (file: string) => file.slice(0, file.indexOf('.'));
  const refused = [];
  for (const file of files.toSorted()) {
    const path = pathOf(file);
    const body: object = JSON.parse(await readFile(new URL(file, examples), 'utf8'));
    const { status, body: answer } = await call(assembly.url, demo!, path, { ...body, dry_run: true, strict: true });
    const isGranted = status === 200 && (operations.get(path)?.kind === 'read' || 'success' in answer);
    if (!isGranted) refused.push({ file, status, answer });
  }
  expect(refused).toEqual([]);
  const shown = new Set(files.map(pathOf));
  const writes = [...operations.values()].filter(({ kind }) => kind === 'write').map(({ path }) => path);
  expect(writes.filter((path) => !shown.has(path)).toSorted()).toEqual(Object.keys(WITHOUT_EXAMPLE));
});

test('the demo gets a new secret when the file is lost or the keys are others', async () => {
  const first = await ensure();
  await rm(join(folder, 'demo.json'));
  const second = await ensure();
  expect(second?.api_secret).not.toBe(first?.api_secret);
  const others = SecretKeys.parse(`other:${randomBytes(32).toString('base64')}`);
  expect((await ensure(others))?.api_secret).not.toBe(second?.api_secret);
});

test('a database of other accounts gets no demo', async () => {
  const owner = { email: 'owner@acme.test', username: 'owner' };
  await provisioning().addAccount({ domain: 'acme', name: 'Acme', currency: 'USD', owner });
  expect(await ensure()).toBeUndefined();
  expect(await home.readDemo()).toBeUndefined();
});
