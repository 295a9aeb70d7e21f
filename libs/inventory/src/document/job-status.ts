import { Refused } from '@stockbook/contracts';

/** The states of transfer jobs and stock take jobs; an active one is in transit, or counting. */
export const JOB = { draft: 1, active: 2, completed: 3, cancelled: 4 } as const;

/** SQL that is true for a job that is neither completed nor cancelled. */
export const IS_OPEN_JOB = `job_status_id < ${JOB.completed}`;

/** Returns a refusal of requests that a job in its state does not take; `active` names the second state. */
export function jobRefusal<K extends string>(
  { table, key }: { readonly table: string; readonly key: K },
  active: string,
) {
  const states = ['', 'a draft', active, 'completed', 'cancelled'];
  const noun = `${table[0]?.toUpperCase()}${table.slice(1).replaceAll('_', ' ')}`;
  return (job: Readonly<Record<K | 'job_status_id', number>>, rule: string): never => {
    const message = `${noun} ${job[key]} is ${states[job.job_status_id]}: ${rule}.`;
    throw new Refused({ code: 'locked', field: key, message });
  };
}
