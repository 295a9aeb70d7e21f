import type { Stockbook } from '@stockbook/client';
import type { LoadResult } from '../load/job.js';

/** The system's answers or data are wrong, so its speed does not count. */
export class WrongRun extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join(' '));
  }

  static ifAny(faults: readonly string[]): void {
    if (faults.length) throw new WrongRun(faults);
  }
}

/** Statuses that rightly refuse too much load; their number stands beside the figure. */
const OVERLOAD = ['429', '503'];

export function answerFaults({ statuses, refusal }: LoadResult): string[] {
  const wrong = Object.entries(statuses).filter(([status]) => status !== '200' && !OVERLOAD.includes(status));
  const faults = wrong.map(([status, count]) => `${count} requests were answered ${status}: ${refusal?.slice(0, 500)}`);
  if (!statuses['200']) faults.push(`Nothing was granted: ${refusal?.slice(0, 500)}`);
  return faults;
}

export async function flowFaults({ api }: { readonly api: Stockbook }): Promise<string[]> {
  const { faults } = await api.inventory.flow.verify({});
  return faults.map(({ item_id, location_id, what, expected, found }) => {
    return `flow/verify: ${what} of item ${item_id} at location ${location_id} is ${found}, not ${expected}.`;
  });
}

/** A generator that was busy for a larger share may have been slower than the measured system. */
const BUSY = 0.9;

export const notesOf = (...loads: readonly LoadResult[]): string[] =>
  loads.flatMap(({ sent, statuses, unanswered, busy }) => {
    const refused = OVERLOAD.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
    return [
      ...(refused ? [`${refused} of ${sent} refused for overload`] : []),
      ...(unanswered > sent / 100 ? [`${unanswered} of ${sent} unanswered`] : []),
      ...(busy > BUSY ? [`generator busy ${Math.round(busy * 100)} %`] : []),
    ];
  });
