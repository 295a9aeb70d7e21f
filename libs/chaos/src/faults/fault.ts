import type { Stage } from './stage.js';

export interface FaultKind {
  readonly name: string;
  /** About the seconds that it keeps the run busy, besides its own length. */
  readonly takes_s: number;
  /** Its length in seconds, in short runs and in long ones. */
  readonly lasts_s?: readonly [short: number, full: number];
  /** The fault begins only when all processes are ready, so that no other fault explains its consequences. */
  readonly isAlone?: boolean;
  /** Only long runs have it, unless it is asked for. */
  readonly isLong?: boolean;
  /** Resolves when the fault is over, with a sentence about its course. */
  readonly inflict: (stage: Stage, lasts_s: number) => Promise<string>;
}
