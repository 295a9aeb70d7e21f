import { StartFault } from '@stockbook/process';
import type { FaultKind } from './faults/fault.js';
import { kills } from './faults/kills.js';
import { outages } from './faults/outages.js';
import { pauses } from './faults/pauses.js';
import { servers } from './faults/servers.js';
import type { Random } from './random.js';

export const faultKinds: readonly FaultKind[] = [...kills, ...pauses, ...outages, ...servers];

export interface PlannedFault {
  readonly at_s: number;
  readonly kind: FaultKind;
}

/** Before the first fault, and between one and the next at least. */
const [WARM_UP_S, GAP_S] = [3, 0.2];
const FULL_LENGTH_S = 600;
const LONG_RUN_S = 120;

/** How much of its full length a fault lasts in a run of so many seconds. */
export const scaleOf = (seconds: number): number => Math.min(1, seconds / FULL_LENGTH_S);

/**
 * Which faults come when: each kind once in an order that the random numbers decide, and again in another order for as long as
 * there is time. Without any time for all, those that come late are left out.
 */
export function planFaults(random: Random, seconds: number, kinds: readonly FaultKind[]): PlannedFault[] {
  const planned: PlannedFault[] = [];
  const scale = scaleOf(seconds);
  let at_s = WARM_UP_S;
  while (kinds.length) {
    for (const kind of random.shuffled(kinds)) {
      const isFirstRound = planned.length < kinds.length;
      const takes_s = kind.takes_s(scale);
      // The first round may run over the time: a fault that was never inflicted proves nothing.
      if (at_s + takes_s > (isFirstRound ? 1.5 * seconds : seconds)) return planned;
      planned.push({ at_s, kind });
      at_s = Number((at_s + takes_s + GAP_S + 0.8 * random.next()).toFixed(2));
    }
  }
  return planned;
}

/** The kinds whose names contain one of these words; without words, all that a run of so many seconds has time for. */
export function kindsFor(seconds: number, words: readonly string[]): readonly FaultKind[] {
  if (!words.length) return faultKinds.filter(({ isLong }) => !isLong || seconds >= LONG_RUN_S);
  const kinds = faultKinds.filter(({ name }) => words.some((word) => name.includes(word)));
  if (kinds.length) return kinds;
  throw new StartFault(
    `There is no fault ${words.join(', ')}; there are: ${faultKinds.map(({ name }) => name).join(', ')}.`,
  );
}
