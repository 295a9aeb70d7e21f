import type { Event } from '@stockbook/contracts';
import { inventoryService } from '@stockbook/inventory';
import { Consumer, LocalBus } from '@stockbook/messaging';
import type { Db } from '@stockbook/persistence';
import { openLog } from '@stockbook/process';
import { withRouter } from '@stockbook/service';
import { companyEvent, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { TEST_KEYS } from '@stockbook/testing/trust';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { inProcess } from '../../topology.js';
import { withSchema } from '../database-access.js';
import { runIn } from '../program.fixture.js';

let database: ScratchDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await scratchDatabase();
  env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent' };
});
afterAll(() => database.drop());

const run = (...args: string[]) => runIn(env, ['events', ...args]);
const inventory = <T>(work: (db: Db) => Promise<T>) => withSchema(database.url, inventoryService, work);
const replay = (...args: string[]) =>
  run('replay', '--service', 'inventory', '--account', '1', '--topic', 'setting.company', '--key', '1', ...args);

/** Makes events of a company that forbids and allows negative stock in turn. */
const policies = (count: number): Event[] =>
  Array.from({ length: count }, (_, index) => companyEvent(1, index + 1, { allow_negative_stock: index % 2 === 1 }));

/** Delivers to the service's own handlers while a table that they need is away. */
const park = (events: readonly Event[]) =>
  inventory(async (db) => {
    const environment = { services: inProcess().services, log: openLog('test', 'silent') };
    await withRouter(inventoryService, environment, db, async (router) => {
      const bus = new LocalBus();
      const consumer = new Consumer({ db, bus, group: 'inventory', router, report: () => undefined });
      await consumer.start();
      await hidePolicies();
      await bus.publish(events);
      await consumer.stop();
    });
  });
const hidePolicies = () => inventory((db) => db.source.query('ALTER TABLE inventory.stock_policy RENAME TO hidden'));
const showPolicies = () => inventory((db) => db.source.query('ALTER TABLE inventory.hidden RENAME TO stock_policy'));
const policyOf = (account_id: number) =>
  inventory((db) => db.source.query('SELECT * FROM inventory.stock_policy WHERE account_id = $1', [account_id]));

/** Clears the tables, so that each test finds nothing of the one before. */
const forget = () =>
  inventory(async (db) => {
    for (const table of ['parked_event', 'inbox', 'stock_policy'])
      await db.source.query(`DELETE FROM inventory.${table}`);
  });

describe('parked events', () => {
  afterEach(forget);

  it('are listed under the names of the options that replay them', async () => {
    expect(await run('parked')).toBe('[]');
    await park(policies(2));
    const listed: unknown = JSON.parse(await run('parked'));
    expect(listed).toEqual([
      {
        service: 'inventory',
        group: 'inventory',
        account: 1,
        topic: 'setting.company',
        key: 1,
        events: 2,
        parked_at: expect.stringMatching(/^\d{4}-/),
        error: expect.stringContaining('relation "inventory.stock_policy" does not exist'),
      },
    ]);
    expect(JSON.parse(await run('parked', '--service', 'inventory'))).toEqual(listed);
    expect(await run('parked', '--service', 'sales')).toBe('[]');
    await showPolicies();
  });

  it("are applied by a replay, in order and by the service's own handlers, once their fault is mended", async () => {
    await park(policies(2));
    expect(await replay()).toMatch(/^setting\.company 1 failed again \(.*"inventory\.stock_policy".*\)\.$/);
    await showPolicies();
    expect(await replay()).toBe('Applied 2 events of setting.company 1.');
    expect(await policyOf(1)).toEqual([expect.objectContaining({ allow_negative_stock: true, version: 2 })]);
    expect(await run('parked')).toBe('[]');
    expect(await replay()).toBe(
      'No events of setting.company 1 of account 1 are parked for the group inventory of inventory.',
    );
  });

  it('of which one fails again are applied up to it, and the replay says so', async () => {
    const [first, second] = policies(2);
    const unknown = { ...second!, event_id: uuidV7(), name: 'setting.company.merged' };
    await park([first!, unknown]);
    await showPolicies();
    expect(await replay()).toBe(
      'Applied 1 event of setting.company 1; the next failed again (Error: ' +
        'There is no kind of event setting.company.merged.).',
    );
    expect(JSON.parse(await run('parked'))).toEqual([expect.objectContaining({ events: 1 })]);
  });

  it('of another group are not replayed', async () => {
    await park(policies(1));
    await showPolicies();
    expect(await replay('--group', 'audit')).toBe(
      'No events of setting.company 1 of account 1 are parked for the group audit of inventory.',
    );
    expect(await policyOf(1)).toEqual([]);
  });
});

