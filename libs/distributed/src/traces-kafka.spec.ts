import { freePort, localUrl } from '@stockbook/process';
import { services } from '@stockbook/contracts';
import {
  AppProcess,
  buildApps,
  checkedClient,
  type CollectedSpan,
  Collector,
  eventually,
  migratedDatabase,
  ok,
  openShop,
  orderOf,
  runCli,
  type ScratchDatabase,
  stockItem,
  type TestUser,
} from '@stockbook/testing';
import { describeKafka, dropTopics, testBrokers } from '@stockbook/testing/kafka';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { v7 as uuidV7 } from 'uuid';
import { Receiver } from '../../integration/src/webhook/http/receiver.fixture.js';

const PATIENCE_MS = 60_000;
const keys = `k1:${Buffer.alloc(32).toString('base64')}`;
const CLIENTS_TRACE = 'abcdefabcdefabcdefabcdefabcdef01';
const traceparent = `00-${CLIENTS_TRACE}-1234567890abcdef-01`;

let collector: Collector;
const running: AppProcess[] = [];
beforeAll(buildApps, PATIENCE_MS);
beforeEach(async () => void (collector = await Collector.open()));
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.kill('SIGKILL')));
  await collector.close();
});

const portOf = async (env: Record<string, string>, variable: string) => (env[variable] = String(await freePort()));

async function startGateway(env: Record<string, string>, nodeOptions: readonly string[] = []) {
  const own: Record<string, string> = { STOCKBOOK_SECRET_KEYS: keys, LOG_LEVEL: 'fatal', ...env };
  for (const variable of ['PORT', 'HEALTH_PORT']) await portOf(own, variable);
  const process = new AppProcess('gateway', own, nodeOptions);
  running.push(process);
  await process.ready();
  return { process, url: localUrl('127.0.0.1', Number(own['PORT'])) };
}

/** A request that the gateway refuses by itself. */
const askUnsigned = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/sale/order/get`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

describe('a client that sends a traceparent', () => {
  test.each([
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
    // The stop sends the spans that wait.
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
  const { port } = silent.address() as { port: number };
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

describeKafka('an order', () => {
  const prefix = `traces-${uuidV7()}.`;
  let database: ScratchDatabase;
  let receiver: Receiver;
  let user: TestUser;
  beforeEach(async () => {
    database = await migratedDatabase();
    receiver = await Receiver.open();
    const shared: Record<string, string> = {
      DATABASE_URL: database.url,
      KAFKA_BROKERS: testBrokers.join(','),
      KAFKA_TOPIC_PREFIX: prefix,
      KAFKA_PARTITIONS: '2',
      STOCKBOOK_SECRET_KEYS: keys,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
    };
    const ports: Record<string, string> = {};
    for (const name of services) {
      ports[name] = await portOf({}, name);
      shared[`${name.toUpperCase()}_ADDRESS`] = `127.0.0.1:${ports[name]}`;
    }
    for (const name of services) {
      const env = { ...shared, PORT: ports[name]!, HEALTH_PORT: await portOf({}, name) };
      running.push(new AppProcess(name, env));
    }
    const [{ url }] = await Promise.all([startGateway(shared), ...running.map((each) => each.ready())]);
    const owner = ['--domain', 'shop', '--name', 'Shop', '--email', 'owner@shop.test', '--currency', 'USD'];
    const { out } = await runCli(shared, ['account', 'add', ...owner]);
    const { account_id, user_id, ...credentials } = JSON.parse(out);
    user = { account_id, user_id, credentials, api: checkedClient(url, credentials) };
  }, PATIENCE_MS);
  afterEach(async () => {
    await receiver.close();
    await database.drop();
    await dropTopics({ brokers: testBrokers, prefix });
  });

  test('is one trace from the gateway to the services, over Kafka, to the receiver of a webhook', async () => {
    const shop = await openShop(user);
    const item_id = await stockItem(user, shop, 5);
    ok(await user.api.integration.webhook.add({ url: receiver.url, events: ['sale_order'] }));
    const order = orderOf(shop, [{ item_id, quantity: 2 }], { order_status_id: shop.paid_id });
    ok(await user.api.sale.order.add(order));

    const names = () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
    await eventually(() => names().includes('sale_order.settled') || names().length > 1, PATIENCE_MS);
    await Promise.all(running.map((each) => each.kill('SIGTERM')));

    const root = collector.spans.find(({ name, parent_id }) => name === 'sale/order/add' && !parent_id)!;
    const trace = collector.spans.filter(({ trace_id }) => trace_id === root.trace_id);
    console.log(
      names(),
      show(trace, ''),
      receiver.received.map(({ headers }) => headers['traceparent']),
    );
  }, 120_000);
});

/** The spans below a span, as lines. */
function show(spans: readonly CollectedSpan[], parent_id: string, indent = ''): string {
  return spans
    .filter((span) => span.parent_id === parent_id)
    .map(
      (span) =>
        `${indent}${span.service} ${span.name} ${span.kind} links ${span.links.length}\n${show(spans, span.span_id, `${indent}  `)}`,
    )
    .join('');
}
