import { describeKafka, testBrokers } from '@stockbook/testing/kafka';
import { KafkaCorner } from '../kafka.fixture.js';

describeKafka('new topics', () => {
  test.each([
    ['three partitions where Kafka has one broker', undefined, 3],
    ['as many as the configuration says', 5, 5],
  ])('have %s', async (_, configured, partitions) => {
    const corner = new KafkaCorner(testBrokers, configured);
    await corner.topics('order');
    const admin = corner.client().admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [`${corner.config.prefix}order`] });
    await admin.disconnect();
    expect(topics.map((topic) => topic.partitions.length)).toEqual([partitions]);
    await corner.close();
  });
});
