import type { CallOf, stockPolicy } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { announceArrivals } from '../ledger/arrivals.js';
import { LockedStock, type StockKey } from '../ledger/locked-stock.js';

/** Keeps this lock apart from others of the database. */
const LOCK_CLASS = 7_082_017;

/**
 * SQL that keeps the policies of the accounts $1 as they are until the end of the transaction. Otherwise a line could
 * begin to wait just while all backordered lines are settled. It comes before any lock on a demand or on stock.
 */
export const HOLD_POLICIES = `SELECT pg_advisory_xact_lock_shared(${LOCK_CLASS}, account_id) AS hold
  FROM (SELECT DISTINCT account_id FROM unnest($1::int[]) AS account_id ORDER BY account_id) account`;

const LOCK = statement(
  'lock_policies',
  `SELECT pg_advisory_xact_lock(${LOCK_CLASS}, account_id)
   FROM (SELECT DISTINCT account_id FROM unnest($1::int[]) AS account_id ORDER BY account_id) account`,
);

const STORE = statement(
  'store_policies',
  `INSERT INTO inventory.stock_policy (account_id, allow_negative_stock,
     inventory_integrity, default_location_id, version)
   SELECT DISTINCT ON (account_id) account_id, allow_negative_stock,
     inventory_integrity, COALESCE(default_location_id, 0), version
   FROM json_populate_recordset(NULL::inventory.stock_policy, $1) ORDER BY account_id, version DESC
   ON CONFLICT (account_id) DO UPDATE SET allow_negative_stock = excluded.allow_negative_stock,
     inventory_integrity = excluded.inventory_integrity, default_location_id = excluded.default_location_id,
     version = excluded.version
   WHERE stock_policy.version < excluded.version`,
);

const WAITED_FOR = statement(
  'waited_for',
  `SELECT DISTINCT account_id, item_id, location_id FROM inventory.stock_demand_line line
   JOIN inventory.stock_policy policy USING (account_id)
   WHERE account_id = ANY ($1) AND taken < wanted AND policy.allow_negative_stock`,
);

type PolicyVersion = CallOf<typeof stockPolicy.apply>['input'];

/** Keeps what companies have set, and announces stock to the backordered lines of those that allow negative stock. */
export async function keepPolicies(tx: Tx, policies: readonly PolicyVersion[]): Promise<void> {
  const accounts = policies.map(({ account_id }) => account_id);
  await tx.query(LOCK, [accounts]);
  await tx.query(STORE, [JSON.stringify(policies)]);
  const waited = await tx.query<StockKey>(WAITED_FOR, [accounts]);
  await LockedStock.of(tx, waited);
  await announceArrivals(tx, waited);
}
