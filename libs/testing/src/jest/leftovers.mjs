import kafkajs from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const LIMIT_MS = 10_000;

/**
 * Drops what the workers of a run have left: the template and the shared Worlds. Fails if transactions have deadlocked
 * there.
 */
export async function dropDatabases(server, prefix) {
  const client = new pg.Client(server);
  await client.connect();
  try {
    const left = await closedDatabases(client, prefix);
    for (const { datname } of left) await dropDatabase(client, datname);
    const deadlocks = left.reduce((sum, each) => sum + each.deadlocks, 0);
    if (deadlocks) throw new Error(`Transactions have deadlocked ${deadlocks} times in the Worlds that specs share.`);
  } finally {
    await client.end();
  }
}

/** The server's own vacuum ends by itself, and only a superuser may end it before. */
async function dropDatabase(client, name) {
  for (const end = Date.now() + LIMIT_MS; ; await delay(10)) {
    try {
      return await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    } catch (error) {
      if (error.code !== '42501' || Date.now() > end) throw error;
    }
  }
}

/** Waits until all connections have ended, because they report deadlocks only then. */
async function closedDatabases(client, prefix) {
  for (const end = Date.now() + LIMIT_MS; ; await delay(10)) {
    const { rows } = await client.query(
      `SELECT datname, deadlocks::int, numbackends FROM pg_stat_database WHERE starts_with(datname, $1)`,
      [prefix],
    );
    if (rows.every(({ numbackends }) => numbackends === 0) || Date.now() > end) return rows;
  }
}

/** Removes the topics of a run from brokers that are not the run's own. */
export async function dropTopics(brokers, prefix) {
  const admin = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}