const TIME = ['--since', '2026-11-01T00:00:00Z'];
test.each([
  [
    ['parked', '--service', 'stock'],
    'There is no service stock; the services are sales, inventory, settings, integration.',
  ],
  [
    ['replay', '--service', 'sales', '--account', '0'],
    "The account must be a whole number from 1 to 2147483647, not '0'.",
  ],
  [
    ['replay', '--service', 'sales', '--key', '1e3'],
    "The key must be a whole number from 1 to 9007199254740991, not '1e3'.",
  ],
  [['refill', '--topic', 'sale.ordre'], /^There is no topic sale\.ordre; the topics are .*, sale\.order, .*\.$/],
  [['refill', '--since', 'yesterday'], "The time must be written like 2026-11-01T00:00:00Z, not 'yesterday'."],
  [['refill', '--since', '2026-11-01'], "The time must be written like 2026-11-01T00:00:00Z, not '2026-11-01'."],
  [
    ['refill', '--since', '2026-13-01T00:00:00Z'],
    "The time must be written like 2026-11-01T00:00:00Z, not '2026-13-01T00:00:00Z'.",
  ],
  [['refill', '--service', 'sales', '--topic', 'sale.order', ...TIME], 'KAFKA_BROKERS must be set.'],
])('%j is refused by a sentence', async (args, sentence) => {
  expect(await run(...args)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});

test('a Kafka that cannot be reached is one sentence', async () => {
  const deaf = { ...env, KAFKA_BROKERS: '127.0.0.1:1', STOCKBOOK_SECRET_KEYS: TEST_KEYS };
  expect(await runIn(deaf, ['events', 'refill', '--service', 'sales', '--topic', 'sale.order', ...TIME])).toMatch(
    /^The refill through Kafka at 127\.0\.0\.1:1 was broken off \(.*ECONNREFUSED.*\): it can be repeated\.$/,
  );
});

test('a refill without the keys of the services is refused, and makes none', async () => {
  const home = await mkdtemp(join(tmpdir(), 'stockbook-cli-'));
  const keyless = { ...env, STOCKBOOK_HOME: home, KAFKA_BROKERS: '127.0.0.1:1' };
  const refill = ['events', 'refill', '--service', 'sales', '--topic', 'sale.order', ...TIME];
  expect(await runIn(keyless, refill)).toBe(
    'STOCKBOOK_SECRET_KEYS must be set to the keys of the services, ' +
      `or STOCKBOOK_HOME to a home folder that has keys: ${home} has none.`,
  );
  expect(await readdir(home)).toEqual([]);
  await writeFile(join(home, 'secret.keys'), `${TEST_KEYS}\n`);
  expect(await runIn(keyless, refill)).toMatch(/^The refill through Kafka at 127\.0\.0\.1:1 was broken off /);
  await rm(home, { recursive: true });
});

test('a database that cannot be reached is one sentence', async () => {
  const gone = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none' };
  expect(await runIn(gone, ['events', 'parked'])).toMatch(
    /^The database none at 127\.0\.0\.1:1 of DATABASE_URL cannot be used: .*\.$/,
  );
});
