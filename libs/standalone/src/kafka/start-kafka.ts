import { endWithUs, freePort, orFault, StartFault } from '@stockbook/process';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { lastReason, launchServer } from '../server-process.js';
import { findJars, type KafkaJars } from './kafka-jars.js';
import { propertiesFor, type SecuredListener } from './kafka-settings.js';

export interface KafkaOptions {
  /** Holds the data and the log of one broker at a time. */
  readonly directory: string;
  /** Receives a sentence for each step that takes time. */
  readonly report: (line: string) => void;
  /** The default is a free port. */
  readonly port?: number;
  readonly secured?: SecuredListener | undefined;
  readonly interruption?: AbortSignal;
}

export interface RunningKafka {
  readonly brokers: string[];
  readonly pid: number;
  /** Resolves with the reason if the broker ends before `stop`. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const READY_MS = 60_000;
const STOP_MS = 20_000;
const ERROR = /^(.*(?:Exception|Error).*)$/gm;
const CLUSTER_ID = 'c3RvY2tib29rLWthZmthAA';

type Server = Awaited<ReturnType<typeof launchKafka>>;

/** A later start finds the data in the directory. */
export function startKafka(options: KafkaOptions): Promise<RunningKafka> {
  return orFault(
    (reason) => `Kafka cannot be started in ${options.directory} (${reason}).`,
    () => start(options),
  );
}

async function start({
  directory: given,
  report,
  port = 0,
  secured,
  interruption,
}: KafkaOptions): Promise<RunningKafka> {
  const jars = await findJars(report, interruption);
  await mkdir(given, { recursive: true, mode: 0o700 });
  const directory = await realpath(given);
  const [data, log, settings] = ['data', 'server.log', 'server.properties'].map((name) => join(directory, name));
  const used = await freePort(port || undefined);
  if (port && used !== port) throw new StartFault(`Kafka does not start: the port ${port} of 127.0.0.1 is in use.`);
  const ports = { port: used, controllerPort: await freePort() };
  await writeFile(settings!, propertiesFor({ data: data!, ...ports, secured }), { mode: 0o600 });
  await format(jars, settings!, log!);
  interruption?.throwIfAborted();
  const server = await launchKafka(jars, ['kafka.Kafka', settings!], log!);
  const { child, pid, gone } = server;
  const brokers = [`127.0.0.1:${used}`];
  const ended = gone.then(() => `Kafka, process ${pid}, ended by itself: see ${log}.`);
  try {
    const broken = await Promise.race([answers(brokers, server, interruption), ended]);
    if (broken) throw new StartFault(`Kafka does not start: ${await lastReason(log!, ERROR)} (see ${log}).`);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  }
  return { brokers, pid, ended, stop: () => shutDown(server) };
}

/** Gives the data folder its identity, unless it has one. */
async function format(jars: KafkaJars, settings: string, log: string): Promise<void> {
  const { gone } = await launchKafka(
    jars,
    ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '--cluster-id', CLUSTER_ID, '--config', settings],
    log,
  );
  const [code] = await gone;
  if (code === 0) return;
  throw new StartFault(`Kafka cannot set up its data folder: ${await lastReason(log, ERROR)} (see ${log}).`);
}

function launchKafka({ java, classPath }: KafkaJars, args: readonly string[], log: string) {
  const options = ['-Xms64m', '-Xmx512m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
  return launchServer(java, [...options, '-cp', classPath, ...args], log, { tie: endWithUs });
}

/** Resolves when the broker has answered, or with a sentence when it has not in time. */
async function answers(brokers: string[], { isGone }: Server, interruption?: AbortSignal): Promise<string | undefined> {
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 0 } });
  for (const end = Date.now() + READY_MS; Date.now() < end && !isGone(); await delay(100)) {
    interruption?.throwIfAborted();
    const admin = kafka.admin();
    try {
      await admin.connect();
      if ((await admin.describeCluster()).brokers.length) return undefined;
    } catch {
      // It does not answer yet.
    } finally {
      await admin.disconnect();
    }
  }
  return `It does not answer within ${READY_MS / 1_000} s.`;
}

async function shutDown({ child, gone, isGone }: Server): Promise<void> {
  if (isGone()) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone.finally(() => clearTimeout(timer));
}
