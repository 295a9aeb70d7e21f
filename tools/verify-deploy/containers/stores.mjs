// A real PostgreSQL and a real Kafka on loopback, as Stockbook's own tools start them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeftOut, run, say } from '../shell.mjs';

const CONNECTIONS = 200;
const USER = 'app';
const PASSWORD = 'runtime';

/** Returns the URLs of the schemas' owner and of a user without the right to change them, the brokers, and `stop`. */
export async function startStores() {
  await run('node', ['tools/build.mjs']);
  const { startEmbeddedPostgres } = await import('@stockbook/standalone');
  const { kafkaObstacle, startKafka } = await import('@stockbook/standalone/kafka');
  const obstacle = await kafkaObstacle();
  if (obstacle) throw new LeftOut(obstacle);
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-stores-'));
  const report = () => undefined;
  const postgres = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    connections: CONNECTIONS,
    durable: false,
    report,
  });
  const kafka = await startKafka({ directory: join(folder, 'kafka'), report }).catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  const { Client } = await import('pg');
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE ROLE ${USER} LOGIN PASSWORD '${PASSWORD}'`);
  await client.end();
  const runtime = new URL(postgres.url);
  [runtime.username, runtime.password] = [USER, PASSWORD];
  say('PostgreSQL and Kafka run');
  return {
    ownerUrl: postgres.url,
    runtimeUrl: runtime.href,
    brokers: kafka.brokers,
    async stop() {
      await kafka.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
