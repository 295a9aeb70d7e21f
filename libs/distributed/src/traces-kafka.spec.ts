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
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { v7 as uuidV7 } from 'uuid';

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

describeKafka('an order', () => {
  const prefix = `traces-${uuidV7()}.`;
  let database: ScratchDatabase;
  /** The traceparents of the webhooks. */
  const received: unknown[] = [];
  const receiver = createHttpServer(({ headers }, response) => {
    received.push(headers['traceparent']);
    response.end();
  });
  let user: TestUser;
  beforeEach(async () => {
    database = await migratedDatabase();
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
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
    receiver.close();
    await database.drop();
    await dropTopics({ brokers: testBrokers, prefix });
  });

  test('is one trace from the gateway to the services, over Kafka, to the receiver of a webhook', async () => {
    const shop = await openShop(user);
    const item_id = await stockItem(user, shop, 5);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    ok(await user.api.integration.webhook.add({ url, events: ['sale_order'] }));
    const order = orderOf(shop, [{ item_id, quantity: 2 }], { order_status_id: shop.paid_id });
    ok(await user.api.sale.order.add(order));

    await eventually(() => received.length === 2, PATIENCE_MS);
    // The stop sends the spans that wait.
    await Promise.all(running.map((each) => each.kill('SIGTERM')));
    const root = collector.spans.find(({ name, parent_id }) => name === 'sale/order/add' && !parent_id)!;
    const trace = collector.spans.filter(({ trace_id }) => trace_id === root.trace_id);
    const request = 'gateway sale/order/add > gateway sale/order/add > sales sale/order/add';
    const stock = `${request} > inventory apply sale.order > inventory transaction inventory`;
    const settlement = `${stock} > sales apply inventory.order_stock > sales transaction sales`;
    const expected = [
      `${request} > sales internal/item/match > inventory internal/item/match`,
      `${request} > sales transaction sales`,
      `${request} > sales relay sales`,
      `${request} > integration webhook`,
      `${stock} > inventory relay inventory`,
      `${settlement} > integration webhook`,
    ];
    const paths = trace.map((span) => pathOf(span, trace));
    expect(paths).toEqual(expect.arrayContaining(expected));
    expect(paths.every((path) => path.startsWith('gateway sale/order/add'))).toBe(true);

    const handling = trace.find((span) => pathOf(span, trace) === request)!;
    const applied = trace.find((span) => pathOf(span, trace) === `${request} > inventory apply sale.order`);
    expect(applied?.links).toEqual([{ trace_id: root.trace_id, span_id: handling.span_id }]);
    const attempts = trace.filter(({ name }) => name === 'webhook').map(({ span_id }) => span_id);
    const sent = attempts.map((span_id) => `00-${root.trace_id}-${span_id}-01`);
    expect(received.sort()).toEqual(sent.sort());
  }, 120_000);
});

/** The names from the root to the span. */
function pathOf(span: CollectedSpan, trace: readonly CollectedSpan[]): string {
  const parent = trace.find(({ span_id }) => span_id === span.parent_id);
  return `${parent ? `${pathOf(parent, trace)} > ` : ''}${span.service} ${span.name}`;
}
