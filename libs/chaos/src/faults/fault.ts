import type { Stage } from './stage.js';

export interface FaultKind {
  readonly name: string;
  /** About the seconds that it keeps the run busy, besides its own length. */
  readonly takes_s: number;
  /** Its length in seconds, in short runs and in long ones. */
  readonly lasts_s?: readonly [short: number, full: number];
  /** Begins only when all processes are ready, so that nothing else is to blame for what happens. */
  readonly isAlone?: boolean;
  /** Only long runs have it, unless it is asked for. */
  readonly isLong?: boolean;
  /** Resolves when the fault is over, with a sentence about what was done. */
  readonly inflict: (stage: Stage, lasts_s: number) => Promise<string>;
}
