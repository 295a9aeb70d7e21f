import { SecretKeys } from '@stockbook/auth';
import {
  Backoff,
  createTopics,
  failoverOf,
  Generation,
  GenerationFault,
  inGeneration,
  isRefilling,
  KafkaBus,
  type KafkaConfig,
  newestGeneration,
  readKafkaConfig,
  sentTopics,
} from '@stockbook/messaging';
import {
  awaitSchema,
  checkDatabase,
  databaseUrlOf,
  Db,
  migrate,
  openPool,
  storageLimitsIn,
} from '@stockbook/persistence';
import {
  checkPorts,
  type Environment,
  type Host,
  integer,
  type Log,
  logLevelOf,
  needed,
  oneOf,
  openLog,
  type Probes,
  type Program,
  readAll,
  serveHealth,
  startTracing,
  tracingOf,
  unlessAborted,
} from '@stockbook/process';
import { addressesOf, remoteServices, servicePorts, tcpServer, tlsOf } from '@stockbook/rpc';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningService, runService } from './run-service.js';
import type { ServiceDefinition } from './service-definition.js';
import { topics } from './topics.js';

/** Calls in work have 15 s to end; connections close after them. */
const STOP_LIMIT_MS = 20_000;
/** A replica is ready after this time even without partitions: all but the flow of events works without Kafka. */
const PARTITIONS_MS = 30_000;

type ServiceConfig = ReturnType<typeof readConfig>;

/** Serves requests without Kafka too, events once it answers. An interrupted start closes nothing: the process ends. */
export const serve = (definition: ServiceDefinition, host: Host): Promise<Program> =>
  unlessAborted(host.interruption, () => start(definition, host));

async function start(definition: ServiceDefinition, { env, report, fail }: Host): Promise<Program> {
  const { name } = definition;
  const config = readConfig(definition, env);
  const { host, port, healthPort, databaseUrl } = config;
  await checkPorts(config);
  const log = openLog(name, config.logLevel);
  const stopTracing = await startTracing(name, config.tracing, (err) => log.warn({ err }, 'traces are not exported'));
  // Probes are answered from the beginning: a long migration is no reason to kill the process.
  const probes: Probes = { ready: async () => [`${name} is starting`] };
  const closeHealth = await serveHealth({ host, port: healthPort, env }, probes);
  if (config.migrations === 'await') {
    await awaitSchema(definition, databaseUrl, (reason) => {
      log.info({ reason }, 'not ready');
      probes.ready = async () => [reason];
    });
  } else {
    await checkDatabase(databaseUrl, [name]);
    await migrate(definition, databaseUrl);
  }
  const source = await openPool(definition, databaseUrl, 1);
  const generation = await Generation.in(new Db(source, name), config.failover).finally(() => source.destroy());
  const bus = openBus(config, generation, name, log, fail);
  for (const files of [config.tls, config.kafka.certificates]) files?.follow(log);
  const trust = { proofs: config.secretKeys.proofsOf('calls'), tls: config.tls };
  const services = remoteServices(config.addresses, trust, log).as(name);
  const transport = tcpServer({ host, port }, trust, (err) => log.warn({ err }, 'a connection was refused'));
  const service = await runService(definition, { ...config, bus, generation, services, log, transport, env });
  const stopping = new AbortController();
  const tried = new AbortController();
  const onTried = () => tried.abort();
  const flowing = startFlow(service, bus, { kafka: config.kafka, generation, log, onTried }, stopping.signal);
  probes.live = async () => (bus.healthy() ? [] : [`${name} has finished no event for a minute`]);
  probes.ready = async () => [`${name} waits for its partitions of Kafka`];
  await delay(PARTITIONS_MS, undefined, tried).catch(() => undefined);
  probes.ready = service.ready;
  report(`${name} is ready at ${host}:${port}`);
  return {
    stopLimit_ms: STOP_LIMIT_MS,
    async stop() {
      stopping.abort();
      await service.stop();
      await bus.close();
      await flowing;
      services.close();
      await stopTracing();
      closeHealth();
    },
  };
}

function readConfig({ name }: ServiceDefinition, env: Environment) {
  const port = servicePorts[name];
  return readAll({
    host: () => env['HOST'] || '127.0.0.1',
    port: () => integer(env, 'PORT', port, 65_535, 1),
    healthPort: () => integer(env, 'HEALTH_PORT', port + 1_000, 65_535, 1),
    databaseUrl: () => needed('DATABASE_URL', databaseUrlOf(env)),
    secretKeys: () => needed('STOCKBOOK_SECRET_KEYS', SecretKeys.in(env)),
    kafka: () => readKafkaConfig(env),
    kafkaSession_ms: () => integer(env, 'KAFKA_SESSION_MS', 6_000, 300_000, 1_000),
    failover: () => failoverOf(env),
    addresses: () => addressesOf(env),
    tls: () => tlsOf(env),
    ...storageLimitsIn(env),
    // `await` means that somebody else migrates, and this process needs no right to.
    migrations: () => oneOf(env, 'MIGRATIONS', 'run', ['run', 'await']),
    tracing: () => tracingOf(env),
    logLevel: () => logLevelOf(env),
  });
}

function openBus(
  { kafka, kafkaSession_ms, secretKeys }: ServiceConfig,
  generation: Generation,
  name: string,
  log: Log,
  fail: Host['fail'],
): KafkaBus {
  return new KafkaBus({
    config: inGeneration(kafka, generation.number),
    clientId: `stockbook-${name}`,
    proofs: secretKeys.proofsOf('events'),
    session_ms: kafkaSession_ms,
    report: (err) => log.warn({ err }, 'Kafka'),
    onLostOffsets: (lost) => log.error({ ...lost }, 'events were deleted before they were read: refill the topic'),
    onStall: (group) => fail(`the group ${group} has events and finished none for a minute`),
  });
}

interface FlowTerms {
  /** Its generation is 0. */
  readonly kafka: KafkaConfig;
  readonly generation: Generation;
  readonly log: Log;
  /** Is called when the consumers have their partitions, or Kafka refuses. */
  readonly onTried: () => void;
}

async function startFlow(
  { db, relay, consume }: RunningService,
  bus: KafkaBus,
  { kafka, generation, log, onTried }: FlowTerms,
  signal: AbortSignal,
): Promise<void> {
  const retry = new Backoff(200, 5_000);
  while (!signal.aborted) {
    try {
      await generation.check(db, await newestGeneration(kafka, topics));
      await createTopics(inGeneration(kafka, generation.number), topics, (err) => log.warn({ err }, 'Kafka'));
      await reportLosses(db, bus, log).catch((err: unknown) =>
        log.warn({ err }, 'the topics of Kafka cannot be compared with the archive'),
      );
      relay.start();
      await consume();
      return onTried();
    } catch (err) {
      if (signal.aborted) return;
      onTried();
      if (err instanceof GenerationFault) log.error({ err }, 'the flow of events waits for an operator');
      else log.warn({ err }, 'the flow of events waits for Kafka');
      await delay(retry.next(), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** A Kafka that also lost its consumer groups reports no lost events, so the sender compares with its archive. */
async function reportLosses(db: Db, bus: KafkaBus, log: Log): Promise<void> {
  if (await isRefilling(db)) return;
  for (const topic of await sentTopics(db))
    if (await bus.isNew(topic))
      log.error({ topic }, 'Kafka has nothing of a topic that events were sent on: refill it if Kafka has lost them');
}
