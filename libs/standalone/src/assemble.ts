import type { SecretKeys } from '@stockbook/auth';
import { type Service, services as serviceNames } from '@stockbook/contracts';
import { runGateway } from '@stockbook/gateway';
import { LocalBus, settled } from '@stockbook/messaging';
import type { Db } from '@stockbook/persistence';
import {
  InProcessClient,
  InProcessServer,
  type Log,
  type RunningService,
  runService,
  type ServiceLink,
  Services,
  tcpClient,
  tcpServer,
} from '@stockbook/service';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { setTimeout as delay } from 'node:timers/promises';
import { definitions } from './definitions.js';
import { freePort } from './port.js';

/** A database that takes longer than this to answer a probe counts as away, in milliseconds. */
const PROBE_MS = 2_000;

export interface AssemblyOptions {
  readonly databaseUrl: string;
  readonly secretKeys: SecretKeys;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Requests of one account a minute; 0 is no limit. */
  readonly ratePerMinute: number;
  readonly log: Log;
  /** How requests travel between gateway and services. */
  readonly transport: 'in-process' | 'tcp';
}

export interface Assembly {
  readonly url: string;
  readonly running: Readonly<Record<Service, RunningService>>;
  /** The way to every service, past the gateway. */
  readonly services: Services;
  /** Resolves when no event waits to be delivered and none is in work. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface Link {
  readonly server: MicroserviceOptions;
  readonly client: ServiceLink;
}

/** Runs the gateway and every service in this process. What has started is stopped again when something cannot start. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { databaseUrl, secretKeys, log, transport } = options;
  const links = await forEachService(() => (transport === 'tcp' ? tcpLink() : inProcessLink()));
  const services = new Services(await forEachService(async (name) => links[name].client));
  const bus = new LocalBus();
  const started: RunningService[] = [];
  const stopServices = async () => {
    await Promise.all(started.map(({ relay }) => relay.stop()));
    await Promise.all(started.map((service) => service.stop()));
    services.close();
    await bus.close();
  };
  try {
    const running = await forEachService(async (name) => {
      const transport = links[name].server;
      const environment = { databaseUrl, bus, services, secretKeys, log: log.child({ service: name }), transport };
      const service = await runService(definitions[name], environment);
      started.push(service);
      return service;
    });
    for (const { relay } of started) relay.start();
    const gateway = await runGateway({ ...options, services, readiness: () => readiness(running) });
    return {
      url: gateway.url,
      running,
      services,
      settled: () => settled(started.flatMap(({ flow }) => flow)),
      stop: () => gateway.stop().then(stopServices),
    };
  } catch (error) {
    await stopServices();
    throw error;
  }
}

async function forEachService<T>(make: (name: Service) => Promise<T>): Promise<Record<Service, T>> {
  const outcomes = await Promise.allSettled(serviceNames.map(make));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return Object.fromEntries(serviceNames.map((name, index) => [name, made[index]])) as Record<Service, T>;
}

async function inProcessLink(): Promise<Link> {
  const strategy = new InProcessServer();
  return { server: { strategy }, client: new InProcessClient(strategy) };
}

async function tcpLink(): Promise<Link> {
  const address = { host: '127.0.0.1', port: await freePort() };
  return { server: tcpServer(address), client: tcpClient(address) };
}

async function readiness(running: Readonly<Record<Service, RunningService>>): Promise<string[]> {
  const reasons = await Promise.all(
    serviceNames.map(async (name) => ((await isAnswering(running[name].db)) ? [] : [`${name} has no database`])),
  );
  return reasons.flat();
}

const isAnswering = (db: Db): Promise<boolean> => {
  const answer = db.source.query('SELECT 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, delay(PROBE_MS, false, { ref: false })]);
};
