import type { WebhookFailure } from '@stockbook/contracts';

/** Maps each class of failed attempts to a remedy for the owner of the endpoint. */
export const failureRemedies: Readonly<Record<WebhookFailure, string>> = {
  dns_failed: 'Check the name in the URL and its DNS records.',
  address_refused: 'Use a public https address, or ask the operator for WEBHOOK_ALLOWED_NETWORKS.',
  connect_refused: 'Check that the receiver is running and reachable from the Internet.',
  tls_invalid: 'Renew the certificate of the receiver, and send its whole chain.',
  timeout: 'Answer within 15 seconds: store the event first and process it later.',
  connection_lost: 'The receiver closed the connection before it had answered.',
  bad_response: 'The receiver answered with something that is no HTTP response, or with too many headers.',
  redirect: 'Redirects are not followed: change the URL of the endpoint.',
  status_4xx: 'The receiver refuses the request: check the path and how it verifies the signature.',
  status_5xx: 'The receiver fails: its own log has the reason.',
  gone: 'The receiver answered 410, which disables the endpoint.',
};

/** An attempt that ended without an answer of the receiver. */
export class FailedAttempt extends Error {
  override readonly name = 'FailedAttempt';

  constructor(
    readonly failure: WebhookFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the class of a status that is no success. */
export function failureOfStatus(status: number): WebhookFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 410) return 'gone';
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 400 && status < 500 ? 'status_4xx' : 'status_5xx';
}

const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'];
const REFUSED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EHOSTDOWN', 'EACCES'];
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;
const TIMED_OUT = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

export function failedAttempt(error: unknown): FailedAttempt {
  if (error instanceof FailedAttempt) return error;
  const [cause]: unknown[] = hasField(error, 'errors') && Array.isArray(error.errors) ? error.errors : [error];
  const code = codeOf(cause);
  const reason = hasField(cause, 'message') ? String(cause.message) : String(cause);
  return new FailedAttempt(classOf(code), code && !reason.includes(code) ? `${reason} (${code})` : reason);
}

/** Returns the code of an error of Node.js, or the empty text. */
export const codeOf = (error: unknown): string => (hasField(error, 'code') ? String(error.code ?? '') : '');

const hasField = <K extends string>(value: unknown, name: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && name in value;

function classOf(code: string): WebhookFailure {
  if (REFUSED.includes(code)) return 'connect_refused';
  if (TIMED_OUT.includes(code)) return 'timeout';
  if (TLS.test(code)) return 'tls_invalid';
  return LOST.includes(code) ? 'connection_lost' : 'bad_response';
}
