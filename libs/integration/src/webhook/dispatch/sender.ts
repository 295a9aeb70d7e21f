import { signedHeaders } from '@stockbook/auth';
import { type DeliveryTrigger, shownDate } from '@stockbook/contracts';
import { histogram, markFailed, startSpan, type Traced, traceparentOf } from '@stockbook/process';
import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { MASK } from '../endpoint/webhook-fields.js';
import { WebhookSecrets } from '../endpoint/webhook-secrets.js';
import { maskedLocation, maskedUrl } from '../endpoint/webhook-shown.js';
import type { Outcome } from '../http/exchange.js';
import { WebhookHttp } from '../http/webhook-http.js';
import type { StoredAttempt } from './lane/delivery.js';
import { type Endpoint, variantOf } from './lane/endpoint.js';

const durations = histogram(
  'stockbook_webhook_attempt_duration_seconds',
  'Time of an attempt to send a webhook',
  [],
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
);

export interface Sending extends Traced {
  readonly delivery_id: number | string;
  readonly event_id: string;
  readonly body: string;
  readonly trigger: DeliveryTrigger;
  /** Counts the attempts of the delivery from 1. */
  readonly number: number;
  readonly deadline_ms?: number;
}

/** Signs and sends one attempt, and describes it for the log. */
@Injectable()
export class Sender {
  constructor(
    private readonly http: WebhookHttp,
    private readonly secrets: WebhookSecrets,
  ) {}

  async send(
    endpoint: Pick<Endpoint, 'account_id' | 'url' | 'headers' | 'secrets' | 'payload' | 'view_cost'>,
    sending: Sending,
  ): Promise<{ readonly outcome: Outcome; readonly attempt: StoredAttempt }> {
    const { account_id, url } = endpoint;
    const { delivery_id, event_id, body, trigger, number } = sending;
    const own = Object.entries(endpoint.headers).map(
      ([name, sealed]) => [name, this.secrets.open(sealed, account_id)] as const,
    );
    const hasOwnAgent = own.some(([name]) => name.toLowerCase() === 'user-agent');
    const span = startSpan(SpanKind.CLIENT, sending.traceparent, 'webhook');
    const headers = {
      'content-type': 'application/json',
      ...(!hasOwnAgent && { 'user-agent': 'Stockbook-Webhooks/1.0' }),
      'stockbook-attempt': String(number),
      'stockbook-trigger': trigger,
      ...signedHeaders(event_id, body, this.secrets.signing(endpoint)),
      ...(span && { traceparent: traceparentOf(span) ?? '' }),
    };
    const key = `${delivery_id}-${number}`;
    const request = { key, url, headers: { ...Object.fromEntries(own), ...headers }, body, isRetry: number > 1 };
    const outcome = await this.http.post(request, sending.deadline_ms);
    durations.observe(outcome.total_ms / 1_000);
    span?.setAttributes({ 'http.response.status_code': outcome.status, 'stockbook.attempt': number });
    if (span && outcome.failure) markFailed(span, outcome.failure);
    span?.end();
    const masked = Object.fromEntries(own.map(([name]) => [name, MASK]));
    const shown = { 'stockbook-delivery': key, ...masked, ...headers };
    const attempt = attemptOf(outcome, sending, maskedUrl(url), shown);
    return { outcome, attempt: variantOf(endpoint) === 'cost' ? { ...attempt, has_cost: true } : attempt };
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

function attemptOf(
  outcome: Outcome,
  { body, trigger, number }: Sending,
  url: string,
  request_headers: Record<string, string>,
): StoredAttempt {
  const { connection, failure, message, response_headers } = outcome;
  const { location } = response_headers;
  const times = { dns_ms: connection?.dns_ms, connect_ms: connection?.connect_ms, tls_ms: connection?.tls_ms };
  return {
    number,
    trigger,
    date_start: shownDate(outcome.date_start),
    dns_ms: Math.round(times.dns_ms ?? 0),
    connect_ms: Math.round(times.connect_ms ?? 0),
    tls_ms: Math.round(times.tls_ms ?? 0),
    first_byte_ms: Math.round(outcome.first_byte_ms),
    total_ms: Math.round(outcome.total_ms),
    url,
    address: connection?.address ?? '',
    tls: connection?.tls ?? '',
    request_headers,
    body_bytes: Buffer.byteLength(body),
    status: outcome.status,
    response_headers: location ? { ...response_headers, location: maskedLocation(location) } : response_headers,
    response_body: outcome.response_body,
    truncated: outcome.is_truncated,
    ...(failure && { failure, message }),
  };
}
