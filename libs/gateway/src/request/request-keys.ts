import { type Fault, invalidField, type Operation, type RequestKey } from '@stockbook/contracts';
import { oneAfterTheOther } from '@stockbook/process';
import { createHash, hash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { placedProof } from '@stockbook/auth';

const MAX_KEY = 128;
/** Hex digits of 128 bits. */
const KEY_LENGTH = 32;
/** This many characters are hashed in a turn of the event loop. */
const SLICE = 32_768;
/** Immediates that wait together would run in one turn. */
const inTurn = oneAfterTheOther();

/** A key in the header comes with the signature, because anyone could change the header on the way. */
export async function clientKeyOf(
  { path, replaysIdentical }: Pick<Operation, 'path' | 'replaysIdentical'>,
  value: Readonly<Record<string, unknown>>,
  header: unknown,
  user_id: number,
): Promise<RequestKey | undefined> {
  // A request is the same write whether or not it is strict, and from whichever session.
  const { domain, api_key, auth_timestamp, auth_signature, auth_session, idempotency_key, strict, ...body } = value;
  const given = givenKey(value, header);
  if (given === undefined) return replaysIdentical ? signatureKey(value) : undefined;
  const key = { key: requestKey(user_id, path, String(given)), hash: await hashOf(body) };
  return idempotency_key === given ? key : { ...key, signature: signatureOf(value) };
}

export function keyFaults(value: Readonly<Record<string, unknown>>, header: unknown): Fault[] {
  const given = givenKey(value, header);
  if (given === undefined || (typeof given === 'string' && given && given.length <= MAX_KEY)) return [];
  return [invalidField('idempotency_key', `idempotency_key must be a text of 1 to ${MAX_KEY} characters.`)];
}

/** The header is for clients that cannot change the body. */
const givenKey = ({ idempotency_key }: Readonly<Record<string, unknown>>, header: unknown): unknown =>
  idempotency_key ?? header ?? undefined;

interface Signed {
  readonly auth_signature?: unknown;
}

/** The key holds for one user and path. */
export const requestKey = (user_id: number, path: string, given: string): string =>
  digest(`${user_id}\n${path}\n${given}`);

/** Names a write without a client's key, because services detect retries inside the system by it. */
export const internalKey = (value: Readonly<Record<string, unknown>>): RequestKey => ({
  key: randomBytes(KEY_LENGTH / 2).toString('hex'),
  signature: signatureOf(value),
});

/** Names a write by its signature, because a request that is sent again is the same write. */
export function signatureKey(value: Signed): RequestKey {
  const signature = signatureOf(value);
  return { key: signature, hash: signature };
}

export function batchedProofs(value: Readonly<Record<string, unknown>>, header: unknown, index: number) {
  const placed = (proof: unknown) => placedProof(String(proof), index);
  const { idempotency_key, auth_signature } = value;
  return {
    auth_signature: placed(auth_signature),
    value:
      idempotency_key === undefined || idempotency_key === null ? {} : { idempotency_key: placed(idempotency_key) },
    keyHeader: header === undefined ? undefined : placed(header),
  };
}

const signatureOf = ({ auth_signature }: Signed): string => String(auth_signature).slice(0, KEY_LENGTH);

async function hashOf(body: object): Promise<string> {
  const sha = createHash('sha256');
  let text = '';
  for (const piece of canonical(body)) {
    text += piece;
    if (text.length < SLICE) continue;
    sha.update(text);
    text = '';
    await inTurn(() => setImmediate());
  }
  return sha.update(text).digest('hex').slice(0, KEY_LENGTH);
}

/** Writes equal values as equal JSON, piece by piece: a body may have 100,000 objects in fields that are unknown. */
function* canonical(value: object): Generator<string> {
  const isList = Array.isArray(value);
  const fields: readonly [string, unknown][] = isList
    ? value.map((part) => ['', part])
    : Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  let text = isList ? '[' : '{';
  for (const [i, [name, field]] of fields.entries()) {
    if (i) text += ',';
    if (!isList) text += `${JSON.stringify(name)}:`;
    if (typeof field === 'object' && field !== null) {
      yield text;
      yield* canonical(field);
      text = '';
    } else {
      text += JSON.stringify(field);
    }
  }
  yield text + (isList ? ']' : '}');
}

const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, KEY_LENGTH);
