import { granted } from '../granted.js';
import type { BenchShop } from '../shop.js';

/** Faults in an account's stock, as `flow/verify` finds them. */
export async function flowFaults({ api }: Pick<BenchShop, 'api'>): Promise<string[]> {
  const { faults } = await granted(() => api.inventory.flow.verify({}));
  return faults.map(({ item_id, location_id, what, expected, found }) => {
    return `flow/verify: ${what} of item ${item_id} at location ${location_id} is ${found}, not ${expected}.`;
  });
}
