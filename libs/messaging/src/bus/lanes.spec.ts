import { Lanes } from './lanes.js';
import { BATCH_BYTES } from './turns.js';

/** Reads events like `1a 2b!`: account and name; `!` is large. */
const events = (text: string) =>
  text.split(' ').map((word) => ({
    word,
    account_id: Number.parseInt(word, 10),
    bytes: word.endsWith('!') ? BATCH_BYTES : 1,
  }));

const TABLE: readonly [what: string, waiting: string, begun: readonly string[]][] = [
  ['begins small events and one large one', '1a 2b! 3c 4d!', ['1a 3c', '2b!']],
  ['begins nothing else while both are in work', '1a! 2b 3c!', ['1a!', '2b']],
  ['leaves an event behind the large one of its account', '1a! 1b 2c', ['1a!', '2c']],
  ['leaves a large event behind the small ones of its account', '1a 1b! 2c!', ['1a', '2c!']],
  ['does not pass over a large event that has to wait', '1a! 2b! 2c 3d', ['1a!', '3d']],
];

test.each(TABLE)('%s', (_, waiting, begun) => {
  const lanes = new Lanes<ReturnType<typeof events>[number]>();
  const given = events(waiting);
  const batches = Array.from({ length: begun.length + 1 }, () => lanes.begin(given).map(({ word }) => word));
  expect(batches.map((words) => words.join(' '))).toEqual([...begun, '']);
});

test('begins what waited once the batch before it has ended', () => {
  const lanes = new Lanes<ReturnType<typeof events>[number]>();
  const large = lanes.begin(events('1a! 1b'));
  expect(lanes.begin(events('1a! 1b'))).toEqual([]);
  lanes.end(large);
  expect(lanes.begin(events('1b')).map(({ word }) => word)).toEqual(['1b']);
});
