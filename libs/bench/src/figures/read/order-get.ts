import { order, type OrderGet } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import type { Figure } from '../../figure.js';
import { livingOf } from './item-get.js';
import { measureReading } from './read-run.js';

const ROWS = 100;
const FAR_PAGE = 9_000;

interface Listing {
  readonly name: string;
  readonly input: (bench: Bench) => OrderGet;
  readonly total?: (orders: number) => number;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** A small table is read at the page that lies as deep. */
const farPage = ({ scale }: Bench) => Math.floor((FAR_PAGE * scale.orders) / 1_000_000);

/** Every hundredth order is deleted, but none that a filter names by its number. */
const listings: readonly Listing[] = [
  { name: 'page_1', input: () => ({}), total: livingOf },
  { name: 'page_9000', input: (bench) => ({ page: farPage(bench) }), total: livingOf },
  { name: 'filter_order_id', input: (bench) => ({ order_id: bench.scale.orders - 1 }) },
  { name: 'filter_imported_order_id', input: () => ({ filter_imported_order_id: 'IMP-1234' }), total: () => 1 },
  { name: 'filter_customer_id', input: () => ({ filter_customer_id: 1_235 }) },
  { name: 'filter_channel_id', input: () => ({ filter_channel_id: 2 }) },
  { name: 'filter_name', input: () => ({ filter_name: 'Buyer4321' }) },
  { name: 'filter_email', input: () => ({ filter_email: 'buyer4321@' }), total: () => 1 },
  { name: 'filter_telephone', input: () => ({ filter_telephone: '0004321' }) },
  { name: 'filter_order_status', input: () => ({ filter_order_status: '2,3' }) },
  { name: 'filter_payment_method', input: () => ({ filter_payment_method: 'Method 2' }) },
  { name: 'filter_shipping_method', input: () => ({ filter_shipping_method: 'Carrier 3' }) },
  { name: 'filter_shipping_tracking', input: () => ({ filter_shipping_tracking: 'TRACK-1234' }), total: () => 1 },
  { name: 'filter_shipping_date', input: () => ({ filter_shipping_date: daysAgo(2) }) },
  { name: 'filter_postcode', input: () => ({ filter_postcode: '01234' }) },
  { name: 'filter_date_start', input: () => ({ filter_date_start: daysAgo(5) }) },
  { name: 'filter_date_end', input: () => ({ filter_date_end: daysAgo(5) }) },
  {
    name: 'filter_date_modified',
    input: () => ({ filter_date_start: daysAgo(3), filter_date_end: daysAgo(1), filter_date_type: 'date_modified' }),
  },
  { name: 'filter_deleted', input: () => ({ filter_deleted: true }), total: (orders) => orders },
  { name: 'sort_date_modified', input: () => ({ sort: 'date_modified' }), total: livingOf },
];

export const orderGetFigures: readonly Figure[] = listings.map(({ name, input, total }) => ({
  name: `order_get_${name}`,
  unit: 'answers/s',
  needs: ['orders'],
  measure: (bench) => {
    const { orders, seconds, shortSeconds } = bench.scale;
    return measureReading(bench, order.get, {
      bodies: [{ limit: ROWS, ...input(bench) }],
      seconds: name.startsWith('page') ? seconds : shortSeconds,
      faultsOf: (answer) => {
        const isRight = total ? answer.total === total(orders) : (answer.total ?? 0) > 0;
        return isRight && answer.orders?.length && answer.orders.every(({ products }) => products.length)
          ? []
          : [`order/get answered ${answer.orders?.length} of ${answer.total} orders.`];
      },
    });
  },
}));
