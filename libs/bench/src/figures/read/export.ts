import { order } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { statementRate } from '../../limits/statement-rate.js';
import { CONNECTIONS, measureReading } from './read-run.js';

const ROWS = 100;
const PLACES = 50;

/** The pages of an export cost the same from all parts of the list by turns and from its end alone. */
export const exportFigures: readonly Figure[] = [
  { name: 'export_orders', unit: 'answers/s', needs: ['orders'], measure: (bench) => measureExport(bench, 0) },
  { name: 'export_orders_end', unit: 'answers/s', needs: ['orders'], measure: (bench) => measureExport(bench, 0.95) },
];

/** The limit is a plain statement that reads the same rows, without their lines. */
async function measureExport(bench: Bench, from: number): Promise<Measured> {
  const { orders, shortSeconds } = bench.scale;
  const step = ((1 - from) * (orders - 2 * ROWS)) / PLACES;
  const places = Array.from({ length: PLACES }, (_, n) => Math.floor(from * orders + n * step));
  const measured = await measureReading(bench, order.get, {
    bodies: places.map((after_id) => ({ after_id, order: 'ASC' as const, limit: ROWS, with_total: false })),
    faultsOf: ({ orders: found = [] }) =>
      found.length === ROWS && found.every(({ products }) => products.length)
        ? []
        : [`order/get answered ${found.length} orders of an export.`],
  });
  const plain = await statementRate(bench.system.database, CONNECTIONS, shortSeconds, (n) => ({
    text: `SELECT * FROM sales.sale_order WHERE account_id = $1 AND order_id > $2 AND date_deleted IS NULL
      ORDER BY order_id LIMIT ${ROWS}`,
    values: [bench.lists.account_id, places[n % PLACES]],
  }));
  return { ...measured, limit: plain.perSecond };
}
