import { type Delivery, recordName, type Result } from './delivery.js';
import type { Retry } from './endpoint.js';
import { Followers, NEXT, type Skipped } from './followers.js';
import { isHolding, Retries } from './retries.js';

export interface Load {
  readonly cursor: number;
  /** The most deliveries behind the cursor. */
  readonly room: number;
  readonly next: readonly Skipped[];
  /** The bytes of the deliveries behind the cursor, and the same number for the next ones. */
  readonly bytes: number;
  readonly epoch: number;
}

/** At most this many deliveries of one endpoint are in memory, beside those behind one of their record. */
const WINDOW = 200;

/**
 * Keeps the deliveries of one endpoint in memory, and how far the database was read. With an order, the next delivery
 * of a record follows the one in flight without a look at the database. A record whose delivery waits for a retry is
 * blocked, and its later ones are held.
 */
export class DeliveryQueue {
  private hasLoaded = false;
  /** True while the database may have deliveries that are not loaded. */
  private hasMore = true;
  /** Pending deliveries up to this position are loaded. */
  private cursor = 0;
  /** Counts how often earlier deliveries became due again, which a load that had begun does not see. */
  private epoch = 0;
  private toHold: Delivery[] = [];
  private readonly ready: Delivery[] = [];
  private readonly followers = new Followers();
  private readonly retries = new Retries();
  /** The bytes of their bodies by position. */
  private readonly loaded = new Map<number, number>();
  private bytes = 0;
  /** The results of these deliveries were written after the last load began, so that load may still find them. */
  private readonly finished = new Set<number>();

  constructor(
    private isOrdered: boolean,
    retries: readonly Retry[],
  ) {
    for (const each of retries) this.retries.add(each);
  }

  get progress() {
    return { cursor: this.cursor, hasMore: this.hasMore, hasLoaded: this.hasLoaded };
  }

  get isEmpty(): boolean {
    return !this.loaded.size && !this.hasMore && !this.hasToHold && !this.skipped.length;
  }

  /** Tells whether there are deliveries to be marked as held. */
  get hasToHold(): boolean {
    return this.toHold.length > 0;
  }

  /** Returns the records whose next deliveries are in the database alone, behind those in memory. */
  get skipped(): Skipped[] {
    return this.followers.allSkipped;
  }

  /** The database may have further deliveries. */
  expectMore(): void {
    this.hasMore = true;
  }

  /** Tells whether the queue has to load deliveries, if their bodies may have this many bytes in all. */
  isToLoad(most_bytes: number): boolean {
    const hasRoom = this.room >= WINDOW / 2 && this.hasMore;
    return (hasRoom || this.followers.toRead.length > 0) && this.bytes <= most_bytes / 2;
  }

  beginLoad(most_bytes: number): Load {
    const { cursor, epoch } = this;
    const room = this.hasMore ? Math.max(0, this.room) : 0;
    if (room) this.hasMore = false;
    this.finished.clear();
    const next = this.followers.toRead;
    return { cursor, room, next, bytes: Math.ceil((most_bytes - this.bytes) / (next.length ? 2 : 1)), epoch };
  }

  /** If the load may have overlooked earlier deliveries, all is loaded again. */
  endLoad(load: Load, found: readonly Delivery[], next: readonly Delivery[] = []): void {
    if (load.epoch !== this.epoch) {
      this.hasMore = true;
      return;
    }
    for (const skipped of load.next) this.addNext(skipped, next, bytesOf(next) >= load.bytes);
    const added = found.filter((delivery) => !this.finished.has(delivery.position) && this.add(delivery));
    // The known deliveries are in work, and asking again at once would find the same ones.
    const isCut = found.length >= load.room || bytesOf(found) >= load.bytes;
    if (added.length && isCut) this.hasMore = true;
  }

