import { SecretKeys } from '@stockbook/auth';
import type { Operation } from '@stockbook/contracts';
import {
  Consumer,
  type EventBus,
  EventRouter,
  type Generation,
  GenerationFault,
  partitionedMessages,
  Relay,
  type Settling,
} from '@stockbook/messaging';
import { createPartitions, Db, measurePools, openPool, storageLimitsIn } from '@stockbook/persistence';
import {
  type Check,
  type Environment,
  ENVIRONMENT,
  type Log,
  LOG,
  nestLogger,
  oneAfterTheOther,
  readAll,
} from '@stockbook/process';
import { Invalidations, Services, type ServiceTransport } from '@stockbook/rpc';
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { APP_INTERCEPTOR, DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { type AdmissionLimits, AdmissionQueue } from './admission/admission-queue.js';
import { poolLimits } from './admission/pool.js';
import { Answers, INVALIDATING } from './handlers/answers.js';
import { consumptionsOf } from './consumes.js';
import { JobRunner } from './jobs/job-runner.js';
import { kernelJobs } from './jobs/kernel-jobs.js';
import { quotaJobs } from './quota/stored-bytes.js';
import type { Resource, ServiceDefinition } from './service-definition.js';
import { events } from './topics.js';

const [READ_CONNECTIONS, WRITE_CONNECTIONS] = [4, 8];
/** Consumer, deferred events, relay, leases, jobs and the probe use these. */
const BACKGROUND_CONNECTIONS = 5;
export const CONNECTIONS = READ_CONNECTIONS + WRITE_CONNECTIONS + BACKGROUND_CONNECTIONS;

const pools: AdmissionLimits['pools'] = {
  read: poolLimits(READ_CONNECTIONS),
  write: poolLimits(WRITE_CONNECTIONS),
  internal: poolLimits(READ_CONNECTIONS),
};

export interface ServiceEnvironment {
  readonly databaseUrl: string;
  readonly bus: EventBus;
  /** The generation of the topics that the bus uses; absent for a bus that keeps no events outside the database. */
  readonly generation?: Generation;
  readonly services: Services;
  readonly log: Log;
  readonly transport: ServiceTransport;
  /** They seal the secrets of users and webhooks. */
  readonly secretKeys?: SecretKeys;
  readonly env?: Environment;
}

type Surroundings = Pick<ServiceEnvironment, 'services' | 'log'> &
  Partial<Pick<ServiceEnvironment, 'transport' | 'secretKeys' | 'env'>>;

export interface RunningService {
  readonly db: Db;
  readonly relay: Relay;
  /** The parts that `settled()` waits for. */
  readonly flow: readonly Settling[];
  /** Gives the reasons: no database, or a stop that has begun. */
  readonly ready: Check;
  /** Starts the consumers; resolves when the bus has subscribed them. */
  consume(): Promise<void>;
  /** Declines new calls, finishes requests and events in work, closes the connections. */
  stop(): Promise<void>;
}

/** The caller starts consumers before the relay: the local bus needs subscribers first. */
export async function runService(
  definition: ServiceDefinition,
  environment: ServiceEnvironment,
): Promise<RunningService> {
  const { bus, generation, log } = environment;
  const { name } = definition;
  let stopped: Promise<void> | undefined;
  const { db, background, close } = await openDatabase(definition, environment);
  const partitioned = [...partitionedMessages, ...(definition.partitioned ?? [])];
  await createPartitions(background, partitioned).catch((err: unknown) =>
    log.warn({ err }, 'rows go to the default partitions until the job partitions has made those of today'),
  );
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(moduleOf(definition, environment, db), {
    ...environment.transport,
    logger: nestLogger(log),
    abortOnError: false,
  });
  const relay = new Relay({
    db: background,
    bus,
    generation,
    report: (err) => log[err instanceof GenerationFault ? 'error' : 'warn']({ err }, 'events wait in the outbox'),
  });
  const consumer = new Consumer({
    db: background,
    bus,
    group: name,
    pace_ms: definition.pace_ms,
    generation,
    router: routerOf(app),
    report: (err) => log.error({ err }, 'events are held up'),
  });
  await app.listen();
  const inTurn = oneAfterTheOther();
  const report = (err: unknown, job: string) => log.warn({ err, job }, 'a job failed and is retried');
  const jobs = [
    ...kernelJobs({ rowCounts: definition.rowCounts ?? [], partitioned }, generation),
    ...quotaJobs(definition, db),
    ...(definition.jobs ?? []).map(({ provider, ...schedule }) => ({ ...schedule, job: app.get(provider) })),
  ].map((job) => new JobRunner({ db: background, job, inTurn, report }));
  const stop = async () => {
    const drained = app.get(AdmissionQueue).close();
    const ended = jobs.map((job) => job.stop());
    await Promise.all([drained.then(() => app.close()), relay.stop(), consumer.stop(), ...ended]);
    await close();
  };
  return {
    db,
    relay,
    flow: [relay, consumer, ...jobs],
    consume: () => consumer.start(),
    async ready() {
      if (stopped) return [`${name} is stopping`];
      return (await background.isAnswering()) ? [] : [`${name} has no database`];
    },
    stop: () => (stopped ??= stop()),
  };
}

/** Opens the pools of requests, and one for everything else. */
async function openDatabase(definition: ServiceDefinition, { databaseUrl, env = {} }: ServiceEnvironment) {
  const { name } = definition;
  const limits = readAll(storageLimitsIn(env));
  const open = (connections: number) => openPool(definition, databaseUrl, connections);
  const sources = {
    read: await open(READ_CONNECTIONS),
    write: await open(WRITE_CONNECTIONS),
    background: await open(BACKGROUND_CONNECTIONS),
  };
  const stopSampling = measurePools(name, sources);
  const db = new Db(sources.read, name, sources.write, limits);
  const background = new Db(sources.background, name);
  const close = async () => {
    stopSampling();
    await Promise.all([db.close(), background.close()]);
  };
  return { db, background, close };
}

/** Works with the event handlers of a service that does not run, such as a replay by hand. */
export async function withRouter<T>(
  definition: ServiceDefinition,
  environment: Surroundings,
  db: Db,
  work: (router: EventRouter) => Promise<T>,
): Promise<T> {
  const options = { logger: nestLogger(environment.log), abortOnError: false };
  const context = await NestFactory.createApplicationContext(moduleOf(definition, environment, db), options);
  return work(routerOf(context)).finally(() => context.close());
}

/** Routes events to each class once: Nest makes an instance of it for each module that lists it. */
function routerOf(context: INestApplicationContext): EventRouter {
  const providers = context.get(DiscoveryService).getProviders();
  const listed = providers.filter((provider) => !provider.isNotMetatype);
  const classes = new Map(listed.map(({ metatype, instance }) => [metatype, instance]));
  return new EventRouter([...classes.values()].flatMap(consumptionsOf), events);
}

const writesOf = (resource: Resource): Operation[] => Object.values(resource).filter(({ kind }) => kind === 'write');

@Module({})
class ServiceModule {}

/** Makes a global module: the modules of the service get its providers. */
function moduleOf(
  { name, modules, cached = [] }: ServiceDefinition,
  { services, log, transport, secretKeys = SecretKeys.none, env = {} }: Surroundings,
  db: Db,
): DynamicModule {
  return {
    module: ServiceModule,
    global: true,
    imports: [DiscoveryModule, ...modules],
    providers: [
      { provide: APP_INTERCEPTOR, useClass: Answers },
      { provide: Db, useValue: db },
      { provide: AdmissionQueue, useValue: new AdmissionQueue(name, { pools }) },
      { provide: Services, useValue: services },
      { provide: LOG, useValue: log },
      { provide: SecretKeys, useValue: secretKeys },
      { provide: ENVIRONMENT, useValue: env },
      { provide: Invalidations, useValue: transport?.strategy.invalidations ?? new Invalidations() },
      { provide: INVALIDATING, useValue: new Set(cached.flatMap(writesOf)) },
    ],
    exports: [Db, Services, LOG, SecretKeys, ENVIRONMENT, Invalidations],
  };
}
