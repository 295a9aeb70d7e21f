import { type Client, clientOf, contract } from '@stockbook/contracts';
import { type Credentials, sign } from './signature.js';

/** An answer as it came over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: object;
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
