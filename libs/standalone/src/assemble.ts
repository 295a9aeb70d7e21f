import type { SecretKeys } from '@stockbook/auth';
import type { Service } from '@stockbook/contracts';
import { runGateway, type RunningGateway } from '@stockbook/gateway';
import { settled } from '@stockbook/messaging';
import type { Environment, Log } from '@stockbook/process';
import { forEachService, type Services } from '@stockbook/rpc';
import { type RunningService, runService, type ServiceDefinition } from '@stockbook/service';
import { definitions } from './definitions.js';
import { distributed, type Distribution, inProcess } from './topology.js';

type PerService<T> = Readonly<Record<Service, T>>;

export interface AssemblyOptions {
  readonly databaseUrl: string;
  readonly secretKeys: SecretKeys;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Requests of one account a minute; 0 is no limit. */
  readonly ratePerMinute: number;
  readonly log: Log;
  /** The variables that modules of the services read. */
  readonly env?: Environment;
  /** Services that take the place of the product's own. */
  readonly definitions?: Partial<PerService<ServiceDefinition>>;
  /** Wires the services as separate processes are; without it neither network nor broker lies between them. */
  readonly distribution?: Distribution;
}

export interface Assembly {
  /** Of the first gateway. */
  readonly url: string;
  /** Of every gateway. */
  readonly urls: readonly string[];
  /** A replica of each service. */
  readonly running: PerService<RunningService>;
  /** Every replica of each service. */
  readonly replicas: PerService<readonly RunningService[]>;
  /** The way to every service, past the gateway. */
  readonly services: Services;
  /** Resolves when no event waits to be delivered and none is in work. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the gateway and every service in this process. What has started is stopped again when something cannot start. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { databaseUrl, distribution, secretKeys, env } = options;
  const topology = distribution ? await distributed(distribution, options.log) : inProcess();
  const gateways: RunningGateway[] = [];
  const started: RunningService[] = [];
  const stop = async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await Promise.all(started.map(({ relay }) => relay.stop()));
    await Promise.all(started.map((service) => service.stop()));
    await topology.close();
  };
  try {
    const running = await every(topology.replicas, async ({ service, ...replica }) => {
      const log = options.log.child({ service });
      const definition = options.definitions?.[service] ?? definitions[service];
      const one = await runService(definition, { databaseUrl, log, secretKeys, env, ...replica });
      started.push(one);
      return one;
    });
    await every(running, (one) => one.consume());
    for (const { relay } of running) relay.start();
    for (const [index, services] of topology.gateways.entries()) {
      const port = index ? 0 : options.port;
      gateways.push(await runGateway({ ...options, port, services, readiness: () => readiness(running) }));
    }
    const urls = gateways.map(({ url }) => url);
    const replicas = forEachService((name) => running.filter(({ db }) => db.schema === name));
    return {
      url: urls[0]!,
      urls,
      running: forEachService((name) => replicas[name][0]!),
      replicas,
      services: topology.gateways[0],
      settled: () => settled(running.flatMap(({ flow }) => flow)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for all, even when one fails: what has started by then is to be stopped. */
async function every<T, R>(list: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const outcomes = await Promise.allSettled(list.map(work));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

async function readiness(running: readonly RunningService[]): Promise<string[]> {
  const reasons = await every(running, (one) => one.ready());
  return [...new Set(reasons.flat())];
}
