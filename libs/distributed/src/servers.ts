import { services } from '@stockbook/contracts';
import { checkDatabase } from '@stockbook/persistence';
import { type Closing, freePort, StartFault, unlessAborted } from '@stockbook/process';
import { CONNECTIONS } from '@stockbook/service';
import { startEmbeddedPostgres } from '@stockbook/standalone';
import { startKafka } from '@stockbook/standalone/kafka';
import { join } from 'node:path';
import type { SystemConfig } from './config.js';
import { Kept, type Running } from './kept.js';

/** Its methods throw for a server of the operator. */
export interface ManagedServer {
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Sends SIGKILL to its process, whose id is returned; throws when none runs. */
  kill9(): number;
}

export interface ManagedPostgres extends ManagedServer {
  readonly url: string;
}

export interface ManagedKafka extends ManagedServer {
  readonly brokers: readonly string[];
}

export interface Starting {
  /** Receives a line for each start, and the output of the processes. */
  readonly report: (line: string) => void;
  /** Ends a start that is under way: the servers started so far are stopped, and its reason is thrown. */
  readonly interruption?: AbortSignal;
}

/** The connections of a killed replica stay for a moment while the next one starts. */
const PER_REPLICA = 2 * CONNECTIONS;
const OTHER_CONNECTIONS = 20;

/** Starts the servers that keep the data, unless they are given; `closing` stops those that it starts. */
export async function startServers(config: SystemConfig, home: string, closing: Closing, starting: Starting) {
  const { databaseUrl } = config;
  if (databaseUrl) await unlessAborted(starting.interruption, () => checkDatabase(databaseUrl, services));
  const [postgres, kafka] = await Promise.allSettled([
    databaseUrl ? givenPostgres(databaseUrl) : keepPostgres(join(home, 'postgres'), config.replicas, starting),
    config.brokers ? givenKafka(config.brokers) : keepKafka(join(home, 'kafka'), starting),
  ]);
  if (postgres.status === 'fulfilled' && !databaseUrl) closing.add(() => postgres.value.stop());
  if (kafka.status === 'fulfilled' && !config.brokers) closing.add(() => kafka.value.stop());
  if (postgres.status === 'rejected') throw postgres.reason;
  if (kafka.status === 'rejected') throw kafka.reason;
  return { postgres: postgres.value, kafka: kafka.value };
}

export async function keepPostgres(directory: string, replicas: number, starting: Starting): Promise<ManagedPostgres> {
  const { report } = starting;
  report(`Starting PostgreSQL in ${directory}.`);
  const connections = OTHER_CONNECTIONS + services.length * replicas * PER_REPLICA;
  let url: string | undefined;
  const launch = async () => {
    let onExit: (reason: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (onExit = resolve));
    const port = url ? Number(new URL(url).port) : undefined;
    const server = await startEmbeddedPostgres({ ...starting, directory, onExit, port, connections });
    url ??= server.url;
    const stop = () => server.stop().then(() => onExit(''));
    if (server.url === url) return { pid: server.pid, ended, stop };
    await server.stop();
    throw new StartFault(`PostgreSQL cannot be started: its port ${port} is in use.`);
  };
  const kept = new Kept(launch, report);
  await kept.start();
  return { ...control(kept), url: url! };
}

async function keepKafka(directory: string, starting: Starting): Promise<ManagedKafka> {
  const { report } = starting;
  const port = await freePort();
  report(`Starting Kafka in ${directory}.`);
  const kept = new Kept(() => startKafka({ ...starting, directory, port }), report);
  await kept.start();
  return { ...control(kept), brokers: [`127.0.0.1:${port}`] };
}

const control = (kept: Kept<Running>): ManagedServer => ({
  stop: () => kept.stop(),
  start: () => kept.start(),
  kill9() {
    const pid = kept.running?.pid;
    if (!pid) throw new Error('It does not run.');
    process.kill(pid, 'SIGKILL');
    return pid;
  },
});

const givenPostgres = (url: string): ManagedPostgres => ({ url, ...untouchable('DATABASE_URL') });
const givenKafka = (brokers: readonly string[]): ManagedKafka => ({ brokers, ...untouchable('KAFKA_BROKERS') });

function untouchable(variable: string): ManagedServer {
  const refuse = () => {
    throw new Error(`What ${variable} names is not ours to stop or start.`);
  };
  return { stop: async () => refuse(), start: async () => refuse(), kill9: refuse };
}
