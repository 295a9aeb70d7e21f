import { Done } from '../common.js';
import { internalResource, write } from '../contract.js';
import { Flag, Id, Int } from '../fields/fields.js';

/** The settings of an account that stock depends on. */
export class StockPolicy {
  @Id() account_id!: number;
  @Flag() allow_negative_stock!: boolean;
  @Flag() inventory_integrity!: boolean;
  @Id({ optional: true, doc: '0 or absent: none.' }) default_location_id?: number;
}

class StockPolicyVersion extends StockPolicy {
  /** The company's version; a policy of a later version stays. */
  @Int({ min: 1 }) version!: number;
}
/** Settings calls this before it acknowledges a change of policy; the company's fact reaches the inventory as well. */
export const stockPolicy = internalResource('internal/stock_policy', 'inventory', ['settings'], {
  apply: write(StockPolicyVersion, Done, 'Applies the stock policy of an account.'),
});
