import { orderChanged } from '@stockbook/contracts';
import { createTopics, inGeneration, KafkaBus, type KafkaConfig } from '@stockbook/messaging';
import type { Db } from '@stockbook/persistence';
import { salesService } from '@stockbook/sales';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { describeKafka, dropTopics, testBrokers } from '@stockbook/testing/kafka';
import { TEST_KEYS, trusted } from '@stockbook/testing/trust';
import { v7 as uuidV7 } from 'uuid';
import { withSchema } from '../database-access.js';
import { runIn } from '../program.fixture.js';

describeKafka('after a restore', () => {
  const { topic, name } = orderChanged;
  let database: ScratchDatabase;
  let config: KafkaConfig;
  beforeAll(async () => {
    database = await scratchDatabase();
    config = { brokers: testBrokers, prefix: `test-${uuidV7()}.`, partitions: 2 };
    await runIn({ DATABASE_URL: database.url }, ['migrate']);
  });
  afterAll(async () => {
    await database.drop();
    await dropTopics(config);
  });

  const env = () => ({
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testBrokers.join(','),
    KAFKA_TOPIC_PREFIX: config.prefix ?? '',
    KAFKA_PARTITIONS: '2',
    STOCKBOOK_SECRET_KEYS: TEST_KEYS,
  });
  const run = (...args: string[]) => runIn(env(), ['events', ...args]);
  const sales = <T>(work: (db: Db) => Promise<T>) => withSchema(database.url, salesService, work);
  const sql = (text: string) => sales((db) => db.source.query(text));
  const archive = (event_id: string, { url } = database) =>
    withSchema(url, salesService, (db) =>
      db.source.query(
        `INSERT INTO sales.outbox_archive
           (outbox_id, event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at)
         VALUES (1, '${event_id}', 1, '${topic}', '${name}', 1, 7, 1, '{}', now())`,
      ),
    );
  const send = async (...ids: string[]) => {
    const bus = new KafkaBus({ config, clientId: 'test', report: () => undefined, ...trusted });
    const common = { account_id: 1, topic, name, version: 1, aggregate_id: 7, payload: {} };
    const created_at = new Date().toISOString();
    await createTopics(config, [topic], () => undefined);
    await bus.publish(ids.map((event_id, index) => ({ ...common, event_id, sequence: index + 1, created_at })));
    await bus.close();
  };

  test('a new generation is refused while a service runs', async () => {
    await sql(`INSERT INTO sales.lease VALUES ('relay', gen_random_uuid(), 1, now() + interval '1 minute')`);
    expect(await run('new-generation')).toBe(
      'The service sales runs (it has the lease relay): stop all services first.',
    );
    await sql(`UPDATE sales.lease SET expires_at = now()`);
  });

  test('a new generation is refused, and nothing changed, while Kafka does not answer', async () => {
    const deaf = { DATABASE_URL: database.url, KAFKA_BROKERS: '127.0.0.1:1' };
    expect(await runIn(deaf, ['events', 'new-generation'])).toMatch(
      /^Kafka at 127\.0\.0\.1:1 cannot be used \(.*\): nothing is changed\.$/,
    );
    expect(await sql('SELECT generation FROM sales.generation')).toEqual([{ generation: 0 }]);
  });

  test('the events that the database does not know are listed from the earlier topics', async () => {
    const since = new Date().toISOString();
    const [known, ghost] = [uuidV7(), uuidV7()];
    expect(await run('ghosts', '--since', since)).toBe('There are no earlier topics: run events new-generation first.');
    await archive(known);
    await send(known, ghost);
    expect(await run('new-generation')).toBe('The events are in generation 1: start the services.');
    expect(await sql('SELECT refill_at FROM sales.generation')).toEqual([{ refill_at: new Date(0) }]);
    expect(JSON.parse(await run('ghosts', '--since', since))).toEqual([
      expect.objectContaining({ generation: 0, event_id: ghost, name, account_id: 1, aggregate_id: 7, sequence: 2 }),
    ]);
    const later = new Date(Date.now() + 600_000).toISOString();
    expect(await run('ghosts', '--since', later)).toBe('[]');
  });

  test('the events of a service on a server of its own are known there', async () => {
    const [since, known, ghost, own] = [new Date().toISOString(), uuidV7(), uuidV7(), await scratchDatabase()];
    await archive(known, own);
    await send(known, ghost);
    const listed = await runIn({ ...env(), SALES_DATABASE_URL: own.url }, ['events', 'ghosts', '--since', since]);
    expect(listed).toContain(ghost);
    expect(listed).not.toContain(known);
    await own.drop();
  });

  test('a second restore gets a generation that is new to Kafka, though the database forgot the first', async () => {
    for (const schema of ['sales', 'inventory', 'settings', 'integration'])
      await sql(`UPDATE ${schema}.generation SET generation = 0`);
    expect(await run('new-generation')).toBe('The events are in generation 2: start the services.');
    expect(await sql('SELECT generation FROM inventory.generation')).toEqual([{ generation: 2 }]);
  });

  test('a refill goes to the topics of the generation', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await run('refill', '--service', 'sales', '--topic', topic, '--since', since)).toMatch(/^Sent 1 event /);
    const bus = new KafkaBus({
      config: inGeneration(config, 2),
      clientId: 'test',
      report: () => undefined,
      ...trusted,
    });
    // A partition of a new topic may still change its leader.
    await eventually(async () => !(await bus.isNew(topic).catch(() => true)));
    await bus.close();
  });

  test('a timeline is accepted in every schema', async () => {
    await sql(`UPDATE sales.generation SET timeline = '00000000'`);
    expect(await run('accept-timeline')).toBe('Events of sales flow on.');
    expect(await run('accept-timeline')).toBe('No database had left its timeline.');
  });

  test('a standalone installation needs no Kafka', async () => {
    expect(await runIn({ DATABASE_URL: database.url }, ['events', 'new-generation', '--no-kafka'])).toBe(
      'The events are in generation 3: start the services.',
    );
    expect(await runIn({ DATABASE_URL: database.url }, ['events', 'new-generation'])).toBe(
      'KAFKA_BROKERS must be set.',
    );
  });
});
