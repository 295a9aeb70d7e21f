import type { Event } from '@stockbook/contracts';
import { describeKafka } from '@stockbook/testing/kafka';
import type { EventBus } from '../bus/event-bus.js';
import { KafkaCorner } from './kafka.fixture.js';
import { enterAll, entering, Diary, pageWritten } from '../diary.fixture.js';
import { refill } from '../outbox/refill.js';

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describeKafka('outbox, Kafka and inbox', () => {
  let corner: KafkaCorner;
  let diary: Diary;
  beforeEach(async () => {
    corner = new KafkaCorner();
    await corner.topics(pageWritten.topic);
  });
  afterEach(async () => {
    await diary.close();
    await corner.close();
  });

  test('apply each event once and in order, though each is sent twice', async () => {
    const bus = corner.bus();
    const twice: EventBus = {
      subscribe: (to, onBatch) => bus.subscribe(to, onBatch),
      close: () => bus.close(),
      publish: async (events, signal) => {
        await bus.publish(events, signal);
        await bus.publish(events, signal);
      },
    };
    diary = await Diary.open(4, twice);
    await diary.consume();
    diary.relay.start();
    const books = upTo(5);
    await Promise.all(
      books.map(async (book) => {
        for (let page = 0; page < 20; page++) await diary.write(1, book);
      }),
    );
    await diary.settled();
    for (const book of books) expect(await diary.entered(1, book)).toEqual(upTo(20));
  });

  test('park what cannot be applied, and hold back its key alone', async () => {
    diary = await Diary.open(4, corner.bus());
    const picky = async (events: readonly Event<never>[], tx: Parameters<typeof enterAll>[1]) => {
      if (events.some(({ aggregate_id, sequence }) => aggregate_id === 2 && sequence === 2))
        throw new Error('torn page');
      await enterAll(events, tx);
    };
    await diary.consume([{ type: pageWritten, handle: picky }]);
    diary.relay.start();
    for (let page = 0; page < 4; page++) for (const book of [1, 2, 3]) await diary.write(1, book);
    await diary.settled();
    expect(await Promise.all([1, 2, 3].map((book) => diary.entered(1, book)))).toEqual([upTo(4), [1], upTo(4)]);
    expect(await diary.rows('SELECT sequence::int FROM diary.parked_event ORDER BY parked_id')).toEqual(
      [2, 3, 4].map((sequence) => ({ sequence })),
    );
  });

  test('a refill brings what a group has lost, and it drops what it has', async () => {
    diary = await Diary.open(4, corner.bus());
    await diary.consume();
    diary.relay.start();
    const began = new Date();
    for (let page = 0; page < 3; page++) await diary.write(1);
    await diary.settled();
    await diary.rows(`DELETE FROM diary.entry WHERE sequence > 1`);
    await diary.rows(
      `DELETE FROM diary.inbox WHERE event_id <> (SELECT event_id FROM diary.outbox_archive WHERE sequence = 1)`,
    );
    expect(await refill(diary.db, diary.bus, { topic: pageWritten.topic, since: began })).toBe(3);
    await diary.settled();
    expect(await diary.entered(1)).toEqual([1, 2, 3]);
  });

  test('a second group of the same events has its own inbox', async () => {
    diary = await Diary.open(4, corner.bus());
    await diary.consume();
    await diary.consume([entering], 'reader');
    diary.relay.start();
    await diary.write(1);
    await diary.settled();
    expect(await diary.entered(1)).toEqual([1, 1]);
  });
});
