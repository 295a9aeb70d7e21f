import { readFileSync, writeFileSync } from 'node:fs';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signedHeaders } from './webhook-signature.js';

interface Vector {
  name: string;
  secret: string;
  /** The receiver's time in seconds. */
  now: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  valid: boolean;
}

const file = new URL('webhook-vectors.json', import.meta.url);
const id = '0198c1f0-5a5e-7c3b-9d1e-2f4a6b8c0d1e';
const NOW = 1_772_352_930;
const keys = { live: Buffer.alloc(32, 'live'), former: Buffer.alloc(32, 'former') };
const secretOf = (key: Buffer) => `whsec_${key.toString('base64')}`;
const body = '{"event":"sale_order.added","sequence":1,"domain":"acme","data":{"order_id":7}}';

interface Case {
  signed?: string;
  arrived?: string;
  by?: readonly Buffer[];
  at_ms?: number;
  /** These replace the headers that were signed; undefined takes a header away. */
  headers?: Readonly<Record<string, string | undefined>>;
  secret?: string;
}

const caseOf = (name: string, valid: boolean, given: Case = {}): Vector => {
  const { signed = body, arrived = signed, secret = secretOf(keys.live) } = given;
  const { by = [keys.live], at_ms = NOW * 1_000 } = given;
  const headers = { ...signedHeaders(id, signed, by, at_ms), ...given.headers };
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { name, secret, now: NOW, headers: Object.fromEntries(present), body: arrived, valid };
};
const signature = signedHeaders(id, body, [keys.live], NOW * 1_000)['webhook-signature']!;
const signedAs = (text: string) => ({ headers: { 'webhook-signature': text } });

const vectors = [
  caseOf('a body in ASCII', true),
  caseOf('letters beyond ASCII, escaped and not', true, { signed: '{"data":{"name":"Café ☕ 茶 \\u00e9 \\/"}}' }),
  caseOf('line breaks at the end of the body', true, { signed: '{"data":{}}\r\n\n' }),
  caseOf('an empty body', true, { signed: '' }),
  caseOf('two signatures while a secret is rotated, read by the new secret', true, { by: [keys.live, keys.former] }),
  caseOf('two signatures while a secret is rotated, read by the former secret', true, {
    by: [keys.live, keys.former],
    secret: secretOf(keys.former),
  }),
  caseOf('a signature of a version to come beside that of v1', true, signedAs(`v2,AAAA ${signature}`)),
  caseOf('a time of 300 s ago', true, { at_ms: (NOW - 300) * 1_000 }),
  caseOf('a time 300 s ahead', true, { at_ms: (NOW + 300) * 1_000 }),

  caseOf('a time of 301 s ago', false, { at_ms: (NOW - 301) * 1_000 }),
  caseOf('a time 301 s ahead', false, { at_ms: (NOW + 301) * 1_000 }),
  caseOf('a time in milliseconds', false, { at_ms: NOW * 1_000_000 }),
  caseOf('a time that is no number, signed', false, { at_ms: NaN }),
  caseOf('a time that is infinite, signed', false, { at_ms: Infinity }),
  caseOf('a time that is empty', false, { headers: { 'webhook-timestamp': '' } }),
  caseOf('a time that the signature does not cover', false, { headers: { 'webhook-timestamp': String(NOW + 1) } }),
  caseOf('an id that the signature does not cover', false, { headers: { 'webhook-id': id.replace('0', '1') } }),
  caseOf('a body with another order', false, { arrived: body.replace('7', '8') }),
  caseOf('a body with a space more', false, { arrived: `${body} ` }),
  caseOf('a body that was parsed and written anew', false, { signed: '{"data": {}}', arrived: '{"data":{}}' }),
  caseOf('the signature of another secret', false, { by: [keys.former] }),
  caseOf('no signature', false, { headers: { 'webhook-signature': undefined } }),
  caseOf('no time', false, { headers: { 'webhook-timestamp': undefined } }),
  caseOf('no id', false, { headers: { 'webhook-id': undefined } }),
  caseOf('an empty signature', false, signedAs('')),
  caseOf('an empty signature of v1', false, signedAs('v1,')),
  caseOf('a signature that is cut off', false, signedAs(signature.slice(0, -5))),
  caseOf('a signature with more behind it', false, signedAs(`${signature}AAAA`)),
  caseOf('a signature in lower case', false, signedAs(signature.toLowerCase())),
  caseOf('a signature that is no base64', false, signedAs('v1,*')),
  caseOf('a signature of another version', false, signedAs(signature.replace('v1', 'v1a'))),
  caseOf('a signature without a version', false, signedAs(signature.replace('v1,', ''))),
];
if (process.env['STOCKBOOK_RECORD_VECTORS']) writeFileSync(file, `${JSON.stringify(vectors, null, 2)}\n`);

test('webhook-vectors.json is current; else `npm run record:vectors` writes it anew', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(vectors);
});

const now = Date.now;
afterEach(() => void (Date.now = now));

test.each(vectors)(
  'the library of Standard Webhooks agrees about $name',
  ({ secret, now: seconds, headers, body, valid }) => {
    Date.now = () => seconds * 1_000;
    const verify = () => new Webhook(secret).verify(body, headers, { jsonParse: false });
    if (valid) expect(verify).not.toThrow();
    else expect(verify).toThrow(WebhookVerificationError);
  },
);
