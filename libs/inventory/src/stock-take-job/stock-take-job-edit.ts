import type { CallOf, stockTakeJob } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { isChange } from '@stockbook/service';
import { namedItemsToCount } from './items-to-count.js';
import type { StockTakeJobRow } from './stock-take-job.entity.js';
import { changeJob, refuseOver } from './stock-take-jobs.js';
import { itemsOfJob, readTotals, saveLines } from './stock-take-lines.js';

/** Changes a locked job. Items that it keeps keep their counts. */
export async function editStockTake(
  tx: Tx,
  call: CallOf<typeof stockTakeJob.edit>,
  job: StockTakeJobRow,
): Promise<void> {
  refuseOver(job, 'edited');
  const { item_stock_take_job_id: id, comment, items: given } = call.input;
  const known = await itemsOfJob(tx, id);
  const items = given ? await namedItemsToCount(tx, call.caller, known, given) : known;
  const areNew = items.length !== known.length || items.some(({ item_id }, at) => item_id !== known[at]?.item_id);
  if (!areNew && !isChange(job, { comment })) return;
  if (areNew) saveLines(tx, id, items);
  await changeJob(tx, call, job, { comment, ...(await readTotals(tx, id)) }, 'edited');
}
