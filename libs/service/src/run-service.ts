import { SecretKeys } from '@stockbook/auth';
import { Consumer, type EventBus, prune, Relay, type Settling } from '@stockbook/messaging';
import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { Answers } from './answer.js';
import { consumptionsOf } from './consumes.js';
import { type Log, LOG, nestLogger } from './log.js';
import type { ServiceDefinition } from './service-definition.js';
import { Services } from './services.js';

const REQUEST_CONNECTIONS = 8;
/** Consumers 2, relay 1, pruning 1. */
const BACKGROUND_CONNECTIONS = 4;
const PRUNE_EVERY_MS = 300_000;

export interface ServiceEnvironment {
  readonly databaseUrl: string;
  readonly bus: EventBus;
  readonly services: Services;
  readonly secretKeys: SecretKeys;
  readonly log: Log;
  /** How the service is reached: an in-process server or `tcpServer(address)`. */
  readonly transport: MicroserviceOptions;
}

export interface RunningService {
  readonly db: Db;
  readonly relay: Relay;
  /** The service's parts of the flow of events. */
  readonly flow: readonly Settling[];
  /** Ends the intake, finishes what is in work, closes the connections. */
  stop(): Promise<void>;
}

/** Brings a service up. Its relay starts when told: the local bus delivers to the consumers that it knows by then. */
export async function runService(
  definition: ServiceDefinition,
  environment: ServiceEnvironment,
): Promise<RunningService> {
  const { databaseUrl, bus, log } = environment;
  await migrate(definition, databaseUrl);
  const db = await openDb(definition, databaseUrl, REQUEST_CONNECTIONS);
  const background = await openDb(definition, databaseUrl, BACKGROUND_CONNECTIONS);
  const app = await createApp(definition, environment, db);
  const relay = new Relay({ db: background, bus, report: (err) => log.warn({ err }, 'events wait in the outbox') });
  const consumer = new Consumer({
    db: background,
    bus,
    group: definition.name,
    consumptions: definition.consumers.flatMap((type) => consumptionsOf(app.get(type))),
    report: (err) => log.error({ err }, 'an event was parked'),
  });
  await app.listen();
  await consumer.start();
  const pruning = setInterval(() => {
    prune(background).catch((err: unknown) => log.warn({ err }, 'pruning failed'));
  }, PRUNE_EVERY_MS);
  return {
    db,
    relay,
    flow: [relay, consumer],
    async stop() {
      clearInterval(pruning);
      await app.close();
      await relay.stop();
      await consumer.stop();
      await Promise.all([db.source.destroy(), background.source.destroy()]);
    },
  };
}

async function openDb(definition: ServiceDefinition, url: string, connections: number): Promise<Db> {
  return new Db(await dataSourceFor(definition, url, connections).initialize(), definition.name);
}

async function createApp(
  { handlers, consumers, providers }: ServiceDefinition,
  { services, secretKeys, log, transport }: ServiceEnvironment,
  db: Db,
): Promise<INestMicroservice> {
  @Module({
    controllers: [...handlers],
    providers: [
      ...providers,
      ...consumers,
      Answers,
      { provide: Db, useValue: db },
      { provide: Services, useValue: services },
      { provide: SecretKeys, useValue: secretKeys },
      { provide: LOG, useValue: log },
    ],
  })
  class ServiceModule {}
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(ServiceModule, {
    ...transport,
    logger: nestLogger(log),
    abortOnError: false,
  });
  return app.useGlobalInterceptors(app.get(Answers));
}
