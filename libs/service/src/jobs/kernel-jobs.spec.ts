import { Generation, partitionedMessages, startGeneration } from '@stockbook/messaging';
import { dataSourceFor, Db, migrate } from '@stockbook/persistence';
import { partitionName, pastDays, scratchDatabase } from '@stockbook/testing/database';
import type { QueryRunner } from 'typeorm';
import { kernelJobs } from './kernel-jobs.js';
import { kernelTables } from '../service-definition.js';

class Tables0001763600000001 {
  async up(runner: QueryRunner) {
    for (const sql of kernelTables('sales')) await runner.query(sql);
  }
  async down() {}
}
const schema = { name: 'sales', rows: [], migrations: [Tables0001763600000001] };

test('after a restore events are kept, however old they are, until a new generation of topics has them', async () => {
  const database = await scratchDatabase();
  await migrate(schema, database.url);
  const db = new Db(await dataSourceFor(schema, database.url, 2).initialize(), schema.name);
  const past = Array.from({ length: 20 }, (_, n) => n + 1);
  for (const table of partitionedMessages) await db.source.query(pastDays('sales', table, past));
  const expired = ['outbox_archive', 'inbox'].map((table) => partitionName(table, 20));
  const runIn = async (generation: number) => {
    const jobs = kernelJobs({ rowCounts: [], partitioned: partitionedMessages }, new Generation(generation));
    await jobs.find(({ name }) => name === 'partitions')!.job.run(db);
    const rows: { name: string }[] = await db.source.query(
      'SELECT relname AS name FROM pg_class WHERE relname = ANY ($1)',
      [expired],
    );
    return rows.length;
  };
  await startGeneration(db, 1, new Date(0));
  expect(await runIn(0)).toBe(2);
  expect(await runIn(1)).toBe(2);
  await db.source.query('UPDATE sales.generation SET refill_at = NULL');
  expect(await runIn(1)).toBe(0);
  await db.source.destroy();
  await database.drop();
});
