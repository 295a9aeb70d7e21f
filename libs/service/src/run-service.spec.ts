import { LocalBus } from '@stockbook/messaging';
import { openLog } from '@stockbook/process';
import { addressesOf, InProcessServer, remoteServices } from '@stockbook/rpc';
import { scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import type { QueryRunner } from 'typeorm';
import { runService } from './run-service.js';
import { kernelTables, type ServiceDefinition } from './service-definition.js';

class Tables0001763600000001 {
  async up(runner: QueryRunner) {
    for (const sql of kernelTables('integration')) await runner.query(sql);
  }
  async down() {}
}
const nothing = { rows: [], handlers: [], consumers: [], providers: [] };
const definition: ServiceDefinition = { ...nothing, name: 'integration', migrations: [Tables0001763600000001] };

let database: ScratchDatabase;
beforeAll(async () => void (database = await scratchDatabase()));
afterAll(() => database.drop());

test('requests that hold all of their connections leave a service ready', async () => {
  const services = remoteServices(addressesOf({}));
  const transport = { strategy: new InProcessServer() };
  const log = openLog('test', 'silent');
  const bus = new LocalBus();
  const service = await runService(definition, { databaseUrl: database.url, bus, services, log, transport });
  const statement = { name: 'sleep', text: 'SELECT pg_sleep(4)' };
  const { db } = service;
  const reads = Array.from({ length: 3 }, () => db.query(statement, []));
  const writes = Array.from({ length: 5 }, () => db.transactFor([1], (tx) => tx.query(statement, [])));
  const asleep = Promise.all([...reads, ...writes]);
  expect(await service.ready()).toEqual([]);
  await asleep;
  await service.stop();
  expect(await service.ready()).toEqual(['integration is stopping']);
  services.close();
});
