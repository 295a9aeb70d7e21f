import { StartFault } from '@stockbook/process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stockbook-postgres-'));
});
afterAll(() => rm(directory, { recursive: true }));

const start = (onExit?: (reason: string) => void, folder = directory) =>
  startEmbeddedPostgres({ directory: folder, report: () => undefined, onExit });

const PEER = 'SELECT client_addr FROM pg_stat_activity WHERE pid = pg_backend_pid()';
async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function asSuperuser(url: string): string {
  const other = new URL(url);
  other.username = other.pathname = 'postgres';
  return other.href;
}

async function during<T>(run: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await start();
  return run(server).finally(() => server.stop());
}

describe('the first start', () => {
  it('makes a durable UTF-8 database on loopback and a private socket, owned by an ordinary user', async () => {
    await during(async ({ url }) => {
      const settings = ['server_encoding', 'data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes'];
      const names = [...settings, 'listen_addresses', 'unix_socket_directories'];
      const sql = `SELECT ${names.map((name) => `current_setting('${name}')`).join()}`;
      expect(await ask(asSuperuser(url), sql)).toEqual(['UTF8', 'on', 'on', 'on', 'on', '127.0.0.1', '.']);
      const data = join(directory, 'data');
      expect(new URL(url).searchParams.get('host')).toBe(data);
      expect((await stat(data)).mode & 0o777).toBe(0o700);
      expect(await ask(url, PEER)).toEqual([null]);
      expect(await ask(url, 'SHOW is_superuser')).toEqual(['off']);
      expect(await ask(url, `SELECT lower('ÀÉ'), 'Привет' ILIKE 'приВЕТ'`)).toEqual(['àé', true]);
      await ask(url, 'CREATE TABLE kept AS SELECT 1 AS n');
    });
  });

  it('is reached by TCP in a folder whose path is too long for a socket', async () => {
    const server = await start(undefined, join(directory, 'long'.repeat(25)));
    try {
      expect(new URL(server.url).search).toBe('');
      expect(await ask(server.url, PEER)).toEqual(['127.0.0.1']);
    } finally {
      await server.stop();
    }
  });

  it('keeps the password in a private file, without which nobody gets in', async () => {
    expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600);
    const password = (await readFile(join(directory, 'password'), 'utf8')).trim();
    await during(async ({ url }) => {
      expect(new URL(url).password).toBe(password);
      await expect(ask(url.replace(password, 'guess'), 'SELECT 1')).rejects.toThrow('password authentication failed');
    });
  });
});

describe('a later start', () => {
  it('finds the data, on the same port', async () => {
    const port = await during(async ({ url }) => new URL(url).port);
    await during(async ({ url }) => {
      expect(new URL(url).port).toBe(port);
      expect(Number(port)).toBeLessThan(32_768);
      expect(await ask(url, 'SELECT n FROM kept')).toEqual([1]);
    });
  });

  it('takes another port where its own is taken', async () => {
    const port = await during(async ({ url }) => Number(new URL(url).port));
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    await during(async ({ url }) => expect(Number(new URL(url).port)).not.toBe(port));
    squatter.close();
  });

  it('recovers from a kill -9 of the server, and calls onExit', async () => {
    const { pid, reason } = await new Promise<{ pid: number; reason: string }>((resolve, reject) => {
      const server = start((reason) => void server.then(({ pid }) => resolve({ pid, reason })));
      server
        .then(async ({ url, pid }) => {
          await ask(url, 'INSERT INTO kept VALUES (2)');
          process.kill(pid, 'SIGKILL');
        })
        .catch(reject);
    });
    expect(reason).toContain(`process ${pid}, ended by itself (SIGKILL)`);
    await during(async ({ url }) => expect(await ask(url, 'SELECT n FROM kept')).toEqual([1, 2]));
  });

  it('is not held up by a lock file whose process id now belongs to another process of the same user', async () => {
    const { uid, gid } = await stat(join(directory, 'data'));
    const stranger = spawn('sleep', ['60'], { uid, gid });
    await once(stranger, 'spawn');
    await writeFile(join(directory, 'data', 'postmaster.pid'), `${stranger.pid}\n`);
    await during(async ({ url }) => expect(await ask(url, 'SELECT n FROM kept')).toEqual([1, 2]));
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  it('makes the database that a first start could no longer make', async () => {
    await during(async ({ url }) => {
      await ask(asSuperuser(url), 'DROP DATABASE stockbook');
    });
    await during(async ({ url }) => expect(await ask(url, 'SELECT 1')).toEqual([1]));
  });

  it('refuses a lost password by one sentence', async () => {
    const password = await readFile(join(directory, 'password'), 'utf8');
    await rm(join(directory, 'password'));
    await expect(start()).rejects.toBeInstanceOf(StartFault);
    await writeFile(join(directory, 'password'), password);
  });

  it('refuses the data of another major version by one sentence', async () => {
    const version = join(directory, 'data', 'PG_VERSION');
    await writeFile(version, '17\n');
    await expect(start()).rejects.toThrow(/was written by PostgreSQL 17 and this is 18: .*\.$/);
    await writeFile(version, '18\n');
  });

  it('says in one sentence what the server refuses', async () => {
    await writeFile(join(directory, 'data', 'pg_hba.conf'), 'nonsense\n');
    await expect(start()).rejects.toThrow(/^PostgreSQL does not start: could not load .*pg_hba.conf \(see .*\)\.$/);
  });
});

test('a directory that cannot be one is refused by one sentence', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(startEmbeddedPostgres({ directory: file, report: () => undefined })).rejects.toThrow(
    /^PostgreSQL cannot be started in .*file \(EEXIST: .*\)\.$/,
  );
});

test('stopping twice is stopping once, and does not call onExit', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'stockbook-postgres-'));
  const reported: string[] = [];
  const report = (line: string) => void reported.push(line);
  const server = await startEmbeddedPostgres({ directory: scratch, report, onExit: report, durable: false });
  expect(await ask(server.url, `SELECT current_setting('fsync')`)).toEqual(['off']);
  await Promise.all([server.stop(), server.stop()]);
  expect(() => process.kill(server.pid, 0)).toThrow('ESRCH');
  expect(reported).toEqual([`Setting up a PostgreSQL 18 database in ${join(scratch, 'data')}.`]);
  expect((await readdir(scratch)).sort()).toEqual(['data', 'password', 'port', 'server.log']);
  await rm(scratch, { recursive: true });
});
