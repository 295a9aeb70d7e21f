import type { Call } from '@stockbook/contracts';
import type { Answer } from '../answer.js';
import type { Connection } from './connection.js';
import { toSent } from './sent-call.js';

/** `unreached`: nothing was sent. `lost`: the connection ended. `failed`: an error. `silent`: no pong. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'unreached'; readonly fault: unknown }
  | { readonly kind: 'lost' | 'failed' | 'silent' | 'dropped' };

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

  /** Returns a silence that was not reported yet, or the final outcome. */
  get next(): Promise<Outcome> {
    return this.isSilent ? this.end : Promise.race([this.end, this.silence]);
  }

  fallSilent(): void {
    this.isSilent = true;
    this.settleSilence({ kind: 'silent' });
  }

  drop(): void {
    this.isDropped = true;
    this.unsubscribe();
    this.settle({ kind: 'dropped' });
  }

  private async send(path: string, call: Call): Promise<void> {
    try {
      await this.connection.connect();
    } catch (error) {
      return this.settle({ kind: 'unreached', fault: error });
    }
    if (this.isDropped) return;
    this.unsubscribe = this.connection.call(path, toSent(call), (error, response) => {
      if (error instanceof Error) this.settle({ kind: 'lost' });
      else if (error) this.settle({ kind: 'failed' });
      else this.settle({ kind: 'answered', answer: response as Answer });
    });
  }
}
