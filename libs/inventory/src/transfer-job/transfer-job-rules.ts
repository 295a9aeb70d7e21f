import type { Call, Fault } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { referenceFaults } from '@stockbook/service';
import { refuseJob } from '../document/job-status.js';
import type { StoredTransferJob } from './transfer-job-steps.js';
import { TransferJobRow } from './transfer-job.entity.js';
import { TRANSFER_JOB } from './transfer-jobs.js';

type Places = Readonly<Pick<TransferJobRow, 'from_location_id' | 'to_location_id'>>;
const STATES = ['', 'a draft', 'in transit', 'completed', 'cancelled'];

/** Refuses a step that only a job of this status takes. */
export function refuseStepUnless(stored: StoredTransferJob, status: number, rule: string): void {
  if (stored.header.job_status_id !== status) refuseStep(stored, rule);
}

export const refuseStep = ({ header }: StoredTransferJob, rule: string): never =>
  refuseJob(TRANSFER_JOB.table, header.item_transfer_job_id, STATES[header.job_status_id] ?? '', rule);

/** Looks for the locations, but for those that stay as they are stored. */
export async function placeFaults(tx: Tx, { caller }: Call, places: Places, stored?: TransferJobRow): Promise<Fault[]> {
  const { from_location_id, to_location_id } = places;
  const faults = await referenceFaults(tx, caller, TransferJobRow, { from_location_id, to_location_id }, stored);
  if (from_location_id !== to_location_id) return faults;
  const message = 'to_location_id must differ from from_location_id.';
  return [...faults, { code: 'invalid', field: 'to_location_id', message }];
}
