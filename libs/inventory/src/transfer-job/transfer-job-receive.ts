import type { CallOf, transferJob } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { JOB } from '../document/job-status.js';
import { refuseStepUnless } from './transfer-job-rules.js';
import { arrivals, received } from './transfer-job-steps.js';
import type { TransferJobs } from './transfer-jobs.js';

/** Books the pieces that have arrived, all where the call names none, and returns how many are still in transit. */
export async function receiveTransferJob(tx: Tx, jobs: TransferJobs, call: CallOf<typeof transferJob.receive>) {
  const { item_transfer_job_id, items } = call.input;
  const stored = await jobs.documents.claim(tx, call);
  refuseStepUnless(stored.header, JOB.active, 'only the pieces of a job in transit can arrive');
  const step = received(stored, items && arrivals(stored, items));
  await jobs.advance(tx, call, stored, 'received', step);
  const outstanding = step.lines.reduce((sum, { quantity_in_transit }) => sum + quantity_in_transit, 0);
  return { item_transfer_job_id, outstanding };
}
