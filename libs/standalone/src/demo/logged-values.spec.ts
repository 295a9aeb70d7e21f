import { SecretKeys } from '@stockbook/auth';
import { type Operation, operations } from '@stockbook/contracts';
import { openLog } from '@stockbook/process';
import { call, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { examples } from '@stockbook/testing/examples';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble, type Assembly } from '../assemble.js';
import type { Demo } from '../home/demo-file.js';
import { type Home, openHome } from '../home/home.js';
import { ensureDemo } from './demo.js';

/** At most this many requests are in flight: each holds a connection until its wait for a lock ends. */
const AT_ONCE = 24;
const SCHEMAS = ['sales', 'inventory', 'settings', 'integration'];
const TABLES = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace::regnamespace::text = ANY($1) AND relkind IN ('r', 'p') AND NOT relispartition`;
/** A fault that quotes the whole row wherever PostgreSQL quotes values. */
const QUOTE_ROW = `CREATE FUNCTION public.quote_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'invalid input syntax: "%"', to_jsonb(coalesce(NEW, OLD))
  USING ERRCODE = '22P02', DETAIL = to_jsonb(coalesce(NEW, OLD))::text,
    HINT = to_jsonb(coalesce(NEW, OLD))::text; END $$`;

const writes = [...operations.values()].filter(({ kind }) => kind === 'write');
const lines: string[] = [];
let database: ScratchDatabase;
let folder: string;
let home: Home;
let assembly: Assembly;
let demo: Demo;
let requests: Readonly<Record<string, { request: object }>>;
beforeAll(async () => {
  database = await scratchDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-logged-'));
  home = await openHome(folder);
  const secretKeys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
  const log = openLog('test', 'warn', { write: (line) => lines.push(line) });
  const options = { databaseUrl: database.url, secretKeys, host: '127.0.0.1', port: 0, ratePerMinute: 0, log };
  assembly = await assemble(options);
  const place = { url: assembly.url, services: assembly.services, db: assembly.running.settings.db };
  demo = (await ensureDemo(place, home, secretKeys, () => undefined))!;
  await assembly.settled();
  requests = await examples();
});
afterAll(async () => {
  await assembly.stop();
  await home.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => void (lines.length = 0));

const source = () => assembly.running.settings.db.source;
const tables = async (): Promise<{ name: string }[]> => source().query(TABLES, [SCHEMAS]);

test('a row that cannot be written is not in the log, whatever PostgreSQL quotes of it', async () => {
  await source().query(QUOTE_ROW);
  const kernel = /\.(request_key|outbox|inbox|parked_event|lease|job_run|generation|row_count)\w*$/;
  const owned = (await tables()).filter(({ name }) => !kernel.test(name));
  for (const { name } of owned)
    await source().query(`CREATE TRIGGER quote_row BEFORE INSERT OR UPDATE OR DELETE ON ${name}
      FOR EACH ROW EXECUTE FUNCTION public.quote_row()`);
  try {
    const sent = await sendAll();
    expectLogged(sent, 500);
    // This is the control: the same fault as it is holds a value, and is seen.
    const [value = ''] = sent.flatMap(({ values }) => values);
    const naive: string = await source()
      .query('UPDATE settings.account SET name = $1', [value])
      .catch((fault: object) => JSON.stringify(fault));
    expect(valuesIn(sent, [naive])).toContain(value);
  } finally {
    await source().query('DROP FUNCTION public.quote_row CASCADE');
  }
});

test('a write that waits too long for a lock is in the log without its values', async () => {
  const locker = source().createQueryRunner();
  await locker.startTransaction();
  try {
    const owned = (await tables()).map(({ name }) => name);
    await locker.query(`LOCK TABLE ${owned.join(', ')} IN EXCLUSIVE MODE`);
    expectLogged(await sendAll(), 504);
  } finally {
    await locker.rollbackTransaction();
    await locker.release();
  }
});

interface Sent {
  readonly path: string;
  readonly status: number;
  readonly values: readonly string[];
  readonly isLogged: boolean;
}

/** A few of the writes change nothing on the demo, and answer before the log has anything of them. */
function expectLogged(sent: readonly Sent[], status: number): void {
  expect(valuesIn(sent, lines)).toEqual([]);
  const failed = sent.filter((each) => each.status === status && each.isLogged);
  expect(failed.length).toBeGreaterThan(0.9 * writes.length);
  expect(lines.join('\n')).not.toContain(demo.api_secret);
}

async function sendAll(): Promise<Sent[]> {
  const waiting = [...writes];
  const sent: Sent[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) sent.push(await send(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sent;
}

async function send({ path }: Operation): Promise<Sent> {
  const { request } = requests[path]!;
  const { status, headers } = await call(assembly.url, demo, path, request);
  const id = headers.get('x-request-id') ?? '';
  return { path, status, values: textsIn(request), isLogged: lines.some((line) => line.includes(id)) };
}

/** Returns the texts of a request that are no word of the contract, such as a status or a day. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^([a-z_]*|[\d-]{10}|.{1,4})$/.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const valuesIn = (sent: readonly Sent[], read: readonly string[]): string[] => {
  const all = read.join('\n');
  return [...new Set(sent.flatMap(({ values }) => values))].filter((value) =>
    all.includes(JSON.stringify(value).slice(1, -1)),
  );
};
