import { Batcher } from './batcher.js';
import { BATCH_BYTES } from '../../bus/turns.js';

const eventsOf = (names: string, account_id: number, bytes: number) =>
  names.split('').map((name) => ({ name, account_id, bytes }));

/** Events of a partition; an event is a quarter of a batch by default. */
class Partition {
  waiting: readonly ReturnType<typeof eventsOf>[number][];
  constructor(names: string, account_id = 1, bytes = BATCH_BYTES / 4) {
    this.waiting = eventsOf(names, account_id, bytes);
  }
}

/** Remembers the batches, and refuses those with an event that is to fail. */
function batcherOf() {
  const batches: string[] = [];
  const failing = new Set<string>();
  const batcher = new Batcher<Partition['waiting'][number], Partition>(async (parts) => {
    const names = parts.flatMap(({ chosen }) => chosen.map(({ name }) => name));
    batches.push(names.join(''));
    await new Promise((resolve) => setImmediate(resolve));
    if (names.some((name) => failing.has(name))) throw new Error(`Refused: ${names.join('')}`);
    for (const { source, chosen } of parts) source.waiting = source.waiting.filter((event) => !chosen.includes(event));
  });
  /** Offers a partition until nothing of it waits. */
  const drain = async (partition: Partition, alone = false) => {
    while (partition.waiting.length) await batcher.offer(partition, alone);
  };
  return { batches, failing, batcher, drain };
}

test('applies the batches of several partitions together, each in its order', async () => {
  const { batches, drain } = batcherOf();
  await Promise.all([drain(new Partition('a')), drain(new Partition('b'))]);
  expect(batches).toEqual(['ab']);
});

test('events that arrive while a batch is applied are in the next one', async () => {
  const { batches, drain } = batcherOf();
  const first = drain(new Partition('a'));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, drain(new Partition('b')), drain(new Partition('c'))]);
  expect(batches).toEqual(['a', 'bc']);
});

test('a partition is applied in parts, and accounts in turn', async () => {
  const { batches, drain } = batcherOf();
  await Promise.all([drain(new Partition('abcde')), drain(new Partition('f', 2))]);
  expect(batches).toEqual(['abcf', 'de']);
});

test('a partition that is to be applied alone is', async () => {
  const { batches, drain } = batcherOf();
  await Promise.all([drain(new Partition('a')), drain(new Partition('b'), true), drain(new Partition('c'))]);
  expect(batches).toEqual(['ac', 'b']);
});

test('a fault is that of the partitions in the batch, and of no other', async () => {
  const { batches, failing, batcher, drain } = batcherOf();
  failing.add('a');
  const [one, other] = [new Partition('a', 1, BATCH_BYTES), new Partition('b', 2, BATCH_BYTES)];
  const outcomes = await Promise.allSettled([batcher.offer(one), batcher.offer(other)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  failing.clear();
  await Promise.all([drain(one, true), drain(other)]);
  expect(batches).toEqual(['a', 'a', 'b']);
});
