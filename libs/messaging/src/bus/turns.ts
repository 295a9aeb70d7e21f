import { groupBy } from '@stockbook/persistence';

/** One transaction and one publication stay below these limits. */
export const BATCH_EVENTS = 200;
/** This holds about 1,600 lines of demands, or 40 whole orders of three lines, and takes 40 to 100 ms. */
export const BATCH_BYTES = 128 * 1024;
/** An event that shares a batch with others is at most this long. */
export const SHARED_BYTES = BATCH_BYTES / 4;

export interface Candidate {
  readonly account_id: number;
  readonly bytes: number;
}

interface Share<T> {
  readonly account_id: number;
  readonly queue: readonly T[];
  taken: number;
  bytes: number;
}

/** A large event is alone in its batch, so that none of another account waits for its work. */
export const isLarge = ({ bytes }: Candidate): boolean => bytes > SHARED_BYTES;

const sizeOf = (event: Candidate): number => (isLarge(event) ? BATCH_BYTES : event.bytes);

/** Takes the next event of the account with the fewest bytes; one that did not fit comes first next time. */
export class Turns {
  /** It first serves this account, or the next one there is. */
  constructor(private first = 0) {}

  /** Keeps the order of the candidates. */
  choose<T extends Candidate>(candidates: readonly T[]): T[] {
    const chosen = new Set<T>();
    const shares = this.inTurn(candidates);
    let bytes = 0;
    let cut: number | undefined;
    while (shares.length) {
      const share = shares.reduce((least, each) => (each.bytes < least.bytes ? each : least));
      const { account_id } = share;
      const next = share.queue[share.taken];
      if (next && (!chosen.size || (chosen.size < BATCH_EVENTS && bytes + sizeOf(next) <= BATCH_BYTES))) {
        chosen.add(next);
        bytes += sizeOf(next);
        share.taken++;
        share.bytes += sizeOf(next);
        this.first = account_id + 1;
      } else {
        if (next) cut ??= account_id;
        shares.splice(shares.indexOf(share), 1);
      }
    }
    this.first = cut ?? this.first;
    return candidates.filter((candidate) => chosen.has(candidate));
  }

  private inTurn<T extends Candidate>(candidates: readonly T[]): Share<T>[] {
    const isLater = (account_id: number) => Number(account_id < this.first);
    return [...groupBy(candidates, ({ account_id }) => account_id)]
      .sort(([one], [other]) => isLater(one) - isLater(other) || one - other)
      .map(([account_id, queue]) => ({ account_id, queue, taken: 0, bytes: 0 }));
  }
}
