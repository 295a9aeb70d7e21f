import { type Random, StartFault } from '@stockbook/process';
import { abuses } from './faults/abuse.js';
import type { FaultKind } from './faults/fault.js';
import { kills, suddenKills } from './faults/kills.js';
import { outages } from './faults/outages.js';
import { pauses } from './faults/pauses.js';
import { releases } from './faults/releases.js';
import { servers } from './faults/servers.js';

export const faultKinds: readonly FaultKind[] = [...kills, ...pauses, ...outages, ...servers, ...abuses];

/** The kinds of a run with two releases; the others need traps in the code of the processes. */
export const skewKinds: readonly FaultKind[] = [...releases, ...suddenKills];

export interface PlannedFault {
  readonly at_s: number;
  readonly lasts_s: number;
  readonly kind: FaultKind;
}

export interface MissedKind {
  readonly name: string;
  /** The run had the time for it. */
  readonly isDue: boolean;
}

/** The pause before the first fault, and the least pause between two. */
const [WARM_UP_S, GAP_S] = [3, 0.2];
/** A run of so many seconds inflicts each kind that is not long, and every kind at its full length. */
const [COMPLETE_S, LONG_S] = [60, 180];
const LONG_EVERY = 5;

/** Returns the length of a seed's run among many seeds: every fifth is a long one. */
export const secondsAmong = (seconds: number, seed: number): number =>
  seed % LONG_EVERY ? seconds : Math.max(seconds, LONG_S);

/** Each kind comes once in random order, and again while there is time; a short run leaves out the last. */
export function planFaults(random: Random, seconds: number, kinds: readonly FaultKind[]): PlannedFault[] {
  const planned: PlannedFault[] = [];
  // The first round may run over the time: a fault that was never inflicted proves nothing.
  const firstRoundEnds_s = seconds < COMPLETE_S ? 1.5 * seconds : Infinity;
  let at_s = WARM_UP_S;
  while (kinds.length) {
    for (const kind of random.shuffled(kinds)) {
      const isFirstRound = planned.length < kinds.length;
      const [short, full] = kind.lasts_s ?? [0, 0];
      const lasts_s = seconds < LONG_S ? short : full;
      const takes_s = kind.takes_s + lasts_s;
      if (at_s + takes_s > (isFirstRound ? firstRoundEnds_s : seconds)) return planned;
      planned.push({ at_s, lasts_s, kind });
      at_s = Number((at_s + takes_s + GAP_S + 0.8 * random.next()).toFixed(2));
    }
  }
  return planned;
}

/** Without words, it returns all that a run of this length has time for. */
export function kindsFor(seconds: number, words: readonly string[], all = faultKinds): readonly FaultKind[] {
  if (!words.length) return all.filter(({ isLong }) => !isLong || seconds >= LONG_S);
  const kinds = all.filter(({ name }) => words.some((word) => name.includes(word)));
  if (kinds.length) return kinds;
  throw new StartFault(`There is no fault ${words.join(', ')}; there are: ${all.map(({ name }) => name).join(', ')}.`);
}

export function missedKinds(
  inflicted: readonly string[],
  { seconds, kinds }: { seconds: number; kinds: readonly FaultKind[] },
): MissedKind[] {
  const missed = [...new Set([...faultKinds, ...kinds])].filter(({ name }) => !inflicted.includes(name));
  return missed.map((kind) => ({ name: kind.name, isDue: seconds >= COMPLETE_S && kinds.includes(kind) }));
}
