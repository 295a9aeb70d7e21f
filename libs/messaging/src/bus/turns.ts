/** Limits of one transaction and of one publication. */
export const BATCH_EVENTS = 200;
/** About 1,600 lines of demands, or 40 whole orders of three lines: 40 to 100 ms. */
export const BATCH_BYTES = 128 * 1024;

export interface Candidate {
  readonly account_id: number;
  readonly bytes: number;
}

/** One event of each account in turn while they fit, at least one. An account whose event did not fit comes first next time. */
export class Turns {
  /** The account that is served first, or the next one there is. */
  constructor(private first = 0) {}

  /** Keeps the order of the candidates. */
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
