import { freePort } from '@stockbook/process';
import { AppProcess, buildApps, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { TEST_KEYS } from '@stockbook/testing/trust';
import { once } from 'node:events';
import { createServer } from 'node:net';

let database: ScratchDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  database = await scratchDatabase();
  // No broker answers there, because a service serves without Kafka.
  env = {
    STOCKBOOK_SECRET_KEYS: TEST_KEYS,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: '127.0.0.1:1',
    LOG_LEVEL: 'fatal',
  };
});
afterAll(() => database.drop());

const metricsAt = async (port: number) => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  return response.status === 200 ? response.text() : response.status;
};
const probe = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/health/${path}`);
  return { status: response.status, body: await response.json() };
};

test.each(['sales', 'inventory', 'settings', 'integration'])('%s starts alone and stops tidily', async (app) => {
  const [port, health] = [await freePort(), await freePort()];
  const process = new AppProcess(app, { ...env, PORT: `${port}`, HEALTH_PORT: `${health}` });
  expect(await process.ready()).toBe(`127.0.0.1:${port}`);
  expect(await probe(health, 'live')).toEqual({ status: 200, body: { status: 'live', reasons: [] } });
  expect(await probe(health, 'ready')).toEqual({ status: 200, body: { status: 'ready', reasons: [] } });
  expect(await metricsAt(health)).toContain(
    `stockbook_db_connections{service="${app}",pool="write",state="waiting"} 0`,
  );
  expect(await process.kill('SIGTERM')).toBe(0);
  expect(process.output).toBe(`${app} is ready at 127.0.0.1:${port}\nStopping: SIGTERM.\n`);
});

test('a signal ends a service that still starts', async () => {
  const port = await freePort();
  const silent = createServer().listen(port, '127.0.0.1');
  const url = `postgres://u:p@127.0.0.1:${port}/x`;
  const process = new AppProcess('sales', { ...env, DATABASE_URL: url, PORT: `${await freePort()}` });
  await once(silent, 'connection');
  expect(await process.kill('SIGTERM')).toBe(0);
  expect(process.output).toBe('Stopping: SIGTERM.\n');
  silent.close();
});

test('a later signal ends a gateway that goes on serving for its balancers', async () => {
  const process = new AppProcess('gateway', {
    PORT: `${await freePort()}`,
    HEALTH_PORT: `${await freePort()}`,
    STOCKBOOK_SECRET_KEYS: TEST_KEYS,
    SHUTDOWN_DELAY_SECONDS: '600',
  });
  await process.ready();
  const repeated = setInterval(() => void process.kill('SIGTERM'), 100);
  expect(await process.exit).toBe(1);
  clearInterval(repeated);
  expect(process.output).toContain('Stopping: SIGTERM.');
});

test('the gateway serves without any service, and says of each request that none is there', async () => {
  const [port, health, nobody] = [await freePort(), await freePort(), await freePort()];
  const addresses = ['SALES', 'INVENTORY', 'SETTINGS', 'INTEGRATION'].map((name) => [
    `${name}_ADDRESS`,
    `127.0.0.1:${nobody}`,
  ]);
  const process = new AppProcess('gateway', {
    PORT: `${port}`,
    HEALTH_PORT: `${health}`,
    STOCKBOOK_SECRET_KEYS: TEST_KEYS,
    ...Object.fromEntries(addresses),
  });
  await process.ready();
  for (const at of [port, health]) expect(await probe(at, 'ready')).toMatchObject({ status: 200 });
  const body = JSON.stringify({ domain: 'x', api_key: 'y', auth_timestamp: 1, auth_signature: '0'.repeat(64) });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/sale/order/get`, { method: 'POST', headers, body });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({
    error: ['The settings service is not available now; the same request can be repeated safely.'],
  });
  const unreached = 'stockbook_calls_total{service="settings",operation="internal/identity/get",outcome="unreached"} 1';
  expect(await metricsAt(health)).toContain(unreached);
  expect(await metricsAt(port)).toBe(404);
  expect(await process.kill('SIGTERM')).toBe(0);
});

test.each([
  ['sales', {}, ['DATABASE_URL must be set.', 'STOCKBOOK_SECRET_KEYS must be set.', 'KAFKA_BROKERS must be set.']],
  ['gateway', {}, ['STOCKBOOK_SECRET_KEYS must be set.']],
  [
    'settings',
    { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', KAFKA_BROKERS: '127.0.0.1:1' },
    ['STOCKBOOK_SECRET_KEYS must be set.'],
  ],
  [
    'inventory',
    {
      STOCKBOOK_SECRET_KEYS: TEST_KEYS,
      ...{ PORT: 'x', DATABASE_URL: 'mysql://x', KAFKA_BROKERS: 'here', SALES_ADDRESS: 'sales', LOG_LEVEL: 'loud' },
    },
    [
      "PORT must be a whole number from 1 to 65535, not 'x'.",
      'DATABASE_URL must be written postgres://user:password@host:port/database.',
      "KAFKA_BROKERS must be written host:port,host:port, not 'here'.",
      "SALES_ADDRESS must be written host:port,host:port, not 'sales'.",
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'.",
    ],
  ],
])('%s with the settings %j prints a sentence for each fault and exits with 1', async (app, settings, sentences) => {
  const process = new AppProcess(app, settings);
  expect(await process.exit).toBe(1);
  expect(process.output).toBe(`${sentences.join('\n')}\n`);
});
