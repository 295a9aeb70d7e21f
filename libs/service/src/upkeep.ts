import { prune } from '@stockbook/messaging';
import { type Db, foldTally, type Tally } from '@stockbook/persistence';

const PRUNE_EVERY_MS = 300_000;
const FOLD_EVERY_MS = 5_000;
/** Until an account has so many changes, they wait for the slower round. */
const MANY_CHANGES = 100;

/** Does what a service's tables need from time to time, one thing after the other, until the function that it returns is called. */
export function keepUp(db: Db, tallies: readonly Tally[], report: (error: unknown) => void): () => void {
  let last = Promise.resolve();
  const every = (pause_ms: number, work: () => Promise<void>) =>
    setInterval(() => void (last = last.then(work).catch(report)), pause_ms);
  const timers = [
    every(PRUNE_EVERY_MS, () => prune(db)),
    ...tallies.flatMap((tally) => [
      every(PRUNE_EVERY_MS, () => foldTally(db, tally, 1)),
      every(FOLD_EVERY_MS, () => foldTally(db, tally, MANY_CHANGES)),
    ]),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
