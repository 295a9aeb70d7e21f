import { endWithUs, freePort } from '@stockbook/process';
import { eventually } from '@stockbook/testing';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** Version 1.21 is the first with named statements in transaction mode. */
const OLDEST_MINOR = 21;
const PATH = `${process.env['PATH']}:/usr/sbin`;
const env = { ...process.env, PATH };

/** Returns why no PgBouncer can be started here, in one sentence; undefined if one can. */
export function pgBouncerObstacle(): string | undefined {
  try {
    const printed = execFileSync('pgbouncer', ['--version'], { env }).toString();
    const [version, minor] = /PgBouncer 1\.(\d+)/.exec(printed) ?? [];
    if (Number(minor) >= OLDEST_MINOR) return undefined;
    return `${version} is installed, and 1.${OLDEST_MINOR} or later is needed for named statements.`;
  } catch {
    return 'There is no pgbouncer in the path.';
  }
}

export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer in transaction mode before the database of a URL, with few connections to it. */
export async function startPgBouncer(database: string, settings: readonly string[]): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(database);
  const [directory, port] = [await mkdtemp(join(tmpdir(), 'stockbook-pgbouncer-')), await freePort()];
  const [config, users] = [join(directory, 'pgbouncer.ini'), join(directory, 'users.txt')];
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 5',
      'max_client_conn = 500',
      'max_prepared_statements = 1000',
      ...settings,
    ].join('\n'),
  );
  // PgBouncer runs as no superuser of the machine.
  await chmod(directory, 0o755);
  const asUser = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', ['--quiet', ...asUser, config], { env, stdio: 'ignore' });
  endWithUs(child);
  const url = new URL(database);
  url.port = String(port);
  // A database url that names a Unix socket would pass by PgBouncer.
  url.searchParams.delete('host');
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    const client = new Client({ connectionString: url.href });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}
