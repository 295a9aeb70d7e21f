/** How much one transaction applies, and one publication carries. */
export const BATCH_EVENTS = 200;
/** About 800 order lines, or 20 to 50 ms. */
export const BATCH_BYTES = 64 * 1024;

/** An event that waits to be chosen. */
export interface Candidate {
  readonly account_id: number;
  readonly bytes: number;
}

/**
 * Chooses the events that come next: one of each account in turn, as long as they fit, and always one. Each account's events
 * stay in their order. An account whose next event does not fit is the first to be served the next time, else the account behind
 * the last one served, so that neither a flood of events nor very large ones make the other accounts wait.
 */
export class Turns {
  /** The account, or the next one there is, that is served first. */
  constructor(private first = 0) {}

  /** The chosen candidates, in the order of all. */
  choose<T extends Candidate>(candidates: readonly T[]): T[] {
    const chosen = new Set<T>();
    const queues = new Map(this.inTurn(candidates));
    let bytes = 0;
    let cut: number | undefined;
    for (let turn = 0; queues.size; turn++) {
      for (const [account_id, queue] of queues) {
        const next = queue[turn];
        const isFull = chosen.size > 0 && (chosen.size === BATCH_EVENTS || bytes + (next?.bytes ?? 0) > BATCH_BYTES);
        if (next && !isFull) {
          chosen.add(next);
          bytes += next.bytes;
          this.first = account_id + 1;
        } else {
          if (next) cut ??= account_id;
          queues.delete(account_id);
        }
      }
    }
    this.first = cut ?? this.first;
    return candidates.filter((candidate) => chosen.has(candidate));
  }

  /** Each account's candidates, from the first account to be served on. */
  private inTurn<T extends Candidate>(candidates: readonly T[]): [account_id: number, queue: T[]][] {
    const queues = new Map<number, T[]>();
    for (const candidate of candidates) {
      const queue = queues.get(candidate.account_id);
      if (queue) queue.push(candidate);
      else queues.set(candidate.account_id, [candidate]);
    }
    const isLater = (account_id: number) => Number(account_id < this.first);
    return [...queues].sort(([one], [other]) => isLater(one) - isLater(other) || one - other);
  }
}
