import { freePort, localUrl } from '@stockbook/process';
import { AppProcess, buildApps, Collector } from '@stockbook/testing';
import { TEST_KEYS } from '@stockbook/testing/trust';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const CLIENTS_TRACE = 'abcdefabcdefabcdefabcdefabcdef01';
const traceparent = `00-${CLIENTS_TRACE}-1234567890abcdef-01`;

let collector: Collector;
let gateway: AppProcess | undefined;
beforeAll(buildApps, 60_000);
beforeEach(async () => void (collector = await Collector.open()));
afterEach(async () => {
  await gateway?.kill('SIGKILL');
  await collector.close();
});

async function startGateway(env: Record<string, string>, nodeOptions: readonly string[] = []) {
  const [port, health] = [await freePort(), await freePort()];
  const own = { STOCKBOOK_SECRET_KEYS: TEST_KEYS, LOG_LEVEL: 'fatal', PORT: String(port), HEALTH_PORT: String(health) };
  const process = new AppProcess('gateway', { ...own, ...env }, nodeOptions);
  gateway = process;
  await process.ready();
  return { process, url: localUrl('127.0.0.1', port) };
}

/** Sends a request that the gateway refuses by itself. */
const askUnsigned = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/sale/order/get`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

describe('a client that sends a traceparent', () => {
  it.each([
    [
      'is linked to a trace of our own',
      { OTEL_TRACES_SAMPLER_ARG: '1' },
      [{ isTheirs: false, links: [CLIENTS_TRACE] }],
    ],
    ['does not force its request to be traced', { OTEL_TRACES_SAMPLER_ARG: '0' }, []],
    [
      'is obeyed where clients are trusted',
      { OTEL_TRACES_SAMPLER_ARG: '0', OTEL_TRUST_CLIENTS: '1' },
      [{ isTheirs: true, links: [] }],
    ],
  ])('%s', async (_, settings, expected) => {
    const { process, url } = await startGateway({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
    expect((await askUnsigned(url, { traceparent })).status).toBe(401);
    // At its stop the process sends the spans that wait.
    expect(await process.kill('SIGTERM')).toBe(0);
    const roots = collector.spans.filter(({ name }) => name === 'sale/order/get');
    const found = roots.map(({ trace_id, links }) => ({
      isTheirs: trace_id === CLIENTS_TRACE,
      links: links.map((link) => link.trace_id),
    }));
    expect(found).toEqual(expected);
  });
});

test('a collector that never answers does not hold up a stop', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER_ARG: '1' };
  const { process, url } = await startGateway(endpoint);
  await askUnsigned(url);
  const began = performance.now();
  expect(await process.kill('SIGTERM')).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  silent.close();
});

test.each([
  ['is not loaded unless there is a collector', false],
  ['is loaded with one', true],
])('the SDK %s', async (_, isOn) => {
  const env: Record<string, string> = isOn ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } : {};
  const { process, url } = await startGateway(env, ['--import', './tools/list-loaded-packages.mjs']);
  await askUnsigned(url, { traceparent });
  expect(await process.kill('SIGTERM')).toBe(0);
  expect(process.output).toContain('"@opentelemetry/api"');
  expect(process.output.includes('"@opentelemetry/sdk-trace"')).toBe(isOn);
});
