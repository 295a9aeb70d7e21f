import { type CallOf, isAsked, shownDate, type stockTakeJob } from '@stockbook/contracts';
import { cutAfter, type Db, groupBy, listQuery, pageOf } from '@stockbook/persistence';
import { withVisibleItems } from '../document/document-scope.js';
import { type StockTakeCountRow, StockTakeJobRow } from './stock-take-job.entity.js';
import { shownHead, STOCK_TAKE_JOB } from './stock-take-jobs.js';
import { readCounts, readLines } from './stock-take-lines.js';

type Get = CallOf<typeof stockTakeJob.get>;

/** Returns the page of stock takes that a request asks for, with their lines as far as these fit. */
export async function listStockTakes(db: Db, call: Get) {
  const { caller, input } = call;
  const { filter_job_status_id: status } = input;
  const query = listQuery(db, StockTakeJobRow, STOCK_TAKE_JOB.key, call);
  withVisibleItems(caller, STOCK_TAKE_JOB, query);
  if (status) query.andWhere('stock_take_job.job_status_id = :status', { status });
  const [jobs, total, cut] = await pageOf(db, query, input, STOCK_TAKE_JOB.key, {
    item_stock_take_job_id: 'stock_take_job.item_stock_take_job_id',
    date_added: 'stock_take_job.date_added',
    date_modified: 'stock_take_job.date_modified',
  });
  const { lines, counts, fitting } = await childrenOf(db, caller.account_id, jobs, input);
  const stock_take_jobs = jobs.slice(0, fitting).map((job) => {
    const own = groupBy(counts.get(job.item_stock_take_job_id) ?? [], ({ item_id }) => item_id);
    const items = (lines.get(job.item_stock_take_job_id) ?? []).map(
      ({ item_id, name, quantity, quantity_expected: expected, quantity_booked: booked, superseded }) => ({
        item_id,
        name,
        quantity,
        ...(expected !== null && { quantity_expected: expected, difference: booked ?? quantity - expected }),
        ...(superseded && { superseded }),
        ...(input.show_counts && { counts: (own.get(item_id) ?? []).map(shownCount) }),
      }),
    );
    return { ...shownHead(job), items, revision: job.version };
  });
  return { total, ...(fitting < jobs.length ? cutAfter(input, fitting) : cut), stock_take_jobs };
}

async function childrenOf(db: Db, account_id: number, jobs: readonly StockTakeJobRow[], input: Get['input']) {
  const ids = jobs.map((job) => job.item_stock_take_job_id);
  const areAsked = isAsked(input, 'items');
  const [lines, counts] = await Promise.all([
    readLines(db, account_id, ids, areAsked),
    readCounts(db, account_id, ids, areAsked && input.show_counts === true),
  ]);
  return { lines: lines.children, counts: counts.children, fitting: Math.min(lines.fitting, counts.fitting) };
}

const shownCount = ({ quantity, quantity_expected, user_id, username, date_added }: StockTakeCountRow) => {
  return { quantity, quantity_expected, user_id, user: username, date_added: shownDate(date_added) };
};
