import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { signExactly, signatureOf, signingSecret } from './signature.js';
import { parseStrictJson } from './json/strict-json.js';

interface Vector {
  name: string;
  api_secret: string;
  path: string;
  body_as_signed: string;
  auth_signature: string;
  body_as_sent: string;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('signature-vectors.json', import.meta.url), 'utf8'));
const secret = '0123456789abcdefghijklmnopqrstuvwxyzABCD';
const other = secret.toLowerCase();
const path = '/sale/order/add';
const credentials = { domain: 'demo', api_key: 'owner@demo.test', api_secret: secret };
const now = 1_767_225_600_999;

async function verify(body: string | Buffer, secrets = [secret], at = path): Promise<boolean> {
  const bytes = Buffer.from(body);
  const read = parseStrictJson(bytes);
  if (read.faults) return false;
  return (await signingSecret({ path: at, bytes, signatureAt: read.signatureAt, secrets })) !== undefined;
}

describe.each(vectors)('the vector "$name"', (vector) => {
  it('is signed as it says', () => {
    const body = Buffer.from(vector.body_as_signed);
    expect(signatureOf(vector.api_secret, vector.path, body)).toBe(vector.auth_signature);
  });

  it('is accepted as it was sent', async () => {
    expect(await verify(vector.body_as_sent, [vector.api_secret], vector.path)).toBe(true);
  });
});

describe('a signed request', () => {
  const sent = signExactly(path, { products: [{ name: 'Café' }], auth_signature: 'old' }, credentials, now);

  it('carries the fields of authentication and of the body', () => {
    expect(JSON.parse(sent)).toEqual({
      domain: 'demo',
      api_key: 'owner@demo.test',
      auth_timestamp: 1_767_225_600,
      auth_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      products: [{ name: 'Café' }],
    });
  });

  it('is accepted whatever the body holds', () => {
    const bodies = fc.dictionary(fc.oneof(fc.string(), fc.constant('auth_signature')), fc.string({ unit: 'grapheme' }));
    return fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        delete body['__proto__'];
        expect(await verify(signExactly(path, { ...body, nested: { auth_signature: '' } }, credentials, now))).toBe(
          true,
        );
      }),
    );
  });

  it('is accepted by either of two live secrets, and by no other', async () => {
    expect(await verify(sent, [other, secret])).toBe(true);
    expect(await verify(sent, [secret, other])).toBe(true);
    expect(await verify(sent, [other])).toBe(false);
    expect(await verify(sent, [other, other])).toBe(false);
  });

  it('of an unknown user is refused', async () => {
    expect(await verify(sent, [])).toBe(false);
    expect(await verify(signExactly(path, {}, { ...credentials, api_secret: '' }), [])).toBe(false);
  });

  it('is refused at another path', async () => {
    expect(await verify(sent, [secret], '/sale/order/edit')).toBe(false);
  });

  it('is refused with any byte flipped', async () => {
    const bytes = Buffer.from(sent);
    const signatureAt = sent.indexOf(JSON.parse(sent).auth_signature);
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [0x01, 0x20, 0x80]) {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= bit;
        expect(await signingSecret({ path, bytes: flipped, signatureAt, secrets: [secret] })).toBeUndefined();
        expect(await verify(flipped)).toBe(false);
      }
    }
  });

  it('is refused with the signature in a second place, be it signed as empty there', async () => {
    const empty = '{"copy":"","auth_signature":""}';
    const signature = signatureOf(secret, path, empty);
    expect(await verify(empty.replace('e":""', `e":"${signature}"`))).toBe(true);
    expect(await verify(empty.replaceAll('""', `"${signature}"`))).toBe(false);
    expect(await verify(empty.replace('copy', 'auth_signature').replaceAll('""', `"${signature}"`))).toBe(false);
  });

  it.each([
    ['missing', '{}'],
    ['missing, a quote standing where it might end', `{"a":"${'x'.repeat(57)}"}`],
    ['empty', '{"auth_signature":""}'],
    ['a number', '{"auth_signature":1}'],
    ['too short', `{"auth_signature":"${'a'.repeat(63)}"}`],
    ['too long', `{"auth_signature":"${'a'.repeat(65)}"}`],
    ['in capitals', sent.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase())],
    ['escaped', sent.replace(/(?<=":")[0-9a-f](?=[0-9a-f]{63})/, (hex) => `\\u003${hex}`)],
  ])('is refused when its signature is %s', async (_, body) => {
    expect(await verify(body)).toBe(false);
  });
});

test('of a large body is verified without holding up the event loop', async () => {
  const signed = signExactly(path, { text: 'x'.repeat(8_000_000) }, credentials, now);
  let turns = 0;
  const turn = () => {
    turns++;
    watching = setImmediate(turn);
  };
  let watching = setImmediate(turn);
  const bytes = Buffer.from(signed);
  const signatureAt = signed.indexOf(JSON.parse(signed).auth_signature);
  expect(await signingSecret({ path, bytes, signatureAt, secrets: [other, secret] })).toBe(secret);
  clearImmediate(watching);
  expect(turns).toBeGreaterThan(100);
});
