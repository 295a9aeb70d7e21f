import {
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { setTimeout as delay } from 'node:timers/promises';
import { shownFault } from '../log/shown-fault.js';
import { seldom } from '../seldom.js';
import type { TracingSettings } from './tracing-settings.js';

/** A stop waits no longer for a collector. */
const CLOSE_MS = 2_000;
const REPORT_EVERY_MS = 60_000;
/** The SDK keeps at most this many. */
const MOST_LINKS = 128;

/** Stays undefined while tracing is off. */
let tracer: Tracer | undefined;
let trustsClients = false;

/** A traced call, event or row: it carries the W3C `traceparent` of the work that it belongs to. */
export interface Traced {
  readonly traceparent?: string | null | undefined;
}

/** Loads the SDK only if there are settings. Returns a function that sends the last spans. */
export async function startTracing(
  service: string,
  settings: TracingSettings | undefined,
  report: (fault: unknown) => void,
): Promise<() => Promise<void>> {
  if (!settings) return async () => undefined;
  const { exportSpans } = await import('./otlp.js');
  const spans = exportSpans(service, settings, seldom(REPORT_EVERY_MS, report));
  ({ tracer } = spans);
  ({ trustsClients } = settings);
  return async () => {
    tracer = undefined;
    await Promise.race([spans.close().catch(report), delay(CLOSE_MS, undefined, { ref: false })]);
  };
}

/** Undefined when the work is not sampled, or tracing is off, which costs only this check. */
export function startSpan(
  kind: SpanKind,
  traceparent: Traced['traceparent'],
  name: string,
  of?: string,
): Span | undefined {
  if (!traceparent || !tracer) return undefined;
  const parent = contextOf(traceparent);
  if (!parent) return undefined;
  return recorded(tracer.startSpan(named(name, of), { kind }, trace.setSpanContext(ROOT_CONTEXT, parent)));
}

/** Links each traced part; the span belongs to their trace if they have only one. */
export function startBatchSpan(kind: SpanKind, parts: readonly Traced[], name: string, of?: string): Span | undefined {
  if (!tracer) return undefined;
  const links = linksTo(parts);
  const [first] = links;
  if (!first) return undefined;
  const isOneTrace = links.every(({ context }) => context.traceId === first.context.traceId);
  const parent = isOneTrace ? trace.setSpanContext(ROOT_CONTEXT, first.context) : ROOT_CONTEXT;
  return recorded(tracer.startSpan(named(name, of), { kind, links }, parent));
}

/** A client's `traceparent` would let it force sampling: it is linked, unless clients are trusted. */
export function startRequestSpan(name: string, given: unknown): Span | undefined {
  if (!tracer) return undefined;
  const client = typeof given === 'string' ? contextOf(given) : undefined;
  const isObeyed = client && trustsClients;
  const parent = isObeyed ? trace.setSpanContext(ROOT_CONTEXT, client) : ROOT_CONTEXT;
  const span = recorded(tracer.startSpan(name, { kind: SpanKind.SERVER }, parent));
  // The link is added behind the sampler, which records whatever has links.
  if (client && !isObeyed) span?.addLink({ context: client });
  return span;
}

export function traceparentOf(span: Span | undefined): string | undefined {
  if (!span) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}

export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];

/** Ends the span with the work, whose failure it shows unless that is an answer to the client. */
export function ended<T>(
  work: Promise<T>,
  span: Span | undefined,
  isFault: (failure: unknown) => boolean = () => true,
): Promise<T> {
  if (!span) return work;
  const shown = work.catch((failure: unknown) => {
    if (isFault(failure)) markFailed(span, failure);
    throw failure;
  });
  return shown.finally(() => span.end());
}

/** The failure is an error, or the name of an outcome. */
export function markFailed(span: Span, failure: unknown): void {
  if (typeof failure !== 'object' || failure === null) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(failure) });
    return;
  }
  const { name, code, message = '', stack } = shownFault(failure);
  span.recordException({ name, message, ...(code !== undefined && { code }), ...(stack && { stack }) });
  span.setStatus({ code: SpanStatusCode.ERROR, message: message || name });
}

const named = (name: string, of?: string): string => (of ? `${name} ${of}` : name);

const recorded = (span: Span): Span | undefined => (span.isRecording() ? span : undefined);

const contextOf = (traceparent: string): SpanContext | undefined =>
  trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));

function linksTo(parts: readonly Traced[]): Link[] {
  const distinct = new Set<string>();
  for (const { traceparent } of parts) if (traceparent && distinct.size < MOST_LINKS) distinct.add(traceparent);
  return [...distinct].flatMap((traceparent) => {
    const context = contextOf(traceparent);
    return context && context.traceFlags & TraceFlags.SAMPLED ? [{ context }] : [];
  });
}
