import type { Stage } from './stage.js';

/** A kind of fault. */
export interface FaultKind {
  readonly name: string;
  /** About how long it keeps the run busy, in seconds, when it may last so many times its full length. */
  readonly takes_s: (scale: number) => number;
  /** Begins only when all processes are ready, so that nothing else is to blame for what happens. */
  readonly isAlone?: boolean;
  /** Only in runs of two minutes or more, unless it is asked for. */
  readonly isLong?: boolean;
  /** Resolves when it is over, and tells what was done. */
  readonly inflict: (stage: Stage) => Promise<string>;
}
