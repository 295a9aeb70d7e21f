import { type Service, services as names } from '@stockbook/contracts';
import { type GatewayOptions, runGateway, type RunningGateway } from '@stockbook/gateway';
import { mediaStoreIn } from '@stockbook/media';
import { settled } from '@stockbook/messaging';
import { type Environment, sharedFor } from '@stockbook/process';
import { migrate } from '@stockbook/persistence';
import { forEachService, type Services } from '@stockbook/rpc';
import { type RunningService, runService, type ServiceDefinition } from '@stockbook/service';
import { definitions } from './definitions.js';
import { inProcess, type Topology } from './topology.js';

/** Anybody may ask whether a gateway is ready, and the answer asks every database. */
const READY_MS = 500;

type PerService<T> = Readonly<Record<Service, T>>;

export interface AssemblyOptions extends Omit<GatewayOptions, 'services' | 'readiness' | 'media'> {
  readonly databaseUrl: string;
  /** The variables that modules of the services read, and those of the media store. */
  readonly env?: Environment;
  /** These services replace the product's own. */
  readonly definitions?: Partial<PerService<ServiceDefinition>>;
  /** The assembly closes these replicas at its end. By default each service has one, in process. */
  readonly topology?: Topology;
}

export interface Assembly {
  readonly url: string;
  readonly urls: readonly string[];
  /** The first replica of each service. */
  readonly running: PerService<RunningService>;
  readonly replicas: PerService<readonly RunningService[]>;
  /** Runs a further gateway on a free port of this machine, without a limit of rate. */
  openGateway(): Promise<RunningGateway>;
  /** These calls to services bypass the gateway. */
  readonly services: Services;
  /** Resolves when no event waits for delivery and none is in work. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the gateways and every service in this process; stops them all if one cannot start. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { databaseUrl, secretKeys, env = {}, topology = inProcess() } = options;
  const gateways: RunningGateway[] = [];
  const started: RunningService[] = [];
  const stop = async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await Promise.all(started.map(({ relay }) => relay.stop()));
    await Promise.all(started.map((service) => service.stop()));
    await topology.close();
  };
  try {
    const defined = forEachService((service) => options.definitions?.[service] ?? definitions[service]);
    await every(Object.values(defined), (definition) => migrate(definition, databaseUrl));
    const running = await every(topology.replicas, async ({ service, ...replica }) => {
      const log = options.log.child({ service });
      const one = await runService(defined[service], { databaseUrl, log, secretKeys, env, ...replica });
      started.push(one);
      return one;
    });
    await every(running, (one) => one.consume());
    for (const { relay } of running) relay.start();
    const media = mediaStoreIn(env);
    const ready = sharedFor(READY_MS, () => readiness(running));
    for (const [index, services] of topology.gateways.entries()) {
      const port = index ? 0 : options.port;
      gateways.push(await runGateway({ ...options, media, port, services, readiness: ready }));
    }
    const urls = gateways.map(({ url }) => url);
    const replicas = forEachService((name) => running.filter(({ db }) => db.schema === name));
    return {
      url: urls[0]!,
      urls,
      running: forEachService((name) => replicas[name][0]!),
      replicas,
      openGateway: () => {
        const own = { services: topology.gateways[0], host: '127.0.0.1', port: 0, ratePerMinute: 0 };
        return runGateway({ ...options, media: mediaStoreIn(env), readiness: async () => [], ...own });
      },
      services: topology.services,
      settled: () => settled(flowOf(running), flowOf(names.map((name) => replicas[name][0]!))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const flowOf = (services: readonly RunningService[]) => services.flatMap(({ flow }) => flow);

/** Waits for all, even if one fails: the caller stops those that started. */
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
