import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { claimFields } from './json/authentication-scan.js';

export interface Credentials {
  domain: string;
  api_key: string;
  api_secret: string;
  auth_session?: number;
}

/** `signatureAt` is the byte offset from the strict reading of the body. */
export interface SignedRequest {
  path: string;
  bytes: Buffer;
  signatureAt: number;
  secrets: readonly string[];
}

const SIGNATURE_LENGTH = 64;
const QUOTE = 0x22;
const LIVE_SECRETS = 2;
/** The event loop turns before each slice of a large body, because 8 MiB at once would stop it for 40 ms. */
const SLICE_BYTES = 131_072;
// The decoy stands in for missing secrets; it is random, so it signs for no client.
const DECOY = randomBytes(30).toString('base64');

/** Signs path, newline and body with an empty `auth_signature`. The body may come in slices. */
export function signatureOf(secret: string, path: string, ...body: (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret).update(`${path}\n`);
  for (const slice of body) hmac.update(slice);
  return hmac.digest('hex');
}

const NONE = Object.fromEntries(claimFields.map((name) => [name, undefined]));

/** `path` has its leading slash, `now` is in ms. The authentication comes first, where the server finds it soonest. */
export function signExactly(path: string, body: object, credentials: Credentials, now = Date.now()): string {
  const { domain, api_key, api_secret, auth_session } = credentials;
  const authentication = JSON.stringify({ domain, api_key, auth_session, auth_timestamp: Math.floor(now / 1000) });
  // The two texts are joined because joining the objects took 30 of 40 µs of an order.
  const fields = JSON.stringify(claimFields.some((name) => name in body) ? { ...body, ...NONE } : body);
  const rest = fields === '{}' ? '}' : `,${fields.slice(1)}`;
  const [before, after] = ['{"auth_signature":"', `",${authentication.slice(1, -1)}${rest}`];
  return before + signatureOf(api_secret, path, before, after) + after;
}

/** Returns the secret that has signed all bytes but the 64 at the offset, in constant time: no other copy counts. */
export async function signingSecret({ path, bytes, signatureAt, secrets }: SignedRequest): Promise<string | undefined> {
  const end = signatureAt + SIGNATURE_LENGTH;
  if (signatureAt < 0 || bytes[end] !== QUOTE) return undefined;
  const given = bytes.subarray(signatureAt, end);
  const decoys = new Array<string>(Math.max(0, LIVE_SECRETS - secrets.length)).fill(DECOY);
  const signed = [...slicesOf(bytes.subarray(0, signatureAt)), ...slicesOf(bytes.subarray(end))];
  for (const secret of [...secrets, ...decoys]) {
    const hmac = createHmac('sha256', secret).update(`${path}\n`);
    for (const slice of signed) {
      if (slice.length === SLICE_BYTES) await setImmediate();
      hmac.update(slice);
    }
    if (timingSafeEqual(Buffer.from(hmac.digest('hex')), given)) return secret;
  }
  return undefined;
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}
