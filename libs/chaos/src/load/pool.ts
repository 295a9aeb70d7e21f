import type { Random } from '../random.js';

/** Records of one client. While one is changed, and for as long as nobody knows whether it was, it is not in the pool. */
export class Pool<R> {
  private readonly records: R[] = [];

  constructor(private readonly random: Random) {}

  get size(): number {
    return this.records.length;
  }

  readonly keep = (record: R): void => void this.records.push(record);

  take(): R | undefined {
    const [record] = this.records.splice(this.random.between(0, this.records.length - 1), 1);
    return record;
  }
}
