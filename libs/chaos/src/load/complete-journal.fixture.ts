import { type Journal, recordKinds } from './journal.js';

const isBundleOf = (records: Journal['records']) => (line: { readonly item_id: number }) =>
  records.some(({ kind, id }) => kind === 'bundle' && id === line.item_id);
/** An edit may leave a stock take without the lines that were counted. */
const isCounted = ({ kind, job, lines }: Journal['records'][number]) =>
  kind === 'stock_take_job' && job?.status === 3 && lines.some(({ quantity }) => quantity > 0);
/** Answers a row when there is also what the journal does not tell: what still lies in a reservation and in transit. */
export const HAS_ROWS = `SELECT
  WHERE EXISTS (
    SELECT FROM inventory.reservation WHERE status = 'active' AND date_deleted IS NULL AND date_expire IS NULL
  ) AND EXISTS (SELECT FROM inventory.transfer_job_line WHERE quantity_in_transit > 0)`;

/** Whether clients have done each kind of write, so that there is something of each to spoil. */
export const hasEverything = ({ orders, additions, records, entries, promotions, acknowledged }: Journal): boolean =>
  ['transfer_job', 'stock_take_job'].every((kind) =>
    [2, 3].every((status) => records.some((record) => record.kind === kind && record.job?.status === status)),
  ) &&
  records.some(isCounted) &&
  ['deduction', 'reservation'].every((kind) =>
    records.some((record) => record.kind === kind && !record.deleted && record.lines.some(isBundleOf(records))),
  ) &&
  new Set(records.map(({ kind }) => kind)).size === Object.keys(recordKinds).length &&
  new Set(entries.map(({ of }) => of)).size === 2 &&
  orders.some(({ version, deducts, deleted }) => version > 1 && deducts && !deleted) &&
  orders.some(({ deleted }) => deleted) &&
  orders.some(({ promotion_ids, deleted }) => promotion_ids.length > 0 && !deleted) &&
  acknowledged.some(({ path }) => path === 'extension/total/promotion/reserve') &&
  promotions.length > 0 &&
  acknowledged.some(({ path }) => path === 'extension/module/invoice/render') &&
  additions.length > 0;
