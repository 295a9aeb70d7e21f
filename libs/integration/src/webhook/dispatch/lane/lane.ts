import { isSubscribed } from '../../fan-out/subscriptions.js';
import { closeBreaker, type Health, healthOf, isOpen } from './breaker.js';
import { type Delivery, recordName, type Result } from '../delivery.js';
import { type Claimed, type Endpoint, keyColumns, type Retry } from '../endpoint.js';
import { HOLDING_TRIES } from '../retry.js';
import { Followers, NEXT, type Skipped } from './followers.js';
import { Throttle } from './throttle.js';

/** A load of deliveries that is under way. */
export interface Load {
  readonly cursor: number;
  /** The most deliveries behind the cursor. */
  readonly room: number;
  /** The records whose next deliveries are read, up to the cursor. */
  readonly next: readonly Skipped[];
  /** Of the deliveries behind the cursor, and as many of the next ones. */
  readonly bytes: number;
  readonly epoch: number;
}

/** Deliveries of one endpoint in memory, not counting those that follow one of their record; their bodies may have room for fewer. */
const WINDOW = 200;
/** Requests in flight to one endpoint. Slots leave it no more than half of its host's. */
const [FIRST_LIMIT, LAST_LIMIT] = [4, 8];

/**
 * The deliveries of one endpoint that this replica owns. One delivery of a record is in flight at a time; the next one of the
 * record follows without a look at the database. A record whose delivery waits for a retry is blocked, and its later ones are held.
 */
export class Lane {
  readonly health: Health;
  inFlight = 0;
  /** Whether any delivery was loaded. */
  hasLoaded = false;
  /** Whether the database may have deliveries that are not loaded. */
  hasMore = true;
  /** Pending deliveries up to this position are loaded. */
  cursor = 0;
  /** Whether the endpoint has changed since it was read. */
  isStale = false;
  /** Deliveries to be marked as held. */
  toHold: Delivery[] = [];
  /** Counts how often earlier deliveries became due again, which a load that had begun does not see. */
  private epoch = 0;
  private limit = FIRST_LIMIT;
  private used_at = -Infinity;
  private readonly ready: Delivery[] = [];
  private readonly followers = new Followers();
  /** The bytes of their bodies by position. */
  private readonly loaded = new Map<number, number>();
  private bytes = 0;
  private readonly throttle = new Throttle();
  /** Those whose results were written since the last load began, which may still have found them. */
  private readonly finished = new Set<number>();
  /** By record, the positions of its retries: later deliveries wait for them. */
  private readonly retries = new Map<string, Set<number>>();

  constructor(
    public endpoint: Endpoint,
    claimed: Claimed,
  ) {
    this.health = healthOf(claimed);
    for (const each of claimed.retries) this.block(each);
  }

  /** Whether it has had nothing to send since that time, of `performance.now()`. */
  isIdleSince(time_ms: number): boolean {
    const isDone = !this.loaded.size && !this.hasMore && !this.toHold.length && !this.skipped.length;
    return isDone && this.used_at <= time_ms && this.throttle.isOver(performance.now());
  }

  /** Whether it has to load deliveries, if their bodies may have so many bytes in all. */
  isToLoad(most_bytes: number): boolean {
    const hasRoom = this.room >= WINDOW / 2 && this.hasMore;
    const isWanted = (hasRoom || this.followers.toRead.length > 0) && this.bytes <= most_bytes / 2;
    return isWanted && !this.isStale && !isOpen(this.health) && this.isEnabled;
  }

  /** The records whose next deliveries are in the database alone, behind those in memory. */
  get skipped(): Skipped[] {
    return this.followers.allSkipped;
  }

  get isEnabled(): boolean {
    return this.endpoint.status !== 'disabled' && !this.endpoint.date_deleted;
  }

  /** The endpoint may have been edited since the delivery was stored. One that a user has chosen since is sent all the same. */
  cancels(delivery: Delivery): boolean {
    return delivery.trigger !== 'manual' && !isSubscribed(this.endpoint, delivery);
  }

  beginLoad(most_bytes: number): Load {
    const { cursor, epoch } = this;
    const room = this.hasMore ? Math.max(0, this.room) : 0;
    if (room) this.hasMore = false;
    this.finished.clear();
    const next = this.followers.toRead;
    return { cursor, room, next, bytes: Math.ceil((most_bytes - this.bytes) / (next.length ? 2 : 1)), epoch };
  }

  /**
   * Takes what a load has found behind the cursor, and of the next ones; unless it may have overlooked earlier deliveries, then all
   * is to be loaded again.
   */
  endLoad(load: Load, found: readonly Delivery[], next: readonly Delivery[] = []): void {
    if (load.epoch !== this.epoch) {
      this.hasMore = true;
      return;
    }
    for (const skipped of load.next) this.addNext(skipped, next, bytesOf(next) >= load.bytes);
    const added = found.filter((delivery) => !this.finished.has(delivery.position) && this.add(delivery));
    // Those that it already has are in work, and asking again at once would find the same.
    const isCut = found.length >= load.room || bytesOf(found) >= load.bytes;
    if (added.length && isCut) this.hasMore = true;
  }

