import { event } from '../events.js';
import { Flag, Id } from '../fields.js';

/** The settings of an account that stock depends on. */
export class StockPolicy {
  @Id() account_id!: number;
  @Flag() allow_negative_stock!: boolean;
  @Flag() inventory_integrity!: boolean;
}
/** The company's settings came to be or were changed. */
export const companyChanged = event('setting.company', 'changed', StockPolicy, ({ account_id }) => account_id);
