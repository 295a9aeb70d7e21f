import { describeKafka } from '@stockbook/testing/kafka';
import { conformsToTheEventBus } from '../bus/event-bus.conformance.js';
import { busesOf, KafkaCorner } from './kafka.fixture.js';

describeKafka('the bus over Kafka', () => {
  let corner: KafkaCorner;
  beforeAll(() => void (corner = new KafkaCorner()));
  afterAll(() => corner.close());

  conformsToTheEventBus(busesOf(() => corner));
});
