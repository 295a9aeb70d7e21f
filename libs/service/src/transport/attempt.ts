import type { Call } from '@stockbook/contracts';
import type { Answer } from '../answer.js';
import { type Line, NoConnection } from './line.js';
import { toSent } from './sent-call.js';

/**
 * What became of an attempt. Unreached: nothing was sent. Lost: it was sent, and the connection ended before the answer.
 * Failed: the service sent an error instead of an answer. Silent: nothing yet, and no sign of life; an end may follow.
 */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'unreached'; readonly timedOut: boolean }
  | { readonly kind: 'lost' | 'failed' | 'silent' | 'dropped' };

/** One sending of a call to one address. */
export class Attempt {
  readonly began = performance.now();
  isSilent = false;
  /** How it ended. */
  readonly end: Promise<Outcome>;
  private readonly silence: Promise<Outcome>;
  private settle: (outcome: Outcome) => void = () => undefined;
  private hush: (outcome: Outcome) => void = () => undefined;
  private forget: () => void = () => undefined;
  private isDropped = false;

  constructor(
    readonly line: Line,
    path: string,
    call: Call,
  ) {
    this.end = new Promise((resolve) => (this.settle = resolve));
    this.silence = new Promise((resolve) => (this.hush = resolve));
    void this.send(path, call);
  }

  /** The next that is known of it: its end, or before that a silence. */
  get next(): Promise<Outcome> {
    return this.isSilent ? this.end : Promise.race([this.end, this.silence]);
  }

  /** The address gives no sign of life. */
  fallSilent(): void {
    this.isSilent = true;
    this.hush({ kind: 'silent' });
  }

  /** Nobody waits for it any more. */
  drop(): void {
    this.isDropped = true;
    this.forget();
    this.settle({ kind: 'dropped' });
  }

  private async send(path: string, call: Call): Promise<void> {
    try {
      await this.line.connect();
    } catch (error) {
      return this.settle({ kind: 'unreached', timedOut: error instanceof NoConnection });
    }
    if (this.isDropped) return;
    this.forget = this.line.call(path, toSent(call), (error, response) => {
      if (error instanceof Error) this.settle({ kind: 'lost' });
      else if (error) this.settle({ kind: 'failed' });
      else this.settle({ kind: 'answered', answer: response as Answer });
    });
  }
}
