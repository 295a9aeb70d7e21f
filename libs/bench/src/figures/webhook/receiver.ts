import { SideProcess } from '../../side-process.js';

/** A delivery as the receiver saw it; times are Unix times in ms. */
export interface Arrival {
  readonly path: string;
  readonly sequence: number;
  readonly committed_at: number;
  readonly received_at: number;
  readonly answered_at: number;
}

/** A number asks for the deliveries, once that many have arrived. */
export type Question = 'listen' | 'refuse' | number;

export class BenchReceiver extends SideProcess {
  constructor() {
    super('The receiver', new URL('./receiver-process.js', import.meta.url));
  }

  listen(): Promise<string> {
    return this.ask('listen' satisfies Question);
  }

  take(count: number): Promise<readonly Arrival[]> {
    return this.ask(count satisfies Question);
  }

  /** From now on the first delivery of each record fails, and is accepted when it comes again. */
  refuseFirst(): Promise<void> {
    return this.ask('refuse' satisfies Question);
  }
}
