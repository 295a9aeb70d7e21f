import { type Client, clientOf, contract, operations } from '@stockbook/contracts';
import { randomUUID } from 'node:crypto';
import { type Credentials, signExactly } from './signature.js';

/** An answer as it came over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: object;
}

/**
 * The text to send to `path` (with its leading slash). A write gets a fresh `idempotency_key` unless the body has one, so two
 * calls are two writes, and the same text sent again is one.
 */
export function sign(path: string, body: object, credentials: Credentials, now = Date.now()): string {
  if (operations.get(path.slice(1))?.kind !== 'write') return signExactly(path, body, credentials, now);
  const given = 'idempotency_key' in body ? body.idempotency_key : undefined;
  return signExactly(path, { ...body, idempotency_key: given ?? randomUUID() }, credentials, now);
}

/** Posts a text that is signed already, as it is. */
export async function post(
  url: string,
  path: string,
  text: string,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as object };
}

/** Signs a body and posts it to an operation, named like `sale/order/get`. */
export const call = (url: string, credentials: Credentials, path: string, body: object): Promise<HttpAnswer> =>
  post(url, path, sign(`/${path}`, body, credentials));

/** The typed client of the server at this url. */
export const stockbookClient = (url: string, credentials: Credentials): Client<typeof contract> =>
  clientOf(contract, async ({ path }, input) => (await call(url, credentials, path, input)).body);
