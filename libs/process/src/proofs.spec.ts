import { Proofs } from './proofs.js';

const [k1, k2] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const old = new Proofs(new Map([['k1', k1]]));
const both = new Proofs(
  new Map([
    ['k2', k2],
    ['k1', k1],
  ]),
);

test('a proof holds for the same texts alone, under any of the keys', () => {
  const proof = old.of('call', 'body');
  expect(proof).toMatch(/^k1\.[\w-]{43}$/);
  for (const proofs of [old, both]) expect(proofs.holds(proof, 'call', 'body')).toBe(true);
  for (const texts of [['call', 'bodies'], ['answer', 'body'], ['body'], ['call', 'body', '']])
    expect(old.holds(proof, ...texts)).toBe(false);
});

test('the first key proves, and who does not have it does not accept its proofs', () => {
  const proof = both.of('body');
  expect(proof).toMatch(/^k2\./);
  expect(old.holds(proof, 'body')).toBe(false);
  expect(new Proofs(new Map([['k2', k1]])).holds(proof, 'body')).toBe(false);
});

test.each(['', '.', 'k1', 'k1.', 'k1.AAAA', 'k3.AAAA'])('%p proves nothing', (proof) => {
  expect(old.holds(proof, 'body')).toBe(false);
});
