import type { Event } from '@stockbook/contracts';
import { eventually } from '@stockbook/testing/database';
import { describeKafka } from '@stockbook/testing/kafka';
import { eventsOf } from '../bus/event-bus.conformance.js';
import { KafkaCorner } from './kafka.fixture.js';
import type { LostOffsets } from './consume/kafka-progress.js';

const to = { group: 'stock', topics: ['order'] };

describeKafka('events that Kafka has deleted before a group had read them', () => {
  let corner: KafkaCorner;
  let lost: LostOffsets[];
  let applied: Event[];
  beforeEach(async () => {
    [corner, lost, applied] = [new KafkaCorner(), [], []];
    await corner.topics('order');
  });
  afterEach(() => corner.close());

  const open = () => corner.bus({ onLostOffsets: (each) => lost.push(each) });
  const take = async (batch: readonly Event[]) => void applied.push(...batch);

  /**
   * Deletes what stands before an offset, as retention does, in the partition of the only key; returns the partition.
   */
  async function truncate(offset: number): Promise<number> {
    const topic = `${corner.config.prefix}order`;
    const admin = corner.client().admin();
    await admin.connect();
    const { partition } = (await admin.fetchTopicOffsets(topic)).find(({ high }) => high !== '0')!;
    await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(offset) }] });
    await admin.disconnect();
    return partition;
  }

  test('are reported when the group was away and comes back, and it goes on', async () => {
    const bus = open();
    const events = eventsOf('order', 10, 1);
    const subscription = await bus.subscribe(to, take);
    await bus.publish(events.slice(0, 3));
    await eventually(() => applied.length === 3);
    await subscription.close();
    await bus.publish(events.slice(3));
    const partition = await truncate(8);
    await bus.subscribe(to, take);
    await eventually(() => applied.length === 5);
    expect(applied).toEqual([...events.slice(0, 3), ...events.slice(8)]);
    const names = { group: `${corner.config.prefix}stock`, topic: `${corner.config.prefix}order` };
    expect(lost).toEqual([{ ...names, partition, from: 3, to: 8 }]);
  });

  test('are reported too when the group was working, where kafkajs jumps silently', async () => {
    const bus = open();
    const events = eventsOf('order', 10, 1);
    const subscription = await bus.subscribe(to, take);
    await bus.publish(events.slice(0, 3));
    await eventually(() => applied.length === 3);
    subscription.pause();
    await bus.publish(events.slice(3));
    await eventually(async () => (await subscription.lag()) === 7);
    await truncate(8);
    subscription.resume();
    await eventually(() => lost.length === 1);
    expect(lost[0]).toMatchObject({ from: 3, to: 8 });
  });

  test('are no loss to a group that is new, or has read them', async () => {
    const bus = open();
    const events = eventsOf('order', 10, 1);
    const subscription = await bus.subscribe(to, take);
    await bus.publish(events.slice(0, 5));
    await eventually(async () => applied.length === 5 && (await subscription.lag()) === 0);
    await truncate(5);
    await bus.publish(events.slice(5));
    await bus.subscribe({ ...to, group: 'late' }, take);
    await eventually(() => applied.length === 15);
    expect(lost).toEqual([]);
  });

  test('a topic without events differs from one that is read to its end', async () => {
    const bus = open();
    // A topic just made may not have its leader yet.
    await eventually(() => bus.isNew('order').catch(() => false));
    await bus.publish(eventsOf('order', 1, 1));
    expect(await bus.isNew('order')).toBe(false);
    await truncate(1);
    expect(await bus.isNew('order')).toBe(false);
  });
});
