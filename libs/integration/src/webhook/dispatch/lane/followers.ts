import { type Delivery, recordName } from './delivery.js';

/** At most this many deliveries of one record follow its first in memory. The next ones are read when half are sent. */
const MOST = 20;
export const NEXT = MOST / 2;

/** A record whose deliveries from a position on are left in the database. */
export type Skipped = Pick<Delivery, 'section' | 'record_id' | 'position'>;

/** A record with many deliveries leaves room for other records. */
export class Followers {
  count = 0;
  private readonly waiting = new Map<string, Delivery[]>();
  private readonly skipped = new Map<string, Skipped>();

  get allSkipped(): Skipped[] {
    return [...this.skipped.values()];
  }

  /** Returns the records whose next deliveries are to be read. */
  get toRead(): Skipped[] {
    if (!this.skipped.size) return [];
    return this.allSkipped.filter((each) => (this.waiting.get(recordName(each))?.length ?? 0) <= NEXT);
  }

  /** Tells whether a delivery is left in the database, because earlier ones of its record are or memory has enough. */
  skips(delivery: Delivery): boolean {
    const record = recordName(delivery);
    if (!this.skipped.has(record) && (this.waiting.get(record)?.length ?? 0) < MOST) return false;
    this.skip(delivery);
    return true;
  }

  /** Leaves the deliveries of a record from this one on in the database. */
  skip({ section, record_id, position }: Skipped): void {
    const record = recordName({ section, record_id });
    const known = this.skipped.get(record)?.position ?? Infinity;
    this.skipped.set(record, { section, record_id, position: Math.min(known, position) });
  }

  /** The next deliveries of a record may be taken. */
  unskip(skipped: Skipped): void {
    this.skipped.delete(recordName(skipped));
  }

  unskipAll(): void {
    this.skipped.clear();
  }

  /** Adds a delivery; false where it is the first of its record. */
  add(delivery: Delivery): boolean {
    const record = recordName(delivery);
    const others = this.waiting.get(record);
    if (!others) {
      this.waiting.set(record, []);
      return false;
    }
    others.push(delivery);
    this.count++;
    return true;
  }

  first(record: string): Delivery | undefined {
    return this.waiting.get(record)?.[0];
  }

  /** Takes the first one, which becomes ready. */
  shift(record: string): void {
    if (this.waiting.get(record)?.shift()) this.count--;
  }

  /** Returns the deliveries that were behind the record's last one in memory. */
  end(record: string): Delivery[] {
    const others = this.waiting.get(record) ?? [];
    this.waiting.delete(record);
    this.count -= others.length;
    return others;
  }

  /** Takes all deliveries out; those to come still follow what is ready or in flight. */
  takeAll(): Delivery[] {
    this.count = 0;
    return [...this.waiting.values()].flatMap((others) => others.splice(0));
  }

  clear(): void {
    this.waiting.clear();
  }
}
