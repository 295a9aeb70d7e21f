import { SecretKeys } from '@stockbook/auth';
import { migrate } from '@stockbook/persistence';
import { Closing, type Environment, localUrl, unlessAborted } from '@stockbook/process';
import { remoteServices, tlsOf } from '@stockbook/rpc';
import { settingsService } from '@stockbook/settings';
import { definitions, type Demo, ensureDemo, openHome, withMedia, withSchema } from '@stockbook/standalone';
import { readSystemConfig } from './config.js';
import { ManagedProcess } from './managed-process.js';
import { addressVariables, drawPlaces, type Place } from './places.js';
import { type ManagedKafka, type ManagedPostgres, type Starting, startServers } from './servers.js';

export interface SystemOptions extends Starting {
  /** PORT, STOCKBOOK_HOME, DATABASE_URL, KAFKA_BROKERS, STOCKBOOK_REPLICAS and so on; the processes inherit it. */
  readonly env: Environment;
  readonly gateways?: number;
  /** Arguments of Node for every process, like `--import` and a module's url. */
  readonly execArgv?: readonly string[];
  /** The time in milliseconds that a consumer may be silent before Kafka hands its partitions on. */
  readonly sessionMs?: number;
  /** The folder of another release's build, which all processes run on the schemas of this one. */
  readonly release?: string;
}

export interface System {
  readonly urls: readonly string[];
  readonly processes: readonly ManagedProcess[];
  readonly postgres: ManagedPostgres;
  readonly kafka: ManagedKafka;
  readonly secretKeys: SecretKeys;
  /** The demo account; undefined on a database that has other accounts. */
  readonly demo: Demo | undefined;
  stop(): Promise<void>;
}

/** A StartFault says why the parts do not become ready. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const closing = new Closing();
  try {
    return { ...(await start(options, closing)), stop: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function start(options: SystemOptions, closing: Closing): Promise<Omit<System, 'stop'>> {
  const { env, report, gateways: count = 1, execArgv = [], sessionMs, interruption, release } = options;
  const config = await readSystemConfig(env, count);
  const home = await openHome(config.home);
  closing.add(() => home.close());
  const keys = env['STOCKBOOK_SECRET_KEYS'] || (await home.secretKeysText());
  const { postgres, kafka } = await startServers(config, home.path, closing, options);
  const { addresses, ...places } = await drawPlaces(config);
  const shared = { ...withMedia(env, home), ...addressVariables(addresses), STOCKBOOK_SECRET_KEYS: keys };
  const stores = {
    DATABASE_URL: postgres.url,
    KAFKA_BROKERS: kafka.brokers.join(','),
    ...(sessionMs && { KAFKA_SESSION_MS: String(sessionMs) }),
    ...(release && { MIGRATIONS: 'await' }),
  };
  const managed = (place: Place, variables: Environment) =>
    new ManagedProcess({ ...place, env: { ...shared, ...variables, ...place.env }, execArgv, release, report });
  const replicas = places.replicas.map((place) => managed(place, stores));
  const gateways = places.gateways.map((place) => managed(place, { DATABASE_URL: undefined }));
  const processes = [...gateways, ...replicas];
  for (const group of [replicas, gateways]) closing.add(() => Promise.all(group.map((each) => each.down())));
  report('Bringing the schemas up to date and starting the services.');
  if (release) for (const definition of Object.values(definitions)) await migrate(definition, postgres.url);
  await Promise.all(processes.map((each) => each.up(interruption)));
  const urls = config.ports.map((port) => localUrl(config.host, port));
  const secretKeys = SecretKeys.parse(keys);
  const trust = { proofs: secretKeys.proofsOf('calls'), tls: tlsOf(env) };
  const services = remoteServices(addresses, trust).as('gateway');
  const ensure = () =>
    withSchema(postgres.url, settingsService, (db) =>
      ensureDemo({ url: urls[0] ?? '', services, db }, home, secretKeys, report),
    );
  const demo = await unlessAborted(interruption, ensure).finally(() => services.close());
  return { urls, processes, postgres, kafka, secretKeys, demo };
}
