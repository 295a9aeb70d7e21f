import type { ManagedProcess } from '@stockbook/distributed';
import type { FaultKind } from './fault.js';
import { allReady, type Stage } from './stage.js';

export async function roll({ system }: Stage, processes: readonly ManagedProcess[], release?: string): Promise<void> {
  for (const process of processes) await process.restart(release);
  await allReady(system);
}

/** Does work on processes under load; no request may fail by it. */
export async function withoutFailures(
  { gate }: Stage,
  when: string,
  processes: readonly ManagedProcess[],
  work: () => Promise<void>,
): Promise<string> {
  const { requests, failures } = await gate.watch(`any request in ${when}`, {}, work);
  return `${processes.length} processes, ${requests} requests, ${failures.length} failed`;
}

export const byReplica = ({ system }: Stage) => [...system.processes].sort((a, b) => a.replica - b.replica);

export const rollingRestart: FaultKind = {
  name: 'rolling restart',
  takes_s: 20,
  isAlone: true,
  inflict: (stage) => {
    const processes = byReplica(stage);
    return withoutFailures(stage, 'a rolling restart', processes, () => roll(stage, processes));
  },
};
