import { Refused, type RequestKey } from '@stockbook/contracts';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { SignedBody } from './authenticator.js';

const MAX_KEY = 128;

/**
 * What names a write as the same as an earlier one: its signature, which is over every byte, and the key that a client may
 * give so as to say it across changed timestamps. The header is not signed, so it only ever adds to the signature.
 */
export function requestKeysOf(request: FastifyRequest, { path, value }: SignedBody, user_id: number): RequestKey[] {
  const { auth_timestamp, auth_signature, idempotency_key, ...body } = value;
  const signature = { key: String(auth_signature), hash: String(auth_signature) };
  const given = idempotency_key ?? request.headers['idempotency-key'];
  if (given === undefined || given === null) return [signature];
  if (typeof given !== 'string' || !given || given.length > MAX_KEY) {
    const message = `idempotency_key must be a text of 1 to ${MAX_KEY} characters.`;
    throw new Refused({ code: 'invalid', field: 'idempotency_key', message });
  }
  return [signature, { key: sha256(`${user_id}\n${given}`), hash: sha256(`${path}\n${canonical(body)}`) }];
}

/** JSON that does not depend on the order of keys. */
const canonical = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
