import { order, type OrderGrouping } from '@stockbook/contracts';
import type { Figure } from '../../figure.js';
import { measureReading } from './read-run.js';

const DAYS = 30;
const A_DAY = 86_400_000;

const groupings: readonly OrderGrouping[] = ['day', 'order_status', 'channel', 'payment_method', 'item'];

/** The orders of 30 days, one a minute of which every hundredth is deleted, among 1,000,000. */
export const orderSummaryFigures: readonly Figure[] = groupings.map((group_by) => ({
  name: `order_summary_${group_by}`,
  unit: 'answers/s',
  needs: ['orders'],
  measure: (bench) => {
    const { orders, shortSeconds: seconds } = bench.scale;
    const end = Date.now() - A_DAY;
    const date_start = new Date(end - DAYS * A_DAY).toISOString();
    const expected = Math.min(orders, ((DAYS + 1) * A_DAY) / 60_000) - A_DAY / 60_000;
    return measureReading(bench, order.getSummary, {
      bodies: [{ date_start, date_end: new Date(end).toISOString(), group_by, limit: 100 }],
      seconds,
      faultsOf: ({ total = 0, summary = [] }) => {
        const counted = summary.reduce((sum, group) => sum + group.orders, 0);
        const isRight = group_by === 'item' || Math.abs(counted / expected - 0.99) < 0.01;
        return total > 0 && isRight ? [] : [`order/getSummary counted ${counted} orders in ${total} groups.`];
      },
    });
  },
}));
