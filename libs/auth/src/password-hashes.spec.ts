import { PasswordHashes } from './password-hashes.js';

/** The hash of no password, which costs next to nothing. */
const CHEAP = 'scrypt$4$1$1$c2FsdA$a2V5';

test('a password fits its hash alone, however a keyboard writes its characters', async () => {
  const hashes = new PasswordHashes();
  const hash = await hashes.hash('caf\u00e9 au lait');
  expect(hash).toMatch(/^scrypt\$16\$8\$2\$/);
  expect(await hashes.isRight('cafe\u0301 au lait', hash)).toBe(true);
  expect(await hashes.isRight('cafe au lait', hash)).toBe(false);
});

test('sixteen passwords wait to be hashed; more are refused until there is room', async () => {
  const hashes = new PasswordHashes();
  const judged = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => hashes.isRight('password', CHEAP)));
  const outcomes = await judged(20);
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(16).fill('fulfilled'), ...Array(4).fill('rejected')]);
  const refusal = { faults: [{ code: 'unavailable', message: expect.stringMatching(/^Too many people sign in/) }] };
  expect(outcomes.slice(16)).toMatchObject(Array(4).fill({ reason: refusal }));
  expect((await judged(16)).every(({ status }) => status === 'fulfilled')).toBe(true);
});
