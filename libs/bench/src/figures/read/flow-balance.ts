import { flow } from '@stockbook/contracts';
import { MOVING_DAYS, MOVING_ITEMS } from '@stockbook/testing';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { statementRate } from '../../limits/statement-rate.js';
import { CONNECTIONS, measureReading } from './read-run.js';

const INSTANTS = 40;
const DAY_MS = 86_400_000;

export const flowBalanceFigures: readonly Figure[] = [
  { name: 'flow_get_balance', unit: 'answers/s', needs: ['items', 'movements'], measure },
];

/** The latest movement of each item before an instant, and nothing else. */
const PLAIN = `SELECT wanted.item_id, flow.balance, flow.average_cost
  FROM unnest($2::bigint[]) AS wanted (item_id) CROSS JOIN LATERAL (
    SELECT balance, average_cost FROM inventory.item_flow
    WHERE account_id = $1 AND item_id = wanted.item_id AND location_id = $3 AND date_added < $4
    ORDER BY date_added DESC, seq DESC LIMIT 1
  ) flow`;

async function measure(bench: Bench): Promise<Measured> {
  const { account_id } = bench.lists;
  const { database } = bench.system;
  const { rows } = await database.query<{ item_ids: string; location_id: number }>(
    `SELECT string_agg(item_id::text, ',') AS item_ids, location_id FROM (
       SELECT item_id, location_id FROM inventory.item_stock
       WHERE account_id = $1 AND seq > 1
         AND location_id = (SELECT min(location_id) FROM inventory.item_stock WHERE account_id = $1)
     ) moving GROUP BY location_id`,
    [account_id],
  );
  const [moving] = rows;
  const bodies = Array.from({ length: INSTANTS }, (_, n) => ({
    date: new Date(Date.now() - ((n + 0.5) * MOVING_DAYS * DAY_MS) / INSTANTS).toISOString(),
    filter_item_id: moving?.item_ids,
    filter_location_id: moving?.location_id,
    limit: 100,
  }));
  const measured = await measureReading(bench, flow.getBalance, {
    bodies,
    faultsOf: ({ total, balances = [] }) =>
      total === MOVING_ITEMS && balances.length === MOVING_ITEMS && balances.every(({ quantity }) => quantity > 0)
        ? []
        : [
            `inventory/flow/getBalance answered ${balances.length} of ${total} balances: ` +
              `${JSON.stringify(balances[0])}`,
          ],
  });
  const ids = moving?.item_ids.split(',').map(Number);
  const plain = await statementRate(database, CONNECTIONS, bench.scale.shortSeconds, (n) => {
    const values = [account_id, ids, moving?.location_id, bodies[n % INSTANTS]?.date];
    return { name: 'limit_balance', text: PLAIN, values };
  });
  return { ...measured, limit: plain.perSecond };
}
