import { SecretKeys } from '@stockbook/auth';
import { endpoints } from '@stockbook/contracts';
import { openLog } from '@stockbook/process';
import { Provisioning } from '@stockbook/settings';
import { call, eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { exampleRequests, examples } from '@stockbook/testing/examples';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { assemble, type Assembly } from '../assemble.js';
import { ensureDemo } from './demo.js';
import { recordAnswers, recordedAnswers, shapeOf } from './example-answers.fixture.js';
import type { Demo } from '../home/demo-file.js';
import { type Home, openHome, withMedia } from '../home/home.js';

const keys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
/** A user who signs in has no signature yet. */
const signed = [...endpoints.values()].filter(({ signedWith }) => !signedWith);
let database: ScratchDatabase;
let folder: string;
let home: Home;
let assembly: Assembly;
async function open() {
  database = await scratchDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-demo-'));
  home = await openHome(folder);
  const quiet = { ratePerMinute: 0, log: openLog('test', 'error'), env: withMedia({}, home) };
  assembly = await assemble({ databaseUrl: database.url, secretKeys: keys, host: '127.0.0.1', port: 0, ...quiet });
}
async function close() {
  await assembly.stop();
  await home.close();
  await database.drop();
  await rm(folder, { recursive: true });
}

// The demo's users call this url; this process itself need not reach it, and nobody answers at it.
const ensure = (secretKeys = keys) => {
  const { services, running } = assembly;
  const place = { url: 'http://127.0.0.1:1', services, db: running.settings.db };
  return ensureDemo(place, home, secretKeys, () => undefined);
};
const provisioning = () => new Provisioning(assembly.running.settings.db, keys);

describe('the demo', () => {
  beforeEach(open);
  afterEach(close);

  it('keeps its secret as long as that is live', async () => {
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

  it('is filled although a service lost its database in one of its writes', async () => {
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE inventory.brand');
    const demo = ensure();
    const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () => (await assembly.running.settings.db.source.query(ended)).length > 0);
    await locker.query('ROLLBACK');
    await locker.end();
    const found = await callerOf(await demo)('inventory/brand/get', { filter_name: 'Hearth' });
    expect(found).toMatchObject({ total: 1 });
  });

  it('gets a new secret when the file is lost or the keys are others', async () => {
    const first = await ensure();
    await rm(join(folder, 'demo.json'));
    const second = await ensure();
    expect(second?.api_secret).not.toBe(first?.api_secret);
    const others = SecretKeys.parse(`other:${randomBytes(32).toString('base64')}`);
    expect((await ensure(others))?.api_secret).not.toBe(second?.api_secret);
  });

  it('is not made in a database of other accounts', async () => {
    const owner = { email: 'owner@acme.test', username: 'owner' };
    await provisioning().addAccount({ domain: 'acme', name: 'Acme', currency: 'USD', owner });
    expect(await ensure()).toBeUndefined();
    expect(await home.readDemo()).toBeUndefined();
  });
});

describe('the examples of all operations', () => {
  let ask: ReturnType<typeof callerOf>;
  let requests: Awaited<ReturnType<typeof exampleRequests>>;
  let start: number;
  beforeAll(async () => {
    start = Date.now();
    await open();
    ask = callerOf(await ensure());
    await assembly.settled();
    requests = await exampleRequests();
  });
  afterAll(close);

  it('name each operation', () => {
    const shown = new Set(requests.map(({ path }) => path));
    expect(signed.map(({ path }) => path).filter((path) => !shown.has(path))).toEqual([]);
  });

  it('are granted to the demo, each alone', async () => {
    for (const { path, body } of requests)
      await ask(path, endpoints.get(path)?.kind === 'write' ? { ...body, dry_run: true } : body);
  });

  it('succeed in the order of the reference; docs/example-answers.json has their answers', async () => {
    const shown = await examples();
    const answers: Record<string, object> = {};
    for (const { path, kind } of signed) if (kind === 'read') answers[path] = await ask(path, shown[path]!.request);
    for (const { path } of signed) {
      const answer = await ask(path, shown[path]!.request);
      answers[path] ??= answer;
    }
    if (process.env['STOCKBOOK_RECORD_ANSWERS']) await recordAnswers(answers, start);
    expect(shapeOf(answers)).toEqual(shapeOf(await recordedAnswers()));
  });
});

/** Returns the answers of granted requests, and throws for others. */
function callerOf(demo: Demo | undefined) {
  return async (path: string, body: object): Promise<object> => {
    const { status, body: answer } = await call(assembly.url, demo!, path, { ...body, strict: true });
    if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(answer)}`);
    return answer;
  };
}
