import { prune } from './prune.js';
import { Ledger } from '../ledger.fixture.js';

let ledger: Ledger;
beforeEach(async () => void (ledger = await Ledger.open()));
afterEach(() => ledger.close());

test('deletes old rows in batches and keeps the rest', async () => {
  const ages = `SELECT now() - n * interval '1 hour' AS at, n FROM generate_series(1, 2500) n`;
  await ledger.rows(
    `INSERT INTO ledger.outbox_archive
       (outbox_id, event_id, account_id, topic, name, version, aggregate_id, sequence, payload, created_at)
     SELECT n, gen_random_uuid(), 1, 'book', 'book.page_read', 1, 1, n, '{}', at FROM (${ages}) age`,
  );
  await ledger.rows(`INSERT INTO ledger.inbox SELECT 'ledger', gen_random_uuid(), 1, at FROM (${ages}) age`);
  await ledger.rows(
    `INSERT INTO ledger.request_key
       SELECT 1, gen_random_uuid(), hash, '', at + interval '1 minute' FROM (${ages}) age, unnest(ARRAY[NULL, gen_random_uuid()]) hash`,
  );
  while (await prune(ledger.db));
  const counts = await ledger.rows(
    `SELECT (SELECT count(*)::int FROM ledger.outbox_archive) AS archived,
       (SELECT count(*)::int FROM ledger.inbox) AS applied, (SELECT count(*)::int FROM ledger.request_key) AS answered`,
  );
  expect(counts).toEqual([{ archived: 7 * 24 - 1, applied: 8 * 24 - 1, answered: 24 }]);
});
