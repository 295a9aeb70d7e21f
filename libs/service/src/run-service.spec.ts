import { event, type Event, stockArrived, stockDocuments } from '@stockbook/contracts';
import { LocalBus, parkedKeys, publish, settled } from '@stockbook/messaging';
import { type Db, migrate } from '@stockbook/persistence';
import { type Environment, openLog } from '@stockbook/process';
import { addressesOf, InProcessServer, remoteServices } from '@stockbook/rpc';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import { trusted } from '@stockbook/testing/trust';
import { Module } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { Consumes } from './consumes.js';
import type { Job } from './jobs/job.js';
import { type RunningService, runService } from './run-service.js';
import { kernelTables, type ServiceDefinition } from './service-definition.js';
import { events } from './topics.js';

class Tables0001763600000001 {
  async up(runner: QueryRunner) {
    for (const sql of kernelTables('integration')) await runner.query(sql);
  }
  async down() {}
}
const nothing = { rows: [], modules: [] };
const definition: ServiceDefinition = { ...nothing, name: 'integration', migrations: [Tables0001763600000001] };

let database: ScratchDatabase;
beforeAll(async () => void (database = await scratchDatabase()));
afterAll(() => database.drop());

/** Runs the service while the work is done. */
async function withService(
  definition: ServiceDefinition,
  work: (service: RunningService) => Promise<void>,
  env: Environment = {},
) {
  const services = remoteServices(addressesOf({}), trusted);
  const transport = { strategy: new InProcessServer() };
  const log = openLog('test', 'silent');
  const bus = new LocalBus();
  await migrate(definition, database.url);
  const service = await runService(definition, { databaseUrl: database.url, bus, services, log, transport, env });
  await work(service).finally(() => service.stop());
  expect(await service.ready()).toEqual([`${definition.name} is stopping`]);
  services.close();
}

test('requests that hold all of their connections leave a service ready', () =>
  withService(definition, async (service) => {
    const statement = { name: 'sleep', text: 'SELECT pg_sleep(4)' };
    const { db } = service;
    const reads = Array.from({ length: 3 }, () => db.query(statement, []));
    const writes = Array.from({ length: 5 }, () => db.transactFor([1], (tx) => tx.query(statement, [])));
    const asleep = Promise.all([...reads, ...writes]);
    expect(await service.ready()).toEqual([]);
    await asleep;
  }));

test("runs a service's own jobs and those of the kernel, and settled() waits for the rest of their work", async () => {
  let left = 3;
  class Countdown implements Job {
    run = async () => --left > 0;
    get idle() {
      return { name: '', text: `SELECT ${left === 0} AS is_idle` };
    }
  }
  @Module({ providers: [Countdown] })
  class CountdownModule {}
  const job = { name: 'countdown', every_ms: 60_000, runs_on: 'leader', provider: Countdown } as const;
  await withService({ ...definition, modules: [CountdownModule], jobs: [job] }, async ({ db, flow }) => {
    await settled(flow);
    expect(left).toBe(0);
    expect(await succeededJobs(db, 4)).toEqual(['countdown', 'housekeeping', 'metrics', 'partitions']);
  });
});

test('counts what accounts store if they have a quota', () =>
  withService(
    definition,
    async ({ db }) => {
      expect(await succeededJobs(db, 6)).toEqual(expect.arrayContaining(['full-accounts', 'stored-bytes']));
    },
    { ACCOUNT_QUOTA_MIB: '1' },
  ));

/** Returns the names of the jobs that have succeeded, as soon as there are `count`. */
async function succeededJobs({ source }: Db, count: number): Promise<string[]> {
  const succeeded =
    'SELECT name FROM integration.job_run WHERE succeeded_at IS NOT NULL AND error IS NULL ORDER BY name';
  let names: string[] = [];
  await eventually(async () => {
    const rows: { name: string }[] = await source.query(succeeded);
    return (names = rows.map(({ name }) => name)).length >= count;
  });
  return names;
}

test('hands a kind to every class that handles it, and parks only a kind that the contract does not know', async () => {
  const handled: string[] = [];
  const note = (who: string, events: readonly Event[]) =>
    void handled.push(...events.map(({ name }) => `${who} ${name}`));
  class Cache {
    @Consumes(stockArrived)
    async drop(events: readonly Event[]) {
      note('cache', events);
    }
  }
  class FanOut {
    @Consumes(...events)
    async store(events: readonly Event[]) {
      note('fan-out', events);
    }
  }
  @Module({ providers: [Cache, FanOut] })
  class ConsumersModule {}
  const { settled: answered } = stockDocuments.order;
  const renamed = event(stockArrived.topic, 'renamed', stockArrived.payload, stockArrived.aggregateOf);
  await withService({ ...definition, modules: [ConsumersModule] }, async ({ db, consume, relay, flow }) => {
    await consume();
    relay.start();
    await db.transactFor([1], async (tx) => {
      publish(tx, renamed, { item_id: 8, location_ids: [] }, 1);
      publish(tx, stockArrived, { item_id: 7, location_ids: [] }, 1);
      publish(tx, answered, { document_id: 5, version: 1, lines: [] }, 1);
    });
    await settled(flow);
    const [arrived, other] = [stockArrived.name, answered.name];
    expect(handled.toSorted()).toEqual([`cache ${arrived}`, `fan-out ${arrived}`, `fan-out ${other}`]);
    expect(await parkedKeys(db)).toMatchObject([{ topic: renamed.topic, aggregate_id: 8 }]);
  });
});

test('applies an event once with a class that several modules list', async () => {
  let handled = 0;
  class Cache {
    @Consumes(stockArrived)
    async drop(events: readonly Event[]) {
      handled += events.length;
    }
  }
  @Module({ providers: [Cache] })
  class OneModule {}
  @Module({ providers: [Cache] })
  class OtherModule {}
  await withService({ ...definition, modules: [OneModule, OtherModule] }, async ({ db, consume, relay, flow }) => {
    await consume();
    relay.start();
    await db.transactFor([1], async (tx) => publish(tx, stockArrived, { item_id: 9, location_ids: [] }, 1));
    await settled(flow);
    expect(handled).toBe(1);
  });
});
