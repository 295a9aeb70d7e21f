import type { Call, Fault } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { referenceFaults } from '@stockbook/service';
import { jobRefusal } from '../document/job-status.js';
import { TransferJobRow } from './transfer-job.entity.js';
import { TRANSFER_JOB } from './transfer-jobs.js';

type Places = Readonly<Pick<TransferJobRow, 'from_location_id' | 'to_location_id'>>;

export const refuseStep = jobRefusal(TRANSFER_JOB, 'in transit');

/** Refuses a step that only a job of this status takes. */
export function refuseStepUnless(job: TransferJobRow, status: number, rule: string): void {
  if (job.job_status_id !== status) refuseStep(job, rule);
}

/** Looks for the locations, but for those that stay as they are stored. */
export async function placeFaults(tx: Tx, { caller }: Call, places: Places, stored?: TransferJobRow): Promise<Fault[]> {
  const { from_location_id, to_location_id } = places;
  const faults = await referenceFaults(tx, caller, TransferJobRow, { from_location_id, to_location_id }, stored);
  if (from_location_id !== to_location_id) return faults;
  const message = 'to_location_id must differ from from_location_id.';
  return [...faults, { code: 'invalid', field: 'to_location_id', message }];
}
