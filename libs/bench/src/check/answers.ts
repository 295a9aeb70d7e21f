import type { LoadResult } from '../load/job.js';

/** Too much load is refused by these, which is right; their number stands beside the figure. */
const OVERLOAD = ['429', '503'];

/** Faults that no run may have, whatever it asked. */
export function answerFaults({ statuses, refusal }: LoadResult): string[] {
  const wrong = Object.entries(statuses).filter(([status]) => status !== '200' && !OVERLOAD.includes(status));
  const faults = wrong.map(([status, count]) => `${count} requests were answered ${status}: ${refusal?.slice(0, 500)}`);
  if (!statuses['200']) faults.push(`Nothing was granted: ${refusal?.slice(0, 500)}`);
  return faults;
}

/** From here on the generator may have been slower than what it measured. */
const BUSY = 0.9;

/** Remarks on a run for the reader. */
export function notesOf({ sent, statuses, unanswered, busy }: LoadResult): string[] {
  const refused = OVERLOAD.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  return [
    ...(refused ? [`${refused} of ${sent} refused for overload`] : []),
    ...(unanswered > sent / 100 ? [`${unanswered} of ${sent} unanswered`] : []),
    ...(busy > BUSY ? [`generator busy ${Math.round(busy * 100)} %`] : []),
  ];
}
