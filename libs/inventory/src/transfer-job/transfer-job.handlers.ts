import { type CallOf, Refused, transferJob } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { itemsOfLines } from '../document/document-items.js';
import { JOB } from '../document/job-status.js';
import { authorOf } from '../document/shown-document.js';
import { receiveTransferJob } from './transfer-job-receive.js';
import { placeFaults, refuseStep, refuseStepUnless } from './transfer-job-rules.js';
import { lost, received, returned, shipped, type StoredTransferJob } from './transfer-job-steps.js';
import { type JobCall, TransferJobs } from './transfer-jobs.js';

@Controller()
export class TransferJobHandlers {
  constructor(
    private readonly db: Db,
    private readonly jobs: TransferJobs,
  ) {}

  @Handles(transferJob.add)
  add(call: CallOf<typeof transferJob.add>) {
    const { comment = '', from_location_id, to_location_id, items } = call.input;
    return this.db.transact(call, async (tx) => {
      const values = { ...authorOf(call.caller), comment, from_location_id, to_location_id };
      const faults = await placeFaults(tx, call, values);
      return { item_transfer_job_id: await this.jobs.add(tx, call, values, items, faults) };
    });
  }

  @Handles(transferJob.edit)
  edit(call: CallOf<typeof transferJob.edit>) {
    return this.change(call, async (tx, stored) => {
      refuseStepUnless(stored.header, JOB.draft, 'only a draft can be edited');
      const { header } = stored;
      const {
        comment,
        from_location_id = header.from_location_id,
        to_location_id = header.to_location_id,
      } = call.input;
      const places = { from_location_id, to_location_id };
      const faults = await placeFaults(tx, call, places, header);
      await this.jobs.edit(tx, call, stored, { comment, ...places }, call.input.items, faults);
    });
  }

  @Handles(transferJob.ship)
  ship(call: CallOf<typeof transferJob.ship>) {
    return this.change(call, async (tx, stored) => {
      if (stored.header.job_status_id === JOB.active) return;
      refuseStepUnless(stored.header, JOB.draft, 'only a draft can be shipped');
      const lines = stored.lines.map((line) => ({ given: line, line_id: line.line_id }));
      const { faults } = await itemsOfLines(tx, call.caller, 'items', lines);
      Refused.ifAny(faults);
      await this.jobs.advance(tx, call, stored, 'shipped', shipped(stored));
    });
  }

  @Handles(transferJob.receive)
  receive(call: CallOf<typeof transferJob.receive>) {
    return this.db.transact(call, (tx) => receiveTransferJob(tx, this.jobs, call));
  }

  @Handles(transferJob.complete)
  complete(call: CallOf<typeof transferJob.complete>) {
    return this.change(call, async (tx, stored) => {
      if (stored.header.job_status_id === JOB.completed) return;
      refuseStepUnless(stored.header, JOB.active, 'only a job in transit can be completed');
      const { outstanding = 'receive' } = call.input;
      const steps = { receive: received, return: returned, lose: lost };
      const counts_as = outstanding === 'lose' ? 'deducted' : 'neither';
      await this.jobs.advance(tx, call, stored, 'completed', steps[outstanding](stored), counts_as);
    });
  }

  @Handles(transferJob.cancel)
  cancel(call: CallOf<typeof transferJob.cancel>) {
    return this.change(call, async (tx, stored) => {
      if (stored.header.job_status_id === JOB.cancelled) return;
      if (stored.header.job_status_id === JOB.completed)
        refuseStep(stored.header, 'only a draft or a job in transit can be cancelled');
      await this.jobs.advance(tx, call, stored, 'cancelled', returned(stored));
    });
  }

  @Handles(transferJob.get)
  async get(call: CallOf<typeof transferJob.get>) {
    const { documents } = this.jobs;
    const query = documents.query(call);
    const { filter_job_status_id: status } = call.input;
    if (status) query.andWhere('transfer_job.job_status_id = :status', { status });
    const { records, ...page } = await documents.list(call, {}, query);
    return { ...page, transfer_jobs: records };
  }

  /** Does something with the job that a call names, under its lock. */
  private change(call: JobCall, work: (tx: Tx, stored: StoredTransferJob) => Promise<void>) {
    return this.db.transact(call, async (tx) => {
      await work(tx, await this.jobs.documents.claim(tx, call));
      return { item_transfer_job_id: call.input.item_transfer_job_id };
    });
  }
}
