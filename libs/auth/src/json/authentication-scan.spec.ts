import fc from 'fast-check';
import { type Claim, claimFields, ClaimScan } from './authentication-scan.js';
import { editedBytes } from './edited-bytes.fixture.js';
import { signExactly } from '../signature.js';
import { parseStrictJson } from './strict-json.js';

/** The body arrives in chunks of this size. */
function scan(body: string | Buffer, size = Infinity): Claim {
  const bytes = Buffer.from(body);
  const scan = new ClaimScan();
  for (let at = 0; at < bytes.length; at += size) scan.add(bytes.subarray(at, at + size), bytes.subarray(0, at + size));
  return scan.claim;
}

const whole = { domain: 'demo', api_key: 'owner@demo.test', auth_timestamp: 1_767_225_600, auth_signature: 'ab' };
const credentials = { domain: 'demo', api_key: 'owner@demo.test', api_secret: 'x'.repeat(40) };

/** Tells whether the scan finds the claim of strict reading, wherever that accepts the body. */
function agrees(bytes: Buffer): boolean {
  const whole = scan(bytes);
  for (const size of [1, 2, 7]) expect(scan(bytes, size)).toEqual(whole);
  const { signatureAt, ...claim } = whole;
  const strict = parseStrictJson(bytes);
  if (strict.faults) return false;
  const scalars = claimFields.filter((field) => Object(strict.value[field]) !== strict.value[field]);
  for (const field of scalars) expect(claim[field]).toEqual(strict.value[field]);
  expect(signatureAt).toBe(strict.signatureAt);
  return true;
}

test.each([
  ['in any order and spacing', ' {\n"auth_signature" :\t"ab" , "x":[{"domain":"other"}],"domain":"demo",', 23],
  [
    'behind nested ones of the same names',
    '{"a":{"auth_signature":"cd","domain":"other"},"domain":"demo","auth_signature":"ab",',
    80,
  ],
  [
    'behind texts that look like them',
    '{"a":"\\",\\"domain\\":\\"other\\"}","domain":"demo","auth_signature":"ab",',
    66,
  ],
  ['under escaped names', '{"doma\\u0069n":"demo","auth\\u005fsignature":"ab",', 45],
])('finds a claim %s', (_, start, signatureAt) => {
  const body = `${start}"auth_timestamp":1767225600,"api_key":"owner@demo.test"}`;
  expect(scan(body)).toEqual({ ...whole, signatureAt });
  expect(agrees(Buffer.from(body))).toBe(true);
});

test('takes the first of equal names, and strict reading refuses such a body', () => {
  const body = `${JSON.stringify(whole).slice(0, -1)},"domain":"other","auth_signatur\\u0065":"cd"}`;
  expect(scan(body)).toMatchObject(whole);
  expect(parseStrictJson(Buffer.from(body)).faults).toHaveLength(2);
});

test.each([
  ['nothing', ''],
  ['a list', '[{"domain":"demo"}]'],
  ['a byte order mark', '\ufeff{"domain":"demo"}'],
  ['a text without an end', '{"domain":"demo'],
  ['a field behind an error', '{"a":1 "domain":"demo"}'],
  ['a nested claim', `{"a":${JSON.stringify(whole)}}`],
  ['a field behind a thousand others', `{${'"a":1,'.repeat(1_000)}"domain":"demo"}`],
])('finds no domain in %s', (_, body) => {
  expect(scan(body).domain ?? null).toBeNull();
});

test('takes nothing but scalars of moderate length', () => {
  const body = `{"domain":{"a":1},"api_key":["b"],"auth_timestamp":"${'9'.repeat(5_000)}","auth_signature":12}`;
  const none = { domain: null, api_key: null, auth_timestamp: null, auth_signature: 12, signatureAt: -1 };
  expect(scan(body)).toEqual(none);
});

test.each([
  ['before the others', '{"auth_session":7,"x":1,', '}'],
  ['behind the others', '{"x":{"auth_session":8},', ',"y":["auth_session"],"auth_session":7}'],
  ['behind the others and many texts that name it', '{', `,"y":"${'auth_session '.repeat(20)}","auth_session":7}`],
])('finds a session %s', (_, start, end) => {
  const body = Buffer.from(`${start}${JSON.stringify(whole).slice(1, -1)}${end}`);
  expect(scan(body)).toMatchObject({ ...whole, auth_session: 7 });
  expect(agrees(body)).toBe(true);
});

test('finds no session under an escaped name behind the others, which strict reading takes for one', () => {
  const body = `${JSON.stringify(whole).slice(0, -1)},"auth\\u005fsession":7}`;
  expect(scan(body)).not.toHaveProperty('auth_session');
  expect(parseStrictJson(Buffer.from(body))).toMatchObject({ value: { auth_session: 7 } });
});

const fields = fc.oneof(fc.constantFrom(...claimFields), fc.string({ unit: 'grapheme' }));
const bodies = fc.dictionary(
  fields.filter((name) => name !== '__proto__'),
  fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 }),
);

test('agrees with strict reading about every body that it takes', () => {
  fc.assert(
    fc.property(bodies, fc.integer({ min: 0, max: 2 }), (body, indent) => {
      agrees(Buffer.from(JSON.stringify(body, undefined, indent)));
    }),
  );
});

test('agrees with strict reading about claims whose fields stand in any order among others', () => {
  const members = fc.shuffledSubarray(Object.entries({ ...whole, auth_session: 7 }), { minLength: 4 });
  fc.assert(
    fc.property(members, bodies, fc.nat(5), (claim, body, place) => {
      const named = new Set(claim.map(([name]) => name));
      const others = Object.entries(body).filter(([name]) => !named.has(name));
      const entries = [...claim.slice(0, place), ...others, ...claim.slice(place)];
      agrees(Buffer.from(JSON.stringify(Object.fromEntries(entries))));
    }),
  );
});

test('agrees with strict reading about bodies with bytes added, removed and changed, and comes to an end', () => {
  const signed = bodies.map((body) => signExactly('/sale/order/add', body, credentials));
  fc.assert(
    fc.property(editedBytes(signed), (bytes) => void agrees(bytes)),
    { numRuns: 3_000 },
  );
});
