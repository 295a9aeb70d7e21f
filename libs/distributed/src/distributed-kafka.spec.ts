import { freePort } from '@stockbook/process';
import {
  AppProcess,
  buildApps,
  connect,
  eventually,
  runCli,
  scratchDatabase,
  type ScratchDatabase,
} from '@stockbook/testing';
import { describeKafka, describeOwnKafka, testBrokers } from '@stockbook/testing/kafka';
import { TEST_KEYS } from '@stockbook/testing/trust';
import { Kafka, logLevel } from 'kafkajs';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Processes start slowly where many do so at once. */
const PATIENCE_MS = 60_000;

let folder: string;
let env: Record<string, string>;
let supervisor: ChildProcess | undefined;
let second: AppProcess | undefined;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-distributed-'));
  env = { STOCKBOOK_HOME: join(folder, 'home'), PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '0' };
});
afterEach(async () => {
  supervisor?.kill('SIGKILL');
  await second?.kill('SIGTERM');
});
afterAll(() => rm(folder, { recursive: true }));

async function demo() {
  const text = await readFile(join(folder, 'home', 'demo.json'), 'utf8');
  const { url, ...credentials }: Record<'url' | 'domain' | 'api_key' | 'api_secret', string> = JSON.parse(text);
  return connect(url, credentials);
}

