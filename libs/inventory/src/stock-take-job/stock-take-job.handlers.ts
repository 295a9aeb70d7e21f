import { type CallOf, isAsked, shownDate, stockTakeJob } from '@stockbook/contracts';
import { cutAfter, Db, groupBy, listQuery, pageOf, type Tx } from '@stockbook/persistence';
import { Handles, isChange, referenceFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { withVisibleItems } from '../document/document-scope.js';
import { JOB, refuseJob } from '../document/job-status.js';
import { authorOf } from '../document/shown-document.js';
import { namedItemsToCount, selectedItems } from './items-to-count.js';
import { type StockTakeCountRow, StockTakeJobRow } from './stock-take-job.entity.js';
import {
  changeJob,
  claimJob,
  completeJob,
  insertJob,
  type JobCall,
  publishJob,
  shownHead,
  STOCK_TAKE_JOB,
} from './stock-take-jobs.js';
import {
  countLines,
  itemsOfJob,
  readCounts,
  readLines,
  readTotals,
  saveLines,
  supersededLines,
} from './stock-take-lines.js';

const STATES = ['', 'a draft', 'counting', 'completed', 'cancelled'];

type Get = CallOf<typeof stockTakeJob.get>;

@Controller()
export class StockTakeJobHandlers {
  constructor(private readonly db: Db) {}

  @Handles(stockTakeJob.add)
  add(call: CallOf<typeof stockTakeJob.add>) {
    const { caller, input } = call;
    const { location_id, comment = '' } = input;
    return this.db.transact(call, async (tx) => {
      const faults = await referenceFaults(tx, caller, StockTakeJobRow, { location_id });
      const items = await selectedItems(tx, caller, input, faults);
      const total = items.length;
      const id = await insertJob(tx, { ...authorOf(caller), comment, location_id, total });
      saveLines(tx, id, items);
      await publishJob(tx, call, id, 'added');
      return { item_stock_take_job_id: id, total };
    });
  }

  @Handles(stockTakeJob.edit)
  edit(call: CallOf<typeof stockTakeJob.edit>) {
    const { item_stock_take_job_id: id, comment, items: given } = call.input;
    return this.change(call, async (tx, job) => {
      refuseOver(job, 'edited');
      const known = await itemsOfJob(tx, id);
      const items = given ? await namedItemsToCount(tx, call.caller, known, given, []) : known;
      const areNew = items.length !== known.length || items.some(({ item_id }, at) => item_id !== known[at]?.item_id);
      if (!areNew && !isChange(job, { comment })) return;
      if (areNew) saveLines(tx, id, items);
      await changeJob(tx, call, job, { comment, ...(await readTotals(tx, id)) }, 'edited');
    });
  }

  @Handles(stockTakeJob.count)
  count(call: CallOf<typeof stockTakeJob.count>) {
    const { item_stock_take_job_id: id, items } = call.input;
    return this.db.transact(call, async (tx) => {
      const job = await claimJob(tx, call);
      refuseOver(job, 'counted');
      await countLines(tx, call.caller, job, items);
      await changeJob(tx, call, job, { job_status_id: JOB.active, ...(await readTotals(tx, id)) }, 'counted');
      return { counted: items.length };
    });
  }

  @Handles(stockTakeJob.complete)
  complete(call: CallOf<typeof stockTakeJob.complete>) {
    const { item_stock_take_job_id } = call.input;
    return this.db.transact(call, async (tx) => {
      const job = await claimJob(tx, call);
      const isOver = job.job_status_id === JOB.completed;
      if (!isOver && job.job_status_id !== JOB.active) refuse(job, 'only one that is counting can be completed');
      const changed = isOver ? job.changed : await completeJob(tx, call, job);
      return { item_stock_take_job_id, changed, superseded: await supersededLines(tx, item_stock_take_job_id) };
    });
  }

  @Handles(stockTakeJob.cancel)
  cancel(call: CallOf<typeof stockTakeJob.cancel>) {
    return this.change(call, async (tx, job) => {
      if (job.job_status_id === JOB.cancelled) return;
      refuseOver(job, 'cancelled');
      await changeJob(tx, call, job, { job_status_id: JOB.cancelled }, 'cancelled');
    });
  }

  @Handles(stockTakeJob.get)
  async get(call: Get) {
    const { caller, input } = call;
    const { filter_job_status_id: status } = input;
    const query = listQuery(this.db, StockTakeJobRow, STOCK_TAKE_JOB.key, call);
    withVisibleItems(caller, STOCK_TAKE_JOB, query);
    if (status) query.andWhere('stock_take_job.job_status_id = :status', { status });
    const [jobs, total, cut] = await pageOf(this.db, query, input, STOCK_TAKE_JOB.key, {
      item_stock_take_job_id: 'stock_take_job.item_stock_take_job_id',
      date_added: 'stock_take_job.date_added',
      date_modified: 'stock_take_job.date_modified',
    });
    const { lines, counts, fitting } = await this.childrenOf(caller.account_id, jobs, input);
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
      return { ...shownHead(job), items };
    });
    return { total, ...(fitting < jobs.length ? cutAfter(input, fitting) : cut), stock_take_jobs };
  }

  private async childrenOf(account_id: number, jobs: readonly StockTakeJobRow[], input: Get['input']) {
    const ids = jobs.map((job) => job.item_stock_take_job_id);
    const areAsked = isAsked(input, 'items');
    const [lines, counts] = await Promise.all([
      readLines(this.db, account_id, ids, areAsked),
      readCounts(this.db, account_id, ids, areAsked && input.show_counts === true),
    ]);
    return { lines: lines.children, counts: counts.children, fitting: Math.min(lines.fitting, counts.fitting) };
  }

  /** Does something with the job that a call names, under its lock. */
  private change(call: JobCall, work: (tx: Tx, job: StockTakeJobRow) => Promise<void>) {
    return this.db.transact(call, async (tx) => {
      await work(tx, await claimJob(tx, call));
      return { item_stock_take_job_id: call.input.item_stock_take_job_id };
    });
  }
}

const shownCount = ({ quantity, quantity_expected, user_id, username, date_added }: StockTakeCountRow) => {
  return { quantity, quantity_expected, user_id, user: username, date_added: shownDate(date_added) };
};

const refuse = (job: StockTakeJobRow, rule: string): never =>
  refuseJob(STOCK_TAKE_JOB.table, job.item_stock_take_job_id, STATES[job.job_status_id] ?? '', rule);

function refuseOver(job: StockTakeJobRow, done: string): void {
  if (job.job_status_id > JOB.active) refuse(job, `only a draft or one that is counting can be ${done}`);
}
