import type { Finished } from './flush.js';
import type { Lane } from './lane/lane.js';

/** Results are written together once this time has passed, or this many are there. */
const GATHER_MS = 25;
const MOST = 100;

/** Collects results of attempts until they are written to the database. */
export class Results {
  private waiting: Finished[] = [];
  private urgent = 0;
  private timer?: NodeJS.Timeout;
  private isOver = false;

  constructor(private readonly onDue: () => void) {}

  get count(): number {
    return this.waiting.length;
  }

  get isDue(): boolean {
    return this.urgent > 0 || this.waiting.length >= MOST || (this.isOver && this.waiting.length > 0);
  }

  hasAny(lane: Lane): boolean {
    return this.waiting.some((each) => each.lane === lane);
  }

  /** Deliveries are held behind retries alone: only the log waits for the success of another one. */
  add(finished: Finished): void {
    this.waiting.push(finished);
    const { state, delivery } = finished.result;
    if (state !== 'delivered' || delivery.state === 'retrying') this.urgent++;
    if (this.isDue) this.onDue();
    else this.timer ??= setTimeout(() => this.end(), GATHER_MS);
  }

  take(): Finished[] {
    clearTimeout(this.timer);
    delete this.timer;
    this.isOver = false;
    this.urgent = 0;
    return this.waiting.splice(0);
  }

  /** Takes back results after a fault; they are due at once. */
  giveBack(finished: readonly Finished[]): void {
    this.waiting.unshift(...finished);
    this.isOver = true;
  }

  private end(): void {
    delete this.timer;
    this.isOver = true;
    this.onDue();
  }
}
