import { BATCH_BYTES, BATCH_EVENTS, Turns } from './turns.js';

/**
 * Reads candidates like `1a 2b!`: account and name; `!` is too large to share a batch, `+` is a quarter of one, `-` a
 * byte less.
 */
const candidates = (text: string) =>
  text.split(' ').map((word) => ({
    word,
    account_id: Number.parseInt(word, 10),
    bytes: /[-+!]$/.test(word) ? BATCH_BYTES / 4 + '-+!'.indexOf(word.slice(-1)) - 1 : 1,
  }));

const TABLE: readonly [what: string, waiting: string, batches: readonly string[]][] = [
  ['takes all that fits, in its order', '2a 1b 2c 1d', ['2a 1b 2c 1d']],
  ['takes a large one alone', '1a! 1b 1c', ['1a!', '1b 1c']],
  ['serves each account in turn', '1a+ 1b+ 1c+ 1d+ 2e+ 3f+ 3g+', ['1a+ 1b+ 2e+ 3f+', '1c+ 1d+ 3g+']],
  [
    'gives small events as much room as large ones',
    '1a- 1b- 1c- 1d- 2e 2f 2g 2h 2i',
    ['1a- 1b- 1c- 2e 2f 2g 2h 2i', '1d-'],
  ],
  ['does not let a large event hold up other accounts', '1a! 1b! 2c 2d', ['1a!', '2c 2d', '1b!']],
  ['does not pass over an event of an account', '1a+ 1b! 1c', ['1a+', '1b!', '1c']],
  ['begins with the account that did not fit', '1a+ 2b! 3c+ 3d+ 3e+ 3f+', ['1a+ 3c+ 3d+ 3e+', '2b!', '3f+']],
  ['serves large events of several accounts in turn', '1a! 1b! 2c! 3d', ['1a!', '2c!', '3d', '1b!']],
];

test.each(TABLE)('%s', (_, waiting, batches) => {
  const turns = new Turns();
  let left = candidates(waiting);
  const chosen = batches.map(() => {
    const batch = turns.choose(left);
    left = left.filter((candidate) => !batch.includes(candidate));
    return batch.map(({ word }) => word).join(' ');
  });
  expect(chosen).toEqual(batches);
  expect(left).toEqual([]);
});

test('chooses a bounded number of events', () => {
  const many = candidates(Array.from({ length: BATCH_EVENTS + 1 }, (_, n) => `1.${n}`).join(' '));
  expect(new Turns().choose(many)).toEqual(many.slice(0, BATCH_EVENTS));
});

test('chooses no event where there is none', () => {
  expect(new Turns().choose([])).toEqual([]);
});

test('begins with the account behind the one served last, though others have come', () => {
  const turns = new Turns(3);
  expect(turns.choose(candidates('1a! 2b! 3c!')).map(({ word }) => word)).toEqual(['3c!']);
  expect(turns.choose(candidates('1a! 2b!')).map(({ word }) => word)).toEqual(['1a!']);
});
