import { Refused } from '@stockbook/contracts';

/** The states of transfer jobs and stock take jobs; an active one is in transit, or counting. */
export const JOB = { draft: 1, active: 2, completed: 3, cancelled: 4 } as const;

/** SQL that is true for a job that is neither completed nor cancelled. */
export const IS_OPEN_JOB = `job_status_id < ${JOB.completed}`;

/** Refuses a request that a job in this state does not take. `rule` says which one does. */
export function refuseJob(name: string, id: number, state: string, rule: string): never {
  const field = `item_${name}_id`;
  const message = `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('_', ' ')} ${id} is ${state}: ${rule}.`;
  throw new Refused({ code: 'locked', field, message });
}
