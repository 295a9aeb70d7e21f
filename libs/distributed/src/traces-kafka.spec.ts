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
import { TEST_KEYS } from '@stockbook/testing/trust';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { v7 as uuidV7 } from 'uuid';

const PATIENCE_MS = 60_000;

describeKafka('with the services apart', () => {
  const prefix = `traces-${uuidV7()}.`;
  /** The traceparents of the webhooks. */
  const received: unknown[] = [];
  const receiver = createServer(({ headers }, response) => {
    received.push(headers['traceparent']);
    response.end();
  });
  const running = new Map<string, AppProcess>();
  let collector: Collector;
  let database: ScratchDatabase;
  let user: TestUser;
  beforeAll(async () => {
    buildApps();
    collector = await Collector.open();
    database = await migratedDatabase();
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const env: Record<string, string> = {
      DATABASE_URL: database.url,
      KAFKA_BROKERS: testBrokers.join(','),
      KAFKA_TOPIC_PREFIX: prefix,
      KAFKA_PARTITIONS: '2',
      STOCKBOOK_SECRET_KEYS: TEST_KEYS,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
    };
    const ports = new Map<string, number>();
    for (const name of ['gateway', ...services]) ports.set(name, await freePort());
    for (const name of services) env[`${name.toUpperCase()}_ADDRESS`] = `127.0.0.1:${ports.get(name)}`;
    for (const [name, port] of ports) {
      const own = { PORT: String(port), HEALTH_PORT: String(await freePort()) };
      running.set(name, new AppProcess(name, { ...env, ...own }));
    }
    await Promise.all([...running.values()].map((each) => each.ready()));
    const owner = ['--domain', 'shop', '--name', 'Shop', '--email', 'owner@shop.test', '--currency', 'USD'];
    const { out } = await runCli(env, ['account', 'add', ...owner]);
    const { account_id, user_id, ...credentials } = JSON.parse(out);
    const url = localUrl('127.0.0.1', ports.get('gateway')!);
    user = { account_id, user_id, credentials, api: checkedClient(url, credentials) };
  }, PATIENCE_MS);
  afterAll(async () => {
    await Promise.all([...running.values()].map((each) => each.kill('SIGKILL')));
    receiver.close();
    await collector.close();
    await database.drop();
    await dropTopics({ brokers: testBrokers, prefix });
  });

  const rootOf = (operation: string) => collector.spans.find(({ name, parent_id }) => name === operation && !parent_id);

  test(
    'a failed request is in the log with its trace',
    async () => {
      const { brand_id } = ok(await user.api.inventory.brand.add({ name: 'Hot' }));
      const locker = new Client({ connectionString: database.url });
      await locker.connect();
      await locker.query('BEGIN');
      await locker.query('SELECT FROM inventory.brand FOR UPDATE');
      const { error } = await user.api.inventory.brand.edit({ brand_id, name: 'Cool' });
      expect(error).toHaveLength(1);
      await locker.end();
      await eventually(() => rootOf('inventory/brand/edit') !== undefined, PATIENCE_MS);
      const line = new RegExp(`"request_id":"[^"]+","trace_id":"${rootOf('inventory/brand/edit')?.trace_id}"`);
      expect(running.get('inventory')?.output).toMatch(line);
    },
    PATIENCE_MS,
  );

  test(
    'an order is one trace from the gateway to the services, over Kafka, to the receiver of a webhook',
    async () => {
      const shop = await openShop(user);
      const item_id = await stockItem(user, shop, 5);
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
      ok(await user.api.integration.webhook.add({ url, events: ['sale_order'] }));
      const order = orderOf(shop, [{ item_id, quantity: 2 }], { order_status_id: shop.paid_id });
      ok(await user.api.sale.order.add(order));

      await eventually(() => received.length === 2, PATIENCE_MS);
      // At its stop a process sends the spans that wait.
      await Promise.all([...running.values()].map((each) => each.kill('SIGTERM')));
      const root = rootOf('sale/order/add')!;
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
    },
    PATIENCE_MS,
  );
});

/** Returns the names from the root to the span. */
function pathOf(span: CollectedSpan, trace: readonly CollectedSpan[]): string {
  const parent = trace.find(({ span_id }) => span_id === span.parent_id);
  return `${parent ? `${pathOf(parent, trace)} > ` : ''}${span.service} ${span.name}`;
}
