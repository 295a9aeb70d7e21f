import { orderChanged } from '@stockbook/contracts';
import { KafkaBus } from '@stockbook/messaging';
import { salesService } from '@stockbook/sales';
import { eventually, scratchDatabase } from '@stockbook/testing';
import { describeKafka, dropTopics, testBrokers } from '@stockbook/testing/kafka';
import { TEST_KEYS, trusted } from '@stockbook/testing/trust';
import { v7 as uuidV7 } from 'uuid';
import { withSchema } from '../database-access.js';
import { runIn } from '../program.fixture.js';

describeKafka('a refill', () => {
  test('sends archived events of a topic through Kafka, even where Kafka has lost the topic', async () => {
    const database = await scratchDatabase();
    const config = { brokers: testBrokers, prefix: `test-${uuidV7()}.` };
    const kafka = { KAFKA_BROKERS: testBrokers.join(','), KAFKA_TOPIC_PREFIX: config.prefix };
    const env = { DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: TEST_KEYS, ...kafka };
    const { topic, name } = orderChanged;
    const refill = (since: string) =>
      runIn(env, ['events', 'refill', '--service', 'sales', '--topic', topic, '--since', since]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await refill(since)).toBe(`The archive of sales holds no events of sale.order since ${since}.`);
    await withSchema(database.url, salesService, (db) =>
      db.source.query(
        `INSERT INTO sales.outbox_archive
           (outbox_id, event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at)
         SELECT n, gen_random_uuid(), 1, $1, $2, 1, 7, n, '{}', now() - n * interval '1 second'
         FROM generate_series(1, 3) n`,
        [topic, name],
      ),
    );
    expect(await refill(since)).toBe(`Sent 3 events of sale.order since ${since} once more.`);
    const bus = new KafkaBus({ config, clientId: 'test', report: () => undefined, ...trusted });
    const sequences: number[] = [];
    await bus.subscribe({ group: 'reader', topics: [topic] }, async (events) => {
      sequences.push(...events.map(({ sequence }) => sequence));
    });
    await eventually(() => sequences.length >= 3);
    expect(sequences).toEqual([3, 2, 1]);
    await bus.close();
    await dropTopics(config);
    await database.drop();
  });
});