  /** Takes the next deliveries of a record. The later ones up to the cursor stay where they are, if there may be any. */
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
    if (delivery.state === 'retrying' && delivery.tries < HOLDING_TRIES) this.block(delivery);
    if (!isInOrder || !this.followers.add(delivery)) this.ready.push(delivery);
    return true;
  }

  /** After a change of the endpoint: deliveries that are not in flight are loaded again, as body or order may be another one. */
  update(endpoint: Endpoint): void {
    const wasEnabled = this.isEnabled;
    this.endpoint = endpoint;
    if (this.isEnabled && !wasEnabled) closeBreaker(this.health);
    for (const delivery of this.followers.takeAll()) this.unload(delivery);
    for (const delivery of this.ready.splice(0)) {
      this.unload(delivery);
      if (delivery.state === 'pending') this.followers.end(recordName(delivery));
    }
    this.toHold = [];
    if (!endpoint.ordered) this.followers.clear();
    this.startOver();
  }

  /** After results could not be stored: loads all deliveries from the database again. */
  startOver(): void {
    this.epoch++;
    this.cursor = 0;
    this.hasMore = true;
    this.followers.unskipAll();
  }

  /** Takes the next delivery to send, if one may be sent now. */
  take(now_ms: number): Delivery | undefined {
    const limit = this.health.open_until ? 1 : this.limit;
    if (this.inFlight >= limit || this.isStale || isOpen(this.health) || !this.isEnabled) return undefined;
    if (!this.throttle.isFree(now_ms)) return undefined;
    const delivery = this.ready.shift();
    const { throttle_per_second } = this.endpoint;
    if (delivery && throttle_per_second) this.throttle.use(now_ms, throttle_per_second);
    return delivery;
  }

  /** Ends the try of a delivery: the next one of its record is ready, or is held behind its retry. */
  complete({ delivery, state, tries }: Result): void {
    const record = recordName(delivery);
    if (state === 'delivered') this.limit = Math.min(this.limit + 1, LAST_LIMIT);
    else if (state !== 'cancelled') this.limit = Math.max(1, Math.floor(this.limit / 2));
    if (state === 'retrying' && tries < HOLDING_TRIES) this.block(delivery);
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

  /** Whether later deliveries of the record may be held behind this one, which they wait for no more. */
  isReleasing(result: Result): boolean {
    const { delivery } = result;
    const isBlocking = this.retries.get(recordName(delivery))?.has(delivery.position);
    return this.endpoint.ordered && isBlocking === true && isUnblocking(result);
  }

  /** The deliveries to mark as held: those whose record is still blocked. */
  takeToHold(): Delivery[] {
    const held = this.toHold.filter((each) => this.isBlocked(each));
    this.toHold = [];
    return held;
  }

  /** After the commit of a result. */
  forget(result: Result, isReleased: boolean): void {
    const { delivery } = result;
    this.unload(delivery);
    this.finished.add(delivery.position);
    this.used_at = performance.now();
    if (isUnblocking(result)) this.unblock(delivery);
    if (!isReleased) return;
    this.epoch++;
    this.cursor = Math.min(this.cursor, delivery.position);
    this.hasMore = true;
  }

  /** For further deliveries that follow none of their record. */
  private get room(): number {
    return WINDOW - (this.loaded.size - this.followers.count);
  }

  private unload({ position }: Delivery): void {
    this.bytes -= this.loaded.get(position) ?? 0;
    this.loaded.delete(position);
  }

  /** Also of an endpoint without an order, which may get one. */
  private block(retry: Retry): void {
    const record = recordName(retry);
    this.retries.set(record, (this.retries.get(record) ?? new Set<number>()).add(retry.position));
  }

  private unblock(retry: Retry): void {
    const record = recordName(retry);
    const others = this.retries.get(record);
    others?.delete(retry.position);
    if (!others?.size) this.retries.delete(record);
  }

  private isBlocked(delivery: Delivery): boolean {
    if (!this.endpoint.ordered) return false;
    const retries = this.retries.get(recordName(delivery));
    return retries !== undefined && [...retries].some((position) => position < delivery.position);
  }

  /** Retries were the first of their record when they failed; those behind them are held in the database. */
  private isInOrder({ state }: Delivery): boolean {
    return this.endpoint.ordered && state === 'pending';
  }
}

const isUnblocking = ({ state, tries }: Result): boolean => state !== 'retrying' || tries >= HOLDING_TRIES;

const bytesOf = (deliveries: readonly Delivery[]): number => deliveries.reduce((sum, { bytes }) => sum + bytes, 0);

export const laneKeys = (lanes: readonly Lane[]): number[][] => keyColumns(lanes.map(({ endpoint }) => endpoint));
