import { Gathering } from './gathering.js';

/** Remembers the piles, and refuses those with a value that is told to fail. */
function gatheringOf(limit: number) {
  const piles: string[][] = [];
  const failing = new Set<string>();
  const gathering = new Gathering<string>(limit, async (values) => {
    piles.push([...values]);
    await new Promise((resolve) => setImmediate(resolve));
    if (values.some((value) => failing.has(value))) throw new Error(`Refused: ${values.join()}`);
    return values.filter((value) => value !== 'left');
  });
  const add = (value: string, events = 1, alone = false) => gathering.add({ value, events, alone });
  return { piles, failing, add };
}

test('what comes at the same time is applied together, in its order', async () => {
  const { piles, add } = gatheringOf(10);
  await Promise.all([add('a'), add('b'), add('c')]);
  expect(piles).toEqual([['a', 'b', 'c']]);
});

test('what comes while a pile is in work is the next pile', async () => {
  const { piles, add } = gatheringOf(10);
  const first = add('a');
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, add('b'), add('c')]);
  expect(piles).toEqual([['a'], ['b', 'c']]);
});

test('a pile ends before its limit, unless one value alone is larger', async () => {
  const { piles, add } = gatheringOf(10);
  await Promise.all([add('a', 12), add('b', 4), add('c', 6), add('d', 1)]);
  expect(piles).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('each is told whether it was applied', async () => {
  const { add } = gatheringOf(10);
  expect(await Promise.all([add('a'), add('left'), add('b')])).toEqual([true, false, true]);
});

test('what is to be applied alone is', async () => {
  const { piles, add } = gatheringOf(10);
  await Promise.all([add('a'), add('b', 1, true), add('c'), add('d')]);
  expect(piles).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('a fault is that of all in the pile, and of no other pile', async () => {
  const { piles, failing, add } = gatheringOf(2);
  failing.add('b');
  const outcomes = await Promise.allSettled([add('a'), add('b'), add('c')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(piles).toEqual([['a', 'b'], ['c']]);
  failing.clear();
  await Promise.all([add('a', 1, true), add('b', 1, true)]);
  expect(piles.slice(2)).toEqual([['a'], ['b']]);
});
