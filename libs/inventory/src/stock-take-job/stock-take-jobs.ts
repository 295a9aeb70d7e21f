import { type Call, type StockTakeJobHead, stockTakeJobChanged } from '@stockbook/contracts';
import { claim, type Tx } from '@stockbook/persistence';
import { actorOf, type HeaderValues, modifiedNow, publishFact } from '@stockbook/service';
import { refuseHidden } from '../document/document-scope.js';
import { IS_OPEN_JOB, JOB, jobRefusal } from '../document/job-status.js';
import { useOfItem } from '../document/document-uses.js';
import { shownDocument } from '../document/shown-document.js';
import { arrivalCost } from '../ledger/arrival-cost.js';
import { LockedStock } from '../ledger/locked-stock.js';
import { moveInParts } from '../ledger/stock-ledger.js';
import { StockTakeJobRow } from './stock-take-job.entity.js';
import { countedItems, settleLines } from './stock-take-lines.js';

type Header = HeaderValues<StockTakeJobRow, 'item_stock_take_job_id'>;
export type JobCall = Call<{ readonly item_stock_take_job_id: number }>;

/** `Documents` does not write it: its lines are handled as sets (docs/decisions/0042-stock-takes.md). */
export const STOCK_TAKE_JOB = { table: 'stock_take_job', key: 'item_stock_take_job_id' } as const;
export const STOCK_TAKE_JOB_OF_ITEM = useOfItem(STOCK_TAKE_JOB, 'is still in', IS_OPEN_JOB);

export const refuseStep = jobRefusal(STOCK_TAKE_JOB, 'counting');

export function refuseOver(job: StockTakeJobRow, done: string): void {
  if (job.job_status_id > JOB.active) refuseStep(job, `only a draft or one that is counting can be ${done}`);
}

/** Locks the job that a call names until the end of the transaction. */
export async function claimJob(tx: Tx, call: JobCall): Promise<StockTakeJobRow> {
  const { item_stock_take_job_id } = call.input;
  const job = await claim(tx, call.caller, StockTakeJobRow, { item_stock_take_job_id });
  await refuseHidden(tx, call.caller, STOCK_TAKE_JOB, item_stock_take_job_id);
  return job;
}

export async function insertJob(
  tx: Tx,
  values: Omit<Header, 'job_status_id' | 'counted' | 'changed'>,
): Promise<number> {
  const row = { ...values, account_id: tx.account_id, job_status_id: JOB.draft, counted: 0, changed: 0 };
  const { identifiers } = await tx.manager.insert(StockTakeJobRow, row);
  return Number(identifiers[0]?.['item_stock_take_job_id']);
}

export async function changeJob(
  tx: Tx,
  call: Call,
  job: StockTakeJobRow,
  values: Partial<Header>,
  change: 'edited' | 'counted' | 'completed' | 'cancelled',
): Promise<StockTakeJobRow> {
  const where = { account_id: tx.account_id, item_stock_take_job_id: job.item_stock_take_job_id };
  await tx.manager.update(StockTakeJobRow, where, {
    ...values,
    version: () => 'version + 1',
    date_modified: modifiedNow,
  });
  return publishJob(tx, call, job.item_stock_take_job_id, change, job);
}

/** Publishes a change of a job; a fact carries no lines. */
export async function publishJob(
  tx: Tx,
  call: Call,
  id: number,
  change: 'added' | 'edited' | 'counted' | 'completed' | 'cancelled',
  before?: StockTakeJobRow,
): Promise<StockTakeJobRow> {
  const where = { account_id: tx.account_id, item_stock_take_job_id: id };
  const row = await tx.manager.findOneOrFail(StockTakeJobRow, { where });
  const states = { before: before && shownHead(before), after: shownHead(row) };
  publishFact(tx, stockTakeJobChanged, { id, sequence: row.version, change, actor: actorOf(call), ...states });
  return row;
}

/** Books the counts of a locked job that are the newest of their stock; what moved since the counts stays. */
export async function completeJob(tx: Tx, call: Call, job: StockTakeJobRow): Promise<number> {
  const { account_id } = tx;
  const { item_stock_take_job_id: document_id, location_id, comment } = job;
  const counted = await countedItems(tx, document_id);
  const locked = await LockedStock.of(
    tx,
    counted.map((item_id) => ({ account_id, item_id, location_id })),
  );
  const differences = await settleLines(tx, job);
  const lines = differences.map(({ own_cost, ...line }) => {
    const { cost } = locked.level({ account_id, item_id: line.item_id, location_id });
    const unit_cost = line.quantity > 0 ? arrivalCost(own_cost, cost)?.toFixed(8) : undefined;
    return { ...line, location_id, unit_cost };
  });
  const values = { job_status_id: JOB.completed, changed: lines.length };
  const { version: document_version } = await changeJob(tx, call, job, values, 'completed');
  const { user_id, username } = call.caller;
  const operation = { document: STOCK_TAKE_JOB.table, document_id, document_version, user_id, username, comment };
  await moveInParts(tx, operation, lines, locked);
  return lines.length;
}

export const shownHead = (row: StockTakeJobRow): StockTakeJobHead => ({
  stock_take_job_id: row.item_stock_take_job_id,
  item_stock_take_job_id: row.item_stock_take_job_id,
  location_id: row.location_id,
  job_status_id: row.job_status_id,
  total: row.total,
  counted: row.counted,
  changed: row.changed,
  ...shownDocument(row),
});
