import { customer, type CustomerGet } from '@stockbook/contracts';
import type { Figure } from '../../figure.js';
import { livingNumbers, livingOf } from './item-get.js';
import { measureReading } from './read-run.js';

const ROWS = 20;

interface Listing {
  readonly name: string;
  readonly inputs: (customers: number) => readonly CustomerGet[];
  readonly total?: (customers: number) => number;
}

/** Searches by turns for a name that one of 700 has, an e-mail, a telephone and a card number. */
const searches = (n: number): string[] => [
  'zoe lundstrom',
  `buyer${n}@`,
  `5 ${String(n).padStart(7, '0')}`,
  `card-${n}`,
];

const listings: readonly Listing[] = [
  { name: 'page_1', inputs: () => [{}], total: livingOf },
  { name: 'search', inputs: (count) => livingNumbers(count).map((n, i) => ({ search: searches(n)[i % 4] ?? '' })) },
  { name: 'sort_annual_spend', inputs: () => [{ sort: 'annual_spend' }], total: livingOf },
];

export const customerGetFigures: readonly Figure[] = listings.map(({ name, inputs, total }) => ({
  name: `customer_get_${name}`,
  unit: 'answers/s',
  needs: ['customers', 'orders'],
  measure: (bench) => {
    const { customers, shortSeconds: seconds } = bench.scale;
    return measureReading(bench, customer.get, {
      bodies: inputs(customers).map((input) => ({ limit: ROWS, ...input })),
      seconds,
      faultsOf: (answer) => {
        const isRight = total ? answer.total === total(customers) : (answer.total ?? 0) > 0;
        return isRight ? [] : [`customer/get answered ${answer.customers?.length} of ${answer.total} customers.`];
      },
    });
  },
}));
