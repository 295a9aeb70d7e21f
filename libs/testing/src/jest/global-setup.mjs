// Jest has Node load this file, which resolves no source imports: it takes the built library, up to date.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stopServers from './global-teardown.mjs';
import { dropDatabases, dropTopics } from './leftovers.mjs';

/**
 * Each of two workers has up to two Worlds, and one of the services apart has eight services with 17 connections each.
 */
const CONNECTIONS = 800;

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const built = (folder, file) => {
  for (const library of ['process', 'standalone']) {
    execFileSync(process.execPath, [pathOf('../../../../tools/build.mjs'), `libs/${library}`]);
  }
  return import(`../../../standalone/dist/${folder}/${file}.js`);
};

/** Starts a server in a folder of its own, until Jest's global teardown. */
async function startServer(start) {
  const directory = await mkdtemp(join(tmpdir(), 'stockbook-test-'));
  const server = await start({ directory, report: console.log });
  await atTheEnd(async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  });
  return server;
}

async function atTheEnd(step) {
  globalThis.stopTestServers ??= await serversToStop();
  globalThis.stopTestServers.push(step);
}

/** Returns a list of the ways to stop servers, which a run that is cut short goes through, too. */
async function serversToStop() {
  const { onStopRequest } = await import('../../../process/dist/index.js');
  onStopRequest(() => stopServers().finally(() => process.exit(1)));
  return [];
}

/** Starts one PostgreSQL server for all specs, unless one is named. The setup of each project of Jest calls it. */
export default async function setUp() {
  if (process.env.STOCKBOOK_TEST_TEMPLATE) return;
  const template = `template_${randomBytes(6).toString('hex')}`;
  process.env.STOCKBOOK_TEST_TEMPLATE = template;
  if (!process.env.STOCKBOOK_TEST_DATABASE_URL) {
    const { startEmbeddedPostgres } = await built('postgres', 'embedded-postgres');
    const server = await startServer(({ directory }) =>
      startEmbeddedPostgres({ directory, report: () => undefined, durable: false, connections: CONNECTIONS }),
    );
    process.env.STOCKBOOK_TEST_DATABASE_URL = server.url;
  }
  await atTheEnd(() => dropDatabases(process.env.STOCKBOOK_TEST_DATABASE_URL, template));
}

/**
 * Starts one Kafka for the specs that want one, unless KAFKA_BROKERS names it. If none can be started, they are left
 * out. Specs that stop a broker of their own are then left out even with KAFKA_BROKERS. With STOCKBOOK_REQUIRE_KAFKA,
 * or when nothing runs without it, the run fails.
 */
export async function setUpKafka() {
  const given = process.env.KAFKA_BROKERS;
  const { kafkaObstacle } = await built('kafka', 'kafka-jars');
  const obstacle = await kafkaObstacle();
  const needsOne = !given && process.env.STOCKBOOK_TEST_TOPOLOGY === 'distributed';
  const sentence = `The tests ${given ? 'that start a Kafka of their own' : 'over Kafka'} are left out. ${obstacle}`;
  if (obstacle && (process.env.STOCKBOOK_REQUIRE_KAFKA || needsOne)) throw new Error(sentence);
  if (obstacle) console.log(`\n${sentence}`);
  if (given) {
    process.env.STOCKBOOK_TEST_KAFKA = given;
    await atTheEnd(() => dropTopics(given.split(','), process.env.STOCKBOOK_TEST_TEMPLATE));
  }
  if (given || obstacle) return;
  const { startKafka } = await built('kafka', 'start-kafka');
  const { brokers } = await startServer(startKafka);
  process.env.STOCKBOOK_TEST_KAFKA = brokers.join(',');
}
