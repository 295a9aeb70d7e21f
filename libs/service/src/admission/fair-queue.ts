// The queue is written by hand: queues of libraries know priorities, but neither turns of accounts nor which account to
// drop an item of when full.

/** A bounded queue: accounts take turns, so that an account with many calls does not delay the others. */
export class FairQueue<T> {
  private readonly queues = new Map<number, T[]>();
  private count = 0;

  constructor(private readonly limit: number) {}

  /** A full queue drops and returns the last item of the account with the most. */
  add(account_id: number, item: T): T | undefined {
    const own = this.queues.get(account_id) ?? [];
    const longest = this.count < this.limit ? undefined : this.longest();
    if (longest && longest.length <= own.length + 1) return item;
    own.push(item);
    this.queues.set(account_id, own);
    if (longest) return longest.pop();
    this.count++;
    return undefined;
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
      const [item] = items;
      if (!item || !mayTake(item)) continue;
      items.shift();
      this.count--;
      this.queues.delete(account_id);
      if (items.length) this.queues.set(account_id, items);
      return item;
    }
    return undefined;
  }

  private longest(): T[] {
    return [...this.queues.values()].reduce((longest, items) => (items.length > longest.length ? items : longest), []);
  }
}
