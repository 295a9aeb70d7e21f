import type { Call } from '@stockbook/contracts';
import type { Answer } from '../answer.js';
import { type Connection, ConnectTimeout } from './connection.js';
import { toSent } from './sent-call.js';

/**
 * The outcome of an attempt. Unreached: nothing was sent. Lost: the connection ended before the answer. Failed: the service
 * sent an error instead of an answer. Silent: the replica does not answer pings; another outcome may follow.
 */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'unreached'; readonly timedOut: boolean }
  | { readonly kind: 'lost' | 'failed' | 'silent' | 'dropped' };

/** One transmission of a call to one replica. */
export class Attempt {
  readonly began = performance.now();
  isSilent = false;
  readonly end: Promise<Outcome>;
  private readonly silence: Promise<Outcome>;
  private settle: (outcome: Outcome) => void = () => undefined;
  private settleSilence: (outcome: Outcome) => void = () => undefined;
  private unsubscribe: () => void = () => undefined;
  private isDropped = false;

  constructor(
    readonly connection: Connection,
    path: string,
    call: Call,
  ) {
    this.end = new Promise((resolve) => (this.settle = resolve));
    this.silence = new Promise((resolve) => (this.settleSilence = resolve));
    void this.send(path, call);
  }

  /** The next outcome: a silence, if none was reported before, or the final one. */
  get next(): Promise<Outcome> {
    return this.isSilent ? this.end : Promise.race([this.end, this.silence]);
  }

  /** Reports that the replica does not answer pings. */
  fallSilent(): void {
    this.isSilent = true;
    this.settleSilence({ kind: 'silent' });
  }

  /** Stops waiting for the answer. */
  drop(): void {
    this.isDropped = true;
    this.unsubscribe();
    this.settle({ kind: 'dropped' });
  }

  private async send(path: string, call: Call): Promise<void> {
    try {
      await this.connection.connect();
    } catch (error) {
      return this.settle({ kind: 'unreached', timedOut: error instanceof ConnectTimeout });
    }
    if (this.isDropped) return;
    this.unsubscribe = this.connection.call(path, toSent(call), (error, response) => {
      if (error instanceof Error) this.settle({ kind: 'lost' });
      else if (error) this.settle({ kind: 'failed' });
      else this.settle({ kind: 'answered', answer: response as Answer });
    });
  }
}