  /** Later deliveries of the record stay where they are. */
  private addNext(skipped: Skipped, next: readonly Delivery[], isCut: boolean): void {
    const own = next.filter((each) => recordName(each) === recordName(skipped));
    this.followers.unskip(skipped);
    for (const each of own) this.add(each);
    const last = own.at(-1);
    if (own.length >= NEXT || isCut)
      this.followers.skip({ ...skipped, position: last ? last.position + 1 : skipped.position });
  }

  /** Takes a delivery that was loaded; false if it has it already. */
  add(delivery: Delivery): boolean {
    this.hasLoaded = true;
    if (delivery.state === 'pending') this.cursor = Math.max(this.cursor, delivery.position);
    if (this.loaded.has(delivery.position)) return false;
    if (delivery.state === 'pending' && this.isBlocked(delivery)) {
      this.toHold.push(delivery);
      return true;
    }
    const isInOrder = this.isInOrder(delivery);
    if (isInOrder && this.followers.skips(delivery)) return true;
    this.loaded.set(delivery.position, delivery.bytes);
    this.bytes += delivery.bytes;
    if (isHolding(delivery)) this.retries.add(delivery);
    if (!isInOrder || !this.followers.add(delivery)) this.ready.push(delivery);
    return true;
  }

  /** Drops the deliveries that are not in flight, which are loaded again. */
  reload(isOrdered: boolean): void {
    this.isOrdered = isOrdered;
    for (const delivery of this.followers.takeAll()) this.unload(delivery);
    for (const delivery of this.ready.splice(0)) {
      this.unload(delivery);
      if (delivery.state === 'pending') this.followers.end(recordName(delivery));
    }
    this.toHold = [];
    if (!isOrdered) this.followers.clear();
    this.startOver();
  }

  /** Loads all deliveries from the database again. */
  startOver(): void {
    this.epoch++;
    this.cursor = 0;
    this.hasMore = true;
    this.followers.unskipAll();
  }

  take(): Delivery | undefined {
    return this.ready.shift();
  }

  /** Ends the try of a delivery: the next one of its record is ready, or is held behind its retry. */
  complete(result: Result): void {
    const { delivery } = result;
    const record = recordName(delivery);
    // A retry blocks also without an order, which the endpoint may get.
    if (isHolding(result)) this.retries.add(delivery);
    if (!this.isInOrder(delivery)) return;
    const next = this.followers.first(record);
    if (next && !this.isBlocked(next)) {
      this.followers.shift(record);
      this.ready.unshift(next);
      return;
    }
    const held = this.followers.end(record);
    for (const each of held) this.unload(each);
    this.toHold.push(...held);
  }

  /** Tells whether later deliveries of the record may be held behind this one, for which they no longer wait. */
  isReleasing(result: Result): boolean {
    return this.isOrdered && this.retries.has(result.delivery) && !isHolding(result);
  }

  /** Returns the deliveries to mark as held: those whose record is still blocked. */
  takeToHold(): Delivery[] {
    return this.toHold.splice(0).filter((each) => this.isBlocked(each));
  }

  /** Is called after the commit of a result. */
  forget(result: Result, isReleased: boolean): void {
    const { delivery } = result;
    this.unload(delivery);
    this.finished.add(delivery.position);
    if (!isHolding(result)) this.retries.delete(delivery);
    if (!isReleased) return;
    this.epoch++;
    this.cursor = Math.min(this.cursor, delivery.position);
    this.hasMore = true;
  }

  /** Counts the places for further deliveries that follow none of their record. */
  private get room(): number {
    return WINDOW - (this.loaded.size - this.followers.count);
  }

  private unload({ position }: Delivery): void {
    this.bytes -= this.loaded.get(position) ?? 0;
    this.loaded.delete(position);
  }

  private isBlocked(delivery: Delivery): boolean {
    return this.isOrdered && this.retries.hasBefore(delivery);
  }

  /** Retries were the first of their record when they failed; those behind them are held in the database. */
  private isInOrder({ state }: Delivery): boolean {
    return this.isOrdered && state === 'pending';
  }
}

const bytesOf = (deliveries: readonly Delivery[]): number => deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
