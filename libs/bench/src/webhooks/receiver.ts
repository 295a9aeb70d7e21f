import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A delivery as the receiver saw it; times are Unix times in ms. */
export interface Arrival {
  readonly path: string;
  readonly sequence: number;
  readonly committed_at: number;
  readonly received_at: number;
  readonly answered_at: number;
}

/** `refuse` answers as `take`. */
export type Question = 'count' | 'take' | 'refuse';

const POLL_MS = 50;
const LIMIT_MS = 120_000;

/** A receiver of webhooks in a process of its own. */
export class BenchReceiver {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async open(): Promise<BenchReceiver> {
    const child = fork(fileURLToPath(new URL('./receiver-process.js', import.meta.url)));
    const [started]: { url: string }[] = await once(child, 'message');
    return new BenchReceiver(child, started?.url ?? '');
  }

  /** Waits until so many deliveries have arrived, and returns them. */
  async take(count: number): Promise<readonly Arrival[]> {
    const end = Date.now() + LIMIT_MS;
    while ((await this.ask<{ count: number }>('count')).count < count) {
      if (Date.now() > end)
        throw new Error(`Fewer than ${count} deliveries have arrived within ${LIMIT_MS / 1_000} s.`);
      await delay(POLL_MS);
    }
    return (await this.ask<{ arrivals: Arrival[] }>('take')).arrivals;
  }

  /** From now on the first delivery of each record fails, and is accepted when it comes again. */
  async refuseFirst(): Promise<void> {
    await this.ask('refuse');
  }

  close(): void {
    this.child.disconnect();
  }

  private async ask<T>(message: Question): Promise<T> {
    const answer = once(this.child, 'message');
    this.child.send(message);
    const [told]: T[] = await answer;
    return told!;
  }
}