/** Starts the system with a supervisor that can be killed, and whose processes are known. */
async function startFixture() {
  const path = fileURLToPath(new URL('./system.fixture.mjs', import.meta.url));
  supervisor = fork(path, { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe', execArgv: [] });
  const said = { output: '' };
  supervisor.stdout?.setEncoding('utf8').on('data', (text: string) => (said.output += text));
  const [processes]: { name: string; pid: number }[][] = await once(supervisor, 'message');
  const pidOf = (wanted: string) => processes?.find(({ name }) => name === wanted)?.pid ?? 0;
  return { said, pids: (processes ?? []).map(({ pid }) => pid), pidOf };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describeOwnKafka('the system as processes of its own', () => {
  test('settles an order, restarts a process that exits, ends with its supervisor, and recovers', async () => {
    const { said, pids, pidOf } = await startFixture();
    const api = await demo();
    const order = await readFile(new URL('../../../docs/examples/order.json', import.meta.url), 'utf8');
    const added = await runCli(env, ['call', 'sale/order/add', '-'], order);
    expect(added).toMatchObject({ code: 0 });
    const { order_id } = (JSON.parse(added.out) as { order: { order_id: number } }).order;
    const { total } = await api.sale.order.get({ limit: 1 });
    process.kill(pidOf('inventory'), 'SIGKILL');
    await eventually(() => said.output.split('inventory is ready at').length === 3, PATIENCE_MS);
    expect(said.output).toMatch(
      /\ninventory\.1, process \d+, ended by itself \(SIGKILL\)\. It starts again in 0\.2 s\.\n/,
    );
    const isSettled = async (order_id: number) =>
      (await api.sale.order.get({ order_id })).orders.every(({ products }) =>
        products.every(({ deducted }) => deducted),
      );
    await eventually(() => isSettled(order_id), PATIENCE_MS);
    supervisor?.kill('SIGKILL');
    await eventually(() => !pids.some(isAlive));

    second = new AppProcess('distributed', env);
    const url = await second.printed(/\nStockbook is ready at (\S+)\nDemo account: .*\nTry: npx stockbook call .*\n/);
    expect(url).toBe(`http://127.0.0.1:${env['PORT']}`);
    expect(second.output).toContain('that an earlier run left behind');
    expect(await api.sale.order.get({ limit: 1 })).toMatchObject({ total });
    expect((await api.inventory.flow.get({ limit: 2 })).flows).toMatchObject([{ quantity: -1 }, { quantity: -2 }]);
    expect(await api.inventory.flow.verify({})).toMatchObject({ ok: true, faults: [] });
    const first = await api.sale.order.add(JSON.parse(order));
    await eventually(() => isSettled(first.order.order_id), 1_000);
    expect(await second.kill('SIGINT')).toBe(0);
    expect(second.output.indexOf('sales.1 | Stopping')).toBeGreaterThan(second.output.indexOf('gateway.1 | Stopping'));
  }, 180_000);

  test.each([
    ['its servers', /(Starting Kafka)/],
    ['its processes', /(Bringing the schemas up to date)/],
  ])('Ctrl-C while %s start stops what runs so far', async (_, line) => {
    const home = await mkdtemp(join(folder, 'interrupted-'));
    const process = new AppProcess('distributed', { ...env, STOCKBOOK_HOME: home });
    await process.printed(line);
    expect(await process.kill('SIGINT')).toBe(0);
    expect(process.output).toContain('\nStopping: SIGINT.\n');
    expect(await readdir(join(home, 'lock'))).toEqual([]);
    const left = await readdir(join(home, 'postgres'), { recursive: true });
    expect(left.filter((path) => /^draft-|postmaster\.pid$/.test(path))).toEqual([]);
  });
});

describeKafka('a service that starts', () => {
  let database: ScratchDatabase;
  let service: AppProcess | undefined;
  beforeAll(async () => void (database = await scratchDatabase()));
  afterEach(() => service?.kill('SIGTERM'));
  afterAll(() => database.drop());

  const start = async (app: 'inventory' | 'sales', variables: Record<string, string>) => {
    const ports = { PORT: String(await freePort()), HEALTH_PORT: String(await freePort()) };
    const needed = { DATABASE_URL: database.url, STOCKBOOK_SECRET_KEYS: TEST_KEYS };
    service = new AppProcess(app, { ...ports, ...needed, ...variables });
    await service.ready();
  };

  test.each(['inventory', 'sales'] as const)('is ready when the consumers of %s have their partitions', async (app) => {
    const prefix = `partitions-${app}.`;
    await start(app, { KAFKA_BROKERS: testBrokers.join(','), KAFKA_TOPIC_PREFIX: prefix });
    const admin = new Kafka({ brokers: [...testBrokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const { groups } = await admin.describeGroups([`${prefix}${app}`]).finally(() => admin.disconnect());
    expect(groups).toMatchObject([{ state: 'Stable', members: [expect.anything()] }]);
  });

  test('is ready soon where Kafka refuses', async () => {
    const began = performance.now();
    await start('inventory', { KAFKA_BROKERS: `127.0.0.1:${await freePort()}` });
    expect(performance.now() - began).toBeLessThan(25_000);
  });
});

describeKafka('a system that cannot start', () => {
  let database: ScratchDatabase;
  beforeAll(async () => void (database = await scratchDatabase()));
  afterAll(() => database.drop());

  test.each([
    ['no replicas', { STOCKBOOK_REPLICAS: '0' }, /^STOCKBOOK_REPLICAS must be a whole number from 1 to 16, not '0'\.$/],
    [
      'brokers that are none',
      { KAFKA_BROKERS: 'kafka' },
      /^KAFKA_BROKERS must be written host:port,host:port, not 'kafka'\.$/,
    ],
    [
      'neither brokers nor Java',
      { KAFKA_BROKERS: '', JAVA_HOME: '/nowhere' },
      /^Kafka needs Java 17, and .* does not run/,
    ],
    [
      'a DATABASE_URL that nobody answers',
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
      /^The database x at 127\.0\.0\.1:1 of DATABASE_URL cannot be used: /,
    ],
  ])('names %s in one clear sentence, and exits with code 1', async (_, wrong, sentence) => {
    const process = new AppProcess('distributed', { ...env, KAFKA_BROKERS: testBrokers.join(','), ...wrong });
    expect(await process.exit).toBe(1);
    expect(process.output.trim()).toMatch(sentence);
    expect(process.output.trim().split('\n')).toHaveLength(1);
    expect(process.output).not.toContain('hidden');
  });

  test('names a port in use in one clear sentence, and exits with code 1', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const process = new AppProcess('distributed', { ...env, PORT: String(port) });
    const code = await process.exit;
    other.close();
    expect([code, process.output]).toEqual([1, `The port ${port} is in use: set PORT to a free one.\n`]);
  });

  test('a process that does not start is tried three times, and what it says is shown', async () => {
    const process = new AppProcess('distributed', {
      ...env,
      DATABASE_URL: database.url,
      KAFKA_BROKERS: testBrokers.join(','),
      KAFKA_TOPIC_PREFIX: 'start.',
      SHUTDOWN_DELAY_SECONDS: 'soon',
    });
    expect(await process.exit).toBe(1);
    const fault = "gateway.1 | SHUTDOWN_DELAY_SECONDS must be a whole number from 0 to 600, not 'soon'.\n";
    expect(process.output.split(fault)).toHaveLength(4);
    expect(process.output).toMatch(/\ngateway\.1 does not start: it says why above\.\n$/);
  });
});
