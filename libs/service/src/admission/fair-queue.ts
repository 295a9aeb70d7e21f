// The queue is written by hand: queues of libraries know priorities, but neither turns of accounts nor which account to
// drop an item of when full.

interface Waiting<T> {
  readonly item: T;
  readonly user_id: number;
  readonly round: number;
}

/** A bounded queue: accounts take turns, and the users within one, so that many calls of one do not delay others. */
export class FairQueue<T> {
  /** The items of an account stand by rounds, each of which has one item of a user. */
  private readonly queues = new Map<number, Waiting<T>[]>();
  private count = 0;

  constructor(private readonly limit: number) {}

  /** A full queue drops and returns the last item of the account with the most. */
  add(account_id: number, item: T, user_id = 0): T | undefined {
    const own = this.queues.get(account_id) ?? [];
    this.queues.set(account_id, own);
    const round = roundOf(own, user_id);
    own.splice(own.findLastIndex((each) => each.round <= round) + 1, 0, { item, user_id, round });
    if (this.count < this.limit) {
      this.count++;
      return undefined;
    }
    const dropped = this.longest(own).pop();
    if (!own.length) this.queues.delete(account_id);
    return dropped?.item;
  }

  get size(): number {
    return this.count;
  }

  has(account_id: number): boolean {
    return this.queues.has(account_id);
  }

  /** Takes the first allowed item, of the account whose turn it is. */
  take(mayTake: (first: T) => boolean = () => true): T | undefined {
    for (const [account_id, items] of this.queues) {
      const [first] = items;
      if (!first || !mayTake(first.item)) continue;
      items.shift();
      this.count--;
      this.queues.delete(account_id);
      if (items.length) this.queues.set(account_id, items);
      return first.item;
    }
    return undefined;
  }

  private longest(own: Waiting<T>[]): Waiting<T>[] {
    return [...this.queues.values()].reduce((longest, items) => (items.length > longest.length ? items : longest), own);
  }
}

/** An item comes a round behind the last one of its user, or else behind the first one of each other user. */
function roundOf<T>(queue: readonly Waiting<T>[], user_id: number): number {
  const last = queue.findLast((each) => each.user_id === user_id);
  if (last) return last.round + 1;
  const firsts = new Map(queue.toReversed().map((each) => [each.user_id, each.round]));
  return Math.max(0, ...firsts.values());
}
