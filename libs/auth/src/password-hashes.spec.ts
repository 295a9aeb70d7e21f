import { PasswordHashes } from './password-hashes.js';

/** The hash of no password, which costs next to nothing. */
const CHEAP = 'scrypt$4$1$1$c2FsdA$a2V5';

test('a password fits its hash alone, however a keyboard writes its characters', async () => {
  const hashes = new PasswordHashes();
  const hash = await hashes.hash('caf\u00e9 au lait', '10.0.0.1');
  expect(hash).toMatch(/^scrypt\$16\$8\$2\$/);
  expect(await hashes.isRight('cafe\u0301 au lait', '10.0.0.1', hash)).toBe(true);
  expect(await hashes.isRight('cafe au lait', '10.0.0.1', hash)).toBe(false);
});

test('sixteen passwords wait to be hashed, eight of one address; more are refused until there is room', async () => {
  const hashes = new PasswordHashes();
  const judged = (addresses: readonly string[]) =>
    Promise.allSettled(addresses.map((address) => hashes.isRight('password', address, CHEAP)));
  const of = (address: string, count: number) => Array<string>(count).fill(address);
  const outcomes = await judged([...of('10.0.0.1', 10), ...of('10.0.0.2', 5), ...of('10.0.0.3', 5)]);
  const [done, refused] = ['fulfilled', 'rejected'].map((status) => (count: number) => of(status, count));
  expect(outcomes.map(({ status }) => status)).toEqual([...done!(8), ...refused!(2), ...done!(8), ...refused!(2)]);
  const refusal = { faults: [{ code: 'unavailable', message: expect.stringMatching(/^Too many people sign in/) }] };
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject(Array(4).fill({ reason: refusal }));
  expect((await judged(of('10.0.0.1', 8))).every(({ status }) => status === 'fulfilled')).toBe(true);
});
