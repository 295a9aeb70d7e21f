import { newApiSecret, SecretKeys } from './secrets.js';

const first = Buffer.alloc(32, 1).toString('base64');
const second = Buffer.alloc(32, 2).toString('base64');
const owner = 'user 7 of account 1';

describe('a new api_secret', () => {
  const secrets = Array.from({ length: 2_000 }, newApiSecret);

  it('has 40 characters out of 62', () => {
    for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{40}$/);
    expect(new Set(secrets).size).toBe(secrets.length);
  });

  it('prefers none of them', () => {
    const counts = new Map<string, number>();
    for (const letter of secrets.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const mean = (40 * secrets.length) / 62;
    // This allows seven standard deviations; a random byte modulo 62 would be off by nine.
    const allowed = 7 * Math.sqrt(mean);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(allowed);
  });
});

describe('the secret keys', () => {
  const keys = SecretKeys.parse(`k2:${second}, k1:${first}`);
  const stored = keys.seal('secret é', owner);

  it('open what they sealed, the first one sealing', () => {
    expect(stored.key_id).toBe('k2');
    expect(keys.open(stored, owner)).toBe('secret é');
  });

  it('seal the same text differently each time', () => {
    expect(keys.seal('secret é', owner).sealed).not.toBe(stored.sealed);
  });

  it('open what an older key sealed', () => {
    const old = SecretKeys.parse(`k1:${first}`).seal('old', owner);
    expect(keys.open(old, owner)).toBe('old');
  });

  it('open nothing sealed for another owner', () => {
    expect(() => keys.open(stored, 'user 8 of account 1')).toThrow(
      'The secret of user 8 of account 1 was altered or belongs to another owner.',
    );
  });

  it.each([
    ['a secret', stored.sealed],
    ['an empty text', keys.seal('', owner).sealed],
  ])('do not open %s that was altered or cut off', (_, sealed) => {
    const bytes = Buffer.from(sealed, 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      expect(() => keys.open({ ...stored, sealed: altered.toString('base64') }, owner)).toThrow('was altered');
      const cut = bytes.subarray(0, at).toString('base64');
      expect(() => keys.open({ ...stored, sealed: cut }, owner)).toThrow('was altered');
    }
  });

  it('open nothing under a wrong or an unknown key', () => {
    expect(() => keys.open({ ...stored, key_id: 'k1' }, owner)).toThrow('was altered');
    expect(() => keys.open({ ...stored, key_id: 'k3' }, owner)).toThrow('STOCKBOOK_SECRET_KEYS has no key k3.');
  });

  it.each([
    ['', 'STOCKBOOK_SECRET_KEYS must name at least one key, as id:base64.'],
    [first, 'Entry 1 of STOCKBOOK_SECRET_KEYS must be written id:base64, the id of up to 32 letters, digits, _ or -.'],
    [
      `k1:${first},`,
      'Entry 2 of STOCKBOOK_SECRET_KEYS must be written id:base64, the id of up to 32 letters, digits, _ or -.',
    ],
    [`k1:${first},k1:${second}`, 'Entry 2 of STOCKBOOK_SECRET_KEYS repeats the key id k1.'],
    ['k1:%%%', 'Entry 1 of STOCKBOOK_SECRET_KEYS, k1, is not valid base64.'],
    [`k1:${first}x`, 'Entry 1 of STOCKBOOK_SECRET_KEYS, k1, is not valid base64.'],
    ['k1:AAAA', 'Entry 1 of STOCKBOOK_SECRET_KEYS, k1, must hold 32 bytes in base64, but holds 3.'],
  ])('are refused as "%s"', (text, message) => {
    expect(() => SecretKeys.parse(text)).toThrow(new Error(message));
  });
});
