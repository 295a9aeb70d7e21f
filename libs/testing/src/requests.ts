import { type Credentials, signExactly } from '@stockbook/auth';
import { Stockbook, type StockbookOptions } from '@stockbook/client';
import { endpoints } from '@stockbook/contracts';
import { randomUUID } from 'node:crypto';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: object;
}

/** `path` has its leading slash. Each call gets its own `idempotency_key`. */
export function sign(path: string, body: object, credentials: Credentials, now = Date.now()): string {
  if (endpoints.get(path.slice(1))?.kind !== 'write') return signExactly(path, body, credentials, now);
  const given = 'idempotency_key' in body ? body.idempotency_key : undefined;
  return signExactly(path, { ...body, idempotency_key: given ?? randomUUID() }, credentials, now);
}

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

/** The path has no leading slash: `sale/order/get`. */
export const call = (url: string, credentials: Credentials, path: string, body: object): Promise<HttpAnswer> =>
  post(url, path, sign(`/${path}`, body, credentials));

/** Returns the client that integrators use. */
export const connect = (
  url: string,
  { domain, api_key: apiKey, api_secret: apiSecret }: Credentials,
  options: Partial<StockbookOptions> = {},
): Stockbook => new Stockbook({ url, domain, apiKey, apiSecret, ...options });
