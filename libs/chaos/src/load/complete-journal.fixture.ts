import type { Journal } from './journal.js';
import { COMPLETED, type KnownRecord, OPEN } from './known.js';
import { ACTIONS } from './load.js';

/** An edit may leave a stock take without the lines that were counted. */
const isCounted = ({ kind, status, lines }: KnownRecord) =>
  kind === 'stock_take_job' && status === COMPLETED && lines.some(({ quantity }) => quantity > 0);
/** Returns a row when the database also has what the journal does not show: pieces in a reservation and in transit. */
export const HAS_ROWS = `SELECT
  WHERE EXISTS (
    SELECT FROM inventory.reservation WHERE status = 'active' AND date_deleted IS NULL AND date_expire IS NULL
  ) AND EXISTS (SELECT FROM inventory.transfer_job_line WHERE quantity_in_transit > 0)`;

/** Tells whether each action was granted and has left something to spoil. */
export function hasEverything({ models, granted }: Journal): boolean {
  const orders = models.flatMap((model) => model.orders);
  const records = models.flatMap((model) => model.records);
  const bundles = new Set(records.filter(({ kind }) => kind === 'bundle').map(({ id }) => id));
  const has = (isOne: (record: KnownRecord) => boolean) => records.some((record) => !record.deleted && isOne(record));
  return (
    Object.keys(ACTIONS).every((name) => granted.has(name)) &&
    has(isCounted) &&
    ['transfer_job', 'stock_take_job'].every((kind) =>
      [OPEN, COMPLETED].every((status) => has((record) => record.kind === kind && record.status === status)),
    ) &&
    ['deduction', 'reservation'].every((kind) =>
      has((record) => record.kind === kind && record.lines.some(({ item_id }) => bundles.has(item_id))),
    ) &&
    ['addition', 'transfer', 'credit_note', 'purchase_order'].every((kind) => has((record) => record.kind === kind)) &&
    has(({ purchase_order_id }) => purchase_order_id !== undefined) &&
    orders.some(({ version, deducts, deleted }) => Number(version) > 1 && deducts && !deleted) &&
    orders.some(({ promotion_ids, deleted }) => promotion_ids.length > 0 && !deleted)
  );
}
