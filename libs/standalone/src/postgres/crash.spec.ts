import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { processAt } from '../process-table.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const children: ChildProcess[] = [];
let scratch: string;
beforeAll(() => {
  execFileSync(process.execPath, [here('../../../../tools/build.mjs'), 'libs/standalone']);
});
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'stockbook-crash-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(scratch, { recursive: true });
});

/** Starts a process of its own in a group of its own, as a terminal makes them. */
function run(fixture: string): ChildProcess {
  const child = fork(here(fixture), [scratch], { detached: true });
  children.push(child);
  return child;
}

async function nextMessage(child: ChildProcess) {
  const [message]: { pid: number; url: string; fault?: string }[] = await once(child, 'message');
  return message!;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Opens a connection that outlives, without a word, the server at its other end. */
async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Starts in this process, answers with the rows of `kept`, and stops. */
async function recovered(): Promise<{ rows: unknown[]; reports: string[] }> {
  const reports: string[] = [];
  const server = await startEmbeddedPostgres({ directory: scratch, report: (line) => void reports.push(line) });
  const client = await connected(server.url);
  const { rows } = await client.query('SELECT n FROM kept').finally(() => client.end().then(server.stop));
  return { rows, reports };
}

test('of several processes on the home of a killed one, one gets it and the others name it', async () => {
  const first = run('../home/home.fixture.mjs');
  await nextMessage(first);
  await killed(first);

  const answers = await Promise.all(Array.from({ length: 4 }, () => nextMessage(run('../home/home.fixture.mjs'))));
  const holders = answers.filter(({ fault }) => fault === undefined);
  expect(holders).toHaveLength(1);
  for (const { fault } of answers.filter((answer) => answer !== holders[0])) {
    expect(fault).toMatch(
      new RegExp(`^The home folder .* in use by another Stockbook, process ${holders[0]?.pid}\\.$`),
    );
  }
});

test('Ctrl-C leaves the server to us; after a kill -9 the next start takes it over with all commits', async () => {
  const child = run('embedded-postgres.fixture.mjs');
  const { url, pid } = await nextMessage(child);
  process.kill(-child.pid!, 'SIGINT');
  await nextMessage(child);

  const client = await connected(url);
  await client.query('CREATE TABLE kept AS SELECT 1 AS n');
  await killed(child);
  expect(await processAt(pid)).toBeDefined();

  const { rows, reports } = await recovered();
  expect(rows).toEqual([{ n: 1 }]);
  expect(reports).toEqual([`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`]);
  expect(await processAt(pid)).toBeUndefined();
});

test('an exit of ours that stops nothing takes the server along', async () => {
  const child = run('embedded-postgres.fixture.mjs');
  const { url, pid } = await nextMessage(child);
  const client = await connected(url);
  await client.query('CREATE TABLE kept AS SELECT 1 AS n');
  child.send('exit');
  while (await processAt(pid)) await delay(5);
  expect(await recovered()).toEqual({ rows: [{ n: 1 }], reports: [] });
});

test('after a kill -9 of everything the next start recovers what was committed', async () => {
  const child = run('embedded-postgres.fixture.mjs');
  const { url, pid } = await nextMessage(child);
  const client = await connected(url);
  await client.query('CREATE TABLE kept AS SELECT 1 AS n');
  process.kill(pid, 'SIGKILL');
  await killed(child);
  expect(await recovered()).toEqual({ rows: [{ n: 1 }], reports: [] });
});

test('a first start that was killed half way is done again', async () => {
  const child = run('embedded-postgres.fixture.mjs');
  const halfMade = async () => {
    const paths = await readdir(scratch, { recursive: true }).catch(() => []);
    return paths.some((path) => /^draft-.*PG_VERSION$/.test(path));
  };
  while (!(await halfMade())) await delay(5);
  await killed(child);
  expect(await readdir(scratch)).not.toContain('data');

  const server = await startEmbeddedPostgres({ directory: scratch, report: () => undefined });
  await (await connected(server.url)).end();
  await server.stop();
  expect((await readdir(scratch)).filter((name) => name.startsWith('draft-'))).toEqual([]);
});
