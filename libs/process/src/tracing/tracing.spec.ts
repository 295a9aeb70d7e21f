import { SpanKind } from '@opentelemetry/api';
import { Collector, eventually } from '@stockbook/testing';
import { ended, startBatchSpan, startSpan, startTracing, traceIdOf, traceparentOf } from './tracing.js';
import { tracingOf } from './tracing-settings.js';

const [ONE, OTHER] = ['0000000000000000000000000000000a', '0000000000000000000000000000000b'];
const carrying = (trace_id: string, span: number, flags = '01') => ({
  traceparent: `00-${trace_id}-${span.toString(16).padStart(16, '0')}-${flags}`,
});

let collector: Collector;
let stop: () => Promise<void>;
const faults: unknown[] = [];
beforeEach(async () => {
  collector = await Collector.open();
  // No request is traced: the recorded spans belong to a trace that another process has begun.
  const settings = { endpoint: collector.url, ratio: 0, trustsClients: false, version: '1' };
  stop = await startTracing('test', settings, (fault) => faults.push(fault));
});
afterEach(() => collector.close());

test('work of a trace is in it, and gives its own context on', async () => {
  const span = startSpan(SpanKind.CLIENT, carrying(ONE, 1).traceparent, 'transaction', 'sales');
  const traceparent = traceparentOf(span);
  span?.end();
  await stop();
  const [sent] = collector.spans;
  expect(sent).toMatchObject({ name: 'transaction sales', trace_id: ONE, parent_id: '0000000000000001', kind: 3 });
  expect(traceparent).toBe(`00-${ONE}-${sent?.span_id}-01`);
  expect(traceIdOf(traceparent)).toBe(ONE);
});

test('a batch of one trace is in that trace', async () => {
  startBatchSpan(SpanKind.CONSUMER, [carrying(ONE, 1), {}, carrying(ONE, 2)], 'apply', 'sale.order')?.end();
  await stop();
  expect(collector.spans).toMatchObject([{ trace_id: ONE, parent_id: '0000000000000001', links: [{}, {}] }]);
});

test('a batch of several traces is a trace of its own, linked to at most 128 contexts', async () => {
  const parts = Array.from({ length: 200 }, (_, index) => carrying(index % 2 ? ONE : OTHER, index + 1));
  startBatchSpan(SpanKind.CONSUMER, parts, 'apply', 'sale.order')?.end();
  await stop();
  const [sent] = collector.spans;
  expect(sent?.parent_id).toBe('');
  expect([ONE, OTHER]).not.toContain(sent?.trace_id);
  expect(sent?.links).toHaveLength(128);
  expect(new Set(sent?.links.map(({ trace_id }) => trace_id))).toEqual(new Set([ONE, OTHER]));
});

test.each([
  ['without a trace', undefined],
  ['of a trace that is not sampled', carrying(ONE, 1, '00').traceparent],
  ['with a context that is none', 'x'.repeat(55)],
])('work %s has no span', async (_, traceparent) => {
  expect(startSpan(SpanKind.CLIENT, traceparent, 'transaction')).toBeUndefined();
  expect(startBatchSpan(SpanKind.CONSUMER, [{ traceparent }], 'apply')).toBeUndefined();
  await stop();
});

test('the failure of a span is shown by its names, without values', async () => {
  const fault = Object.assign(new Error('invalid text: "whsec_9f8a7b"'), { code: '22P02', detail: 'whsec_9f8a7b' });
  const span = startSpan(SpanKind.CLIENT, carrying(ONE, 1).traceparent, 'transaction', 'sales');
  await expect(ended(Promise.reject(fault), span)).rejects.toBe(fault);
  await stop();
  const received = Buffer.concat(collector.received).toString('latin1');
  expect(received).toContain('22P02');
  expect(received).not.toContain('whsec_9f8a7b');
});

test('nothing is recorded after the stop', async () => {
  await stop();
  expect(startSpan(SpanKind.CLIENT, carrying(ONE, 1).traceparent, 'transaction')).toBeUndefined();
});

test('a collector that is away is reported', async () => {
  await collector.close();
  startSpan(SpanKind.CLIENT, carrying(ONE, 1).traceparent, 'transaction')?.end();
  await stop();
  await eventually(() => faults.length > 0);
  collector = await Collector.open();
});

test('without an endpoint there are no settings, and wrong ones are refused', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(tracingOf({ OTEL_TRACES_SAMPLER_ARG: '1' })).toBeUndefined();
  expect(tracingOf(endpoint)).toMatchObject({ ratio: 0.01, trustsClients: false });
  expect(() => tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow('must be a URL');
  expect(() => tracingOf({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('from 0 to 1');
});
