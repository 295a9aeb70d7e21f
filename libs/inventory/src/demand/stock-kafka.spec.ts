import { createTopics, KafkaBus } from '@stockbook/messaging';
import { topics } from '@stockbook/service';
import { describeKafka, dropTopics, testBrokers } from '@stockbook/testing/kafka';
import { trusted } from '@stockbook/testing/trust';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import { demand, Stockroom } from './stockroom.fixture.js';

const STEP_MS = 25_000;

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describeKafka('two replicas of the inventory over Kafka', () => {
  const config = { brokers: testBrokers, prefix: `test-${uuidV7()}.`, partitions: 4 };
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  // The bus retries what a broker refuses while the topics are new; a deadlock shows when the room is closed.
  const retried: unknown[] = [];
  const bus = () => new KafkaBus({ config, clientId: 'test', report: (fault) => void retried.push(fault), ...trusted });
  // A test that hung for a minute would not show where.
  const within = <T>(step: string, work: Promise<T>): Promise<T> => {
    const late = () => Promise.reject(new Error(`${step} takes over ${STEP_MS} ms; reported: ${retried.join('; ')}`));
    return Promise.race([work, delay(STEP_MS, undefined, { ref: false }).then(late)]);
  };
  afterAll(() => dropTopics(config));

  test('never deadlock while orders, their edits and receipts come at once', async () => {
    await within(
      'Creating the topics',
      createTopics(config, topics, () => undefined),
    );
    const room = await within('Joining the group', Stockroom.open(16, [bus(), bus()]));
    const account = await room.account();
    const items = range(12);
    const order = (order_id: number, version: number) => {
      const lines = [0, 1, 2].map((line) => ({
        line_id: line + 1,
        item_id: items[(order_id * (line + 1) + version * 5) % items.length]!,
        quantity: (order_id + line * version) % 4,
      }));
      return demand(account, order_id, version, lines);
    };
    for (const version of range(15)) {
      const receipts = items.map((item_id) => room.receive(account, 4, { item_id }).catch(note));
      const published = room.publish(...range(40).map((order_id) => order(order_id, version)));
      await within('Publishing', Promise.all([published, ...receipts]));
    }
    await within('Settling', room.settled());
    expect((await room.verify(account)).faults).toEqual([]);
    await within('Leaving the group', room.close());
    expect(faults).toEqual([]);
  });
});
