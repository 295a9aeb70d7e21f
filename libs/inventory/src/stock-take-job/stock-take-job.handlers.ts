import { type CallOf, stockTakeJob } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { Handles, referenceFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { JOB } from '../document/job-status.js';
import { authorOf } from '../document/shown-document.js';
import { listStockTakes } from './stock-take-list.js';
import { selectedItems } from './items-to-count.js';
import { editStockTake } from './stock-take-job-edit.js';
import { StockTakeJobRow } from './stock-take-job.entity.js';
import {
  changeJob,
  claimJob,
  completeJob,
  insertJob,
  type JobCall,
  publishJob,
  refuseOver,
  refuseStep,
} from './stock-take-jobs.js';
import { countLines, readTotals, saveLines, supersededLines } from './stock-take-lines.js';

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
    return this.change(call, (tx, job) => editStockTake(tx, call, job));
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
      if (!isOver && job.job_status_id !== JOB.active) refuseStep(job, 'only one that is counting can be completed');
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
