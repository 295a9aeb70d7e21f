import { codeOf, freePort, orFault, StartFault, succeeds } from '@stockbook/process';
import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeLiteral } from 'pg';
import { serverAccount } from './postgres-account.js';
import { findBinaries } from './postgres-binaries.js';
import { isThere, makeData } from './postgres-data.js';
import { type LaunchOptions, launchPostgres, type ServerProcess } from './postgres-process.js';
import { shutDown, stopOrphan } from './postgres-shutdown.js';
import { readIfThere, readOrCreate, writePrivately } from '../private-file.js';
import { lastReason } from '../server-process.js';

export interface EmbeddedPostgresOptions {
  /** Holds data, password and log; the caller allows one server at a time. */
  directory: string;
  /** Receives a sentence for each step that takes time. */
  report: (line: string) => void;
  /** Runs whenever a program of PostgreSQL has just been launched, so that work can overlap with it. */
  meanwhile?: () => void;
  /** Runs if the server ends before `stop`. */
  onExit?: (reason: string) => void;
  /** False if a crash may lose the data, as in tests. */
  durable?: boolean;
  /** This port is preferred if it is free; the default is the port of the last start. */
  port?: number;
  connections?: number;
  /** Aborts the start, which throws its reason. */
  interruption?: AbortSignal;
}

/** The owner is no superuser. A Unix socket is faster, where the system has them. */
export interface EmbeddedPostgres {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const postgresUrl = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Falls back to TCP if the server has no socket or its older data folder refuses it. */
async function bySocket(url: string, data: string): Promise<string> {
  const local = `${url}?host=${encodeURIComponent(data)}`;
  return (await answers(local)) ? local : url;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  const isThere = await succeeds(client.connect());
  await client.end().catch(() => undefined);
  return isThere;
}

/** Retries while the server starts or recovers; undefined if it ends. */
async function connect(server: ServerProcess, url: string, interruption?: AbortSignal): Promise<Client | undefined> {
  for (let pause = 20; !server.isGone(); pause = Math.min(pause * 2, 500)) {
    interruption?.throwIfAborted();
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    // If the server dies, the running query fails as well.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (codeOf(error) === '28P01') throw new StartFault('The database refuses the password that was kept for it.');
      await delay(pause);
    }
  }
  return undefined;
}

async function createDatabase(client: Client, password: string): Promise<void> {
  const { rowCount: roles } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'stockbook'`);
  if (!roles) await client.query(`CREATE ROLE stockbook LOGIN CREATEDB CREATEROLE PASSWORD ${escapeLiteral(password)}`);
  const { rowCount: databases } = await client.query(`SELECT FROM pg_database WHERE datname = 'stockbook'`);
  if (!databases) await client.query('CREATE DATABASE stockbook OWNER stockbook');
}

/** Fatal errors also answer our own early attempts to connect. */
const FATAL = /(?:FATAL|PANIC|postgres):\s+(?!the database system is)(.*)/g;
/** These faults pass: another program took the port, or processes of a killed server are still ending. */
const PASSING = /could not create any TCP\/IP sockets|still in use/;

type Launching = Omit<LaunchOptions, 'port'> & Pick<EmbeddedPostgresOptions, 'interruption' | 'meanwhile'>;

async function launchUntilReady(
  { interruption, meanwhile, ...options }: Launching,
  password: string,
  preferred?: number,
) {
  for (const end = Date.now() + 20_000; ; await delay(200)) {
    interruption?.throwIfAborted();
    const port = await freePort(preferred);
    const server = await launchPostgres({ ...options, port });
    meanwhile?.();
    try {
      const client = await connect(server, postgresUrl('postgres', password, port, 'postgres'), interruption);
      if (client) {
        await createDatabase(client, password).finally(() => client.end());
        return { server, port };
      }
    } catch (error) {
      await shutDown(server.pid, server.isGone);
      throw error;
    }
    const reason = await lastReason(options.log, FATAL);
    if (Date.now() > end || !PASSING.test(reason)) {
      throw new StartFault(`PostgreSQL does not start: ${reason} (see ${options.log}).`);
    }
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory: given, report, meanwhile, onExit, durable = true, connections, interruption } = options;
  await mkdir(given, { recursive: true, mode: 0o700 });
  const directory = await realpath(given);
  const [data, log, portFile] = [join(directory, 'data'), join(directory, 'server.log'), join(directory, 'port')];
  const account = await serverAccount(data);
  const binaries = await findBinaries(account);
  const made = await isThere(data, binaries.major);
  const password = await readOrCreate(join(directory, 'password'), () => randomBytes(24).toString('base64url'));
  if (made) await stopOrphan(data, report);
  else {
    report(`Setting up a PostgreSQL ${binaries.major} database in ${data}.`);
    await makeData(binaries, { data, password, account, durable, meanwhile });
  }
  await rename(log, `${log}.old`).catch(() => undefined);
  const known = Number(await readIfThere(portFile)) || undefined;
  const launching = { program: binaries.postgres, account, data, log, durable, connections, interruption, meanwhile };
  const { server, port } = await launchUntilReady(launching, password, options.port ?? known);
  if (port !== known) await writePrivately(portFile, `${port}\n`);

  let stopping: Promise<void> | undefined;
  void server.ended.then((reason) => stopping ?? onExit?.(reason));
  return {
    url: await bySocket(postgresUrl('stockbook', password, port, 'stockbook'), data),
    pid: server.pid,
    stop: () => (stopping ??= shutDown(server.pid, server.isGone)),
  };
}

/** Starts a PostgreSQL on 127.0.0.1 and waits for connections. Data stays in the directory and survives every crash. */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return orFault(
    (reason) => `PostgreSQL cannot be started in ${options.directory} (${reason}).`,
    () => start(options),
  );
}

/** Returns the url of the PostgreSQL that a running Stockbook keeps in this directory, if it answers. */
export async function runningPostgres(directory: string): Promise<string | undefined> {
  const port = Number(await readIfThere(join(directory, 'port')));
  const password = (await readIfThere(join(directory, 'password')))?.trim();
  if (!port || !password) return undefined;
  const url = postgresUrl('stockbook', password, port, 'stockbook');
  return (await answers(url)) ? url : undefined;
}
