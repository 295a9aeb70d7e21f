import { type CallOf, stockTakeJob } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { Handles, isChange, referenceFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { JOB, jobRefusal } from '../document/job-status.js';
import { authorOf } from '../document/shown-document.js';
import { listStockTakes } from './stock-take-list.js';
import { namedItemsToCount, selectedItems } from './items-to-count.js';
import { StockTakeJobRow } from './stock-take-job.entity.js';
import {
  changeJob,
  claimJob,
  completeJob,
  insertJob,
  type JobCall,
  publishJob,
  STOCK_TAKE_JOB,
} from './stock-take-jobs.js';
import { countLines, itemsOfJob, readTotals, saveLines, supersededLines } from './stock-take-lines.js';

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
  get(call: CallOf<typeof stockTakeJob.get>) {
    return listStockTakes(this.db, call);
  }

  /** Does something with the job that a call names, under its lock. */
  private change(call: JobCall, work: (tx: Tx, job: StockTakeJobRow) => Promise<void>) {
    return this.db.transact(call, async (tx) => {
      await work(tx, await claimJob(tx, call));
      return { item_stock_take_job_id: call.input.item_stock_take_job_id };
    });
  }
}

const refuse = jobRefusal(STOCK_TAKE_JOB, 'counting');

function refuseOver(job: StockTakeJobRow, done: string): void {
  if (job.job_status_id > JOB.active) refuse(job, `only a draft or one that is counting can be ${done}`);
}
