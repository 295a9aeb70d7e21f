import type { WebhookBody, WebhookData } from './api.types.js';
import { StockbookError } from './error.js';
import { hmacKey } from './signing.js';

/**
 * The body of a webhook; its `event` decides the fields of `data`. A thin endpoint gets only the id and the date of the
 * record.
 */
export type StockbookEvent = {
  [E in keyof WebhookData]: Omit<WebhookBody, 'event' | 'type' | 'data'> & {
    readonly event: E;
    readonly type: E;
    readonly data: WebhookData[E];
  };
}[keyof WebhookData];

type HeaderList = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Delivery {
  /** `whsec_...`, or several while one is rotated. */
  readonly secret: string | readonly string[];
  readonly headers: { get(name: string): string | null } | HeaderList;
  /** The body as it arrived: one that was parsed and written again has another signature. */
  readonly body: string | Uint8Array;
  /** The largest difference of the delivery's time from now, in s; 300 by default. */
  readonly tolerance?: number;
}

/** The headers of Standard Webhooks 1.0. */
export type SignedWebhook = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/**
 * Resolves with the event of a delivery that Stockbook has sent, and rejects any other: answer that with the error's
 * status, 400.
 */
export async function verifyWebhook({ secret, headers, body, tolerance = 300 }: Delivery): Promise<StockbookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  if (!id || !timestamp || !given) throw unverified('A webhook header is missing.');
  const age = Date.now() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > tolerance)
    throw unverified('The webhook-timestamp is too far from now.');
  const content = contentOf(id, timestamp, body);
  const signatures = given.split(' ').flatMap((each) => (each.startsWith('v1,') ? bytesIn(each.slice(3)) : []));
  for (const each of [secret].flat()) {
    const key = await hmacKey(keyIn(each), 'verify');
    // WebCrypto compares in constant time.
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return eventIn(body);
  }
  throw unverified('No webhook-signature is that of the body by this secret.');
}

/** Returns the headers with which Stockbook would deliver the body now, for tests of receivers. */
export async function signWebhook({
  secret,
  body,
  id = crypto.randomUUID(),
  timestamp = Math.floor(Date.now() / 1_000),
}: Pick<Delivery, 'secret' | 'body'> & { readonly id?: string; readonly timestamp?: number }): Promise<SignedWebhook> {
  const content = contentOf(id, String(timestamp), body);
  const signatures = [secret].flat().map(async (each) => {
    const signature = await crypto.subtle.sign('HMAC', await hmacKey(keyIn(each), 'sign'), content);
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}

const unverified = (message: string) =>
  new StockbookError(message, { path: 'webhook', status: 400, code: 'unverified_webhook' });

function headerOf(headers: Delivery['headers'], name: string): string {
  if (typeof headers['get'] === 'function') return headers.get(name) ?? '';
  const [, value = ''] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return [value].flat().join(' ');
}

function contentOf(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const [head, tail] = [encode(`${id}.${timestamp}.`), typeof body === 'string' ? encode(body) : body];
  const content = new Uint8Array(head.length + tail.length);
  content.set(head);
  content.set(tail, head.length);
  return content;
}

/** Returns the bytes, or none if the text is not base64. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function keyIn(secret: string): Uint8Array<ArrayBuffer> {
  const [key] = bytesIn(secret.replace(/^whsec_/, ''));
  if (!key?.length) throw new TypeError('A secret of webhooks is whsec_ and base64.');
  return key;
}

function eventIn(body: string | Uint8Array): StockbookEvent {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}
