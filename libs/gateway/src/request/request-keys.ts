import { type Operation, Refused, type RequestKey } from '@stockbook/contracts';
import type { FastifyRequest } from 'fastify';
import { hash, randomBytes } from 'node:crypto';

const MAX_KEY = 128;
/** Hex digits of 128 bits. */
const KEY_LENGTH = 32;

/** The client's key, else the signature of an operation that adds or deletes. Undefined: each request is a write of its own. */
export function clientKeyOf(
  request: FastifyRequest,
  { path, replaysIdentical }: Operation,
  value: Readonly<Record<string, unknown>>,
  user_id: number,
): RequestKey | undefined {
  const { domain, api_key, auth_timestamp, auth_signature, idempotency_key, ...body } = value;
  const given = idempotency_key ?? request.headers['idempotency-key'];
  if (given === undefined || given === null) {
    const signature = String(auth_signature).slice(0, KEY_LENGTH);
    return replaysIdentical ? { key: signature, hash: signature } : undefined;
  }
  if (typeof given !== 'string' || !given || given.length > MAX_KEY) {
    const message = `idempotency_key must be a text of 1 to ${MAX_KEY} characters.`;
    throw new Refused({ code: 'invalid', field: 'idempotency_key', message });
  }
  return { key: requestKey(user_id, path, given), hash: digest(canonical(body)) };
}

/** Holds for one user and path. */
export const requestKey = (user_id: number, path: string, given: string): string =>
  digest(`${user_id}\n${path}\n${given}`);

/** For a write without a client's key: services detect retries inside the system by it. */
export const internalKey = (): RequestKey => ({ key: randomBytes(KEY_LENGTH / 2).toString('hex') });

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, KEY_LENGTH);
