import { ownCaller } from '@stockbook/contracts';
import { leastCpuMs } from '@stockbook/testing/cpu-time';
import { scratchDatabase } from '@stockbook/testing/database';
import { Db } from '../db.js';
import { dataSourceFor } from '../schema/data-source.js';
import { migrate } from '../schema/migrate.js';
import { Conditions } from './conditions.js';
import { CommonTrigrams, rarePattern } from './rare-trigrams.js';

const common = new Set(['buy', 'uye', 'yer', 'er4', ' bu', 'tra', 'rac', 'ack', ' tr']);

test.each([
  ['buyer4321', '%r4321%'],
  ['4321 buyer', '%4321%'],
  ['4321buyer8', '%4321bu%er8%'],
  ['track-77', '%-77%'],
  ['a%_\\12', '%\\\\12%'],
  ['buyer', undefined],
  ['ox', undefined],
  [' ox', '% ox%'],
  ['@.', undefined],
])('of %j the index looks for %j', (text, pattern) => {
  expect(rarePattern(text, common)).toBe(pattern);
});

test('without common trigrams the index looks for all of them, and for the first letter of a word', () => {
  expect(rarePattern('buyer')).toBe('%buyer%');
  expect(rarePattern(' a')).toBe('% a%');
  expect(rarePattern('-a')).toBeUndefined();
});

test('of a long text the index looks for its beginning, which narrows enough', () => {
  expect(rarePattern('品'.repeat(65_536))).toBe(`%${'品'.repeat(255)}%`);
  expect(rarePattern(`ab${'😀'.repeat(300)}`)).toBe(undefined);
});

test('a sample of texts of 100,000 characters holds the process shortly, and finds what they begin with', async () => {
  const schema = { name: 'sales', rows: [], migrations: [] };
  const database = await scratchDatabase();
  await migrate(schema, database.url);
  const db = new Db(await dataSourceFor(schema, database.url, 1).initialize(), schema.name);
  try {
    await db.source.query('CREATE TABLE sales.part (account_id int, part_id int, body text)');
    await db.source.query(`INSERT INTO sales.part
      SELECT 1, n, ' mug ' || repeat(md5(n::text) || ' ', 3000) FROM generate_series(1, 200) n`);
    const ms = await leastCpuMs(async () => {
      const searched = new CommonTrigrams({ table: 'sales.part', key: 'part_id', alias: 'part', text: 'part.body' });
      expect(await searched.of(db, Conditions.of(ownCaller(1), 'part'))).toContain('mug');
    });
    expect(ms).toBeLessThan(400);
  } finally {
    await db.source.destroy();
    await database.drop();
  }
});
