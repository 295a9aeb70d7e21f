import { operations, operationsOf, type Service, services } from '@stockbook/contracts';
import * as contracts from '@stockbook/contracts';
import { LocalBus } from '@stockbook/messaging';
import { statement } from '@stockbook/persistence';
import { openLog } from '@stockbook/process';
import { InProcessServer } from '@stockbook/rpc';
import { runService } from '@stockbook/service';
import { World } from '@stockbook/testing';
import type { MessageHandler } from '@nestjs/microservices';
import { definitions } from './definitions.js';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const databaseOf = (service: Service) => world.assembly.running[service].db.source;

class RecordingServer extends InProcessServer {
  readonly patterns: string[] = [];

  override addHandler(pattern: string, ...others: [callback: MessageHandler]): void {
    this.patterns.push(pattern);
    super.addHandler(pattern, ...others);
  }
}

/** Returns the operations that the handlers of a service are marked for. */
async function handledBy(service: Service): Promise<string[]> {
  const { options } = databaseOf(service);
  if (options.type !== 'postgres' || !options.url) throw new Error('The database has no URL.');
  const [strategy, { services }] = [new RecordingServer(), world.assembly];
  const environment = { databaseUrl: options.url, bus: new LocalBus(), services, log: openLog('test', 'silent') };
  const replica = await runService(definitions[service], { ...environment, transport: { strategy } });
  await replica.stop();
  return strategy.patterns;
}

const internal = operationsOf({
  identity: contracts.identity,
  userActivity: contracts.userActivity,
  credential: contracts.credential,
  session: contracts.session,
  settings: contracts.settingsReference,
  channels: contracts.channelsReference,
  locations: contracts.locationsReference,
  groups: contracts.customerGroupsReference,
  groupOf: contracts.customerGroupOf,
  claims: contracts.promotionClaim,
  groupTaxes: contracts.channelGroupTaxes,
  invoiceCompany: contracts.invoiceCompany,
  invoiceSource: contracts.invoiceSource,
  demands: contracts.demandedStock,
  items: contracts.itemMatch,
  policy: contracts.stockPolicy,
  activity: contracts.channelActivity,
  channelReferrers: contracts.channelReferrers,
  channelsOfGroups: contracts.channelsOfGroups,
  groupChannels: contracts.groupChannels,
  channelGroupReferrers: contracts.channelGroupReferrers,
  languageReferrers: contracts.languageReferrers,
  orderItem: contracts.orderItem,
  orderLocation: contracts.orderLocation,
  orderSubscription: contracts.orderSubscription,
  stockSubscription: contracts.stockSubscription,
});

describe.each(services)('%s', (service) => {
  it('handles every operation that the contract gives it, once, and no other', async () => {
    const own = [...operations.values(), ...internal].filter((operation) => operation.service === service);
    expect((await handledBy(service)).sort()).toEqual(own.map(({ path }) => path).sort());
  });

  it('has the tables that its entities say', async () => {
    const { upQueries } = await databaseOf(service).driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('lets its role see nothing but the rows of the accounts named', async () => {
    const tables: { name: string; guarded: boolean; owned: boolean }[] = await databaseOf(service).query(
      `SELECT c.relname AS name, c.relrowsecurity AND p.polname IS NOT NULL AS guarded,
         EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'account_id') AS owned
       FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid
       WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname <> 'generation'
         AND has_table_privilege('stockbook_' || $1, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
      [service],
    );
    expect(tables.length).toBeGreaterThan(4);
    expect(tables.filter(({ guarded, owned }) => !guarded || !owned)).toEqual([]);
  });

  it("cannot reach another service's schema", async () => {
    const other = service === 'sales' ? 'settings' : 'sales';
    const peek = statement('peek', `SELECT 1 FROM ${other}.outbox`);
    const { db } = world.assembly.running[service];
    await expect(db.transactFor([1], (tx) => tx.query(peek, []))).rejects.toThrow(/permission denied/);
  });
});

test("a write that forgot the account touches no other account's rows", async () => {
  const [mine, theirs] = [await world.account(), await world.account()];
  for (const { api } of [mine, theirs]) await api.inventory.brand.add({ name: 'Kept' });
  const { db } = world.assembly.running.inventory;
  const rename = statement('rename_all', `UPDATE inventory.brand SET name = 'Taken' RETURNING account_id`);
  const changed = await db.transactFor([mine.account_id], (tx) => tx.query<{ account_id: number }>(rename, []));
  expect(changed).toEqual([{ account_id: mine.account_id }]);
  const forge = statement('forge', `INSERT INTO inventory.brand (account_id, name) VALUES ($1, 'Forged')`);
  const forged = db.transactFor([mine.account_id], (tx) => tx.query(forge, [theirs.account_id]));
  await expect(forged).rejects.toThrow(/row-level security/);
});

test.each(['UPDATE inventory.item_flow SET quantity = 0', 'DELETE FROM inventory.item_flow'])(
  'the flow is append-only: %s',
  async (sql) => {
    const { db } = world.assembly.running.inventory;
    await expect(db.transactFor([1], (tx) => tx.query(statement(sql, sql), []))).rejects.toThrow(/permission denied/);
  },
);
