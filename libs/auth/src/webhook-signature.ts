import { createHmac } from 'node:crypto';

// This is written by hand because `standardwebhooks` signs with one key, and an endpoint whose secret rotates has two.
// Specs verify with that package.

/** Returns the headers of Standard Webhooks 1.0 for one attempt: each live key signs, and the time is the attempt's. */
export function signedHeaders(
  event_id: string,
  body: string,
  keys: readonly Buffer[],
  now_ms = Date.now(),
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now_ms / 1_000));
  const content = `${event_id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return { 'webhook-id': event_id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
