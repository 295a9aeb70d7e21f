import { propagation, type Tracer } from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { randomUUID } from 'node:crypto';
import type { TracingSettings } from './tracing-settings.js';

const QUEUE_SPANS = 2_048;
const EXPORT_MS = 2_000;

export interface SpanExport {
  readonly tracer: Tracer;
  /** Sends the spans that wait. */
  close(): Promise<void>;
}

/** Only this file imports the SDK, whose exporter reads variables for headers and certificates. */
export function exportSpans(
  service: string,
  { endpoint, ratio, version }: TracingSettings,
  report: (fault: unknown) => void,
): SpanExport {
  setGlobalErrorHandler(report);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
  const resource = resourceFromAttributes({
    'service.namespace': 'stockbook',
    'service.name': service,
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: ratioOrLinked(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: QUEUE_SPANS, exportTimeoutMillis: EXPORT_MS })],
  });
  return { tracer: provider.getTracer('stockbook', version), close: () => provider.shutdown() };
}

/** A root that begins with links is a batch of which some parts are traced. */
function ratioOrLinked(ratio: number): Sampler {
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  return {
    shouldSample: (context, traceId, _name, _kind, _attributes, links) =>
      links.length ? { decision: SamplingDecision.RECORD_AND_SAMPLED } : byRatio.shouldSample(context, traceId),
    toString: () => `${byRatio} or linked`,
  };
}
