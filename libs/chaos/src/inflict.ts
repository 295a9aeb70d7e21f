import { setTimeout as delay } from 'node:timers/promises';
import { allReady, type Stage } from './faults/stage.js';
import type { PlannedFault } from './plan.js';

/** A fault that was inflicted, could not be, or was left out, not for the first time, as there was no more time. */
export interface InflictedFault {
  readonly name: string;
  readonly at_s: number;
  readonly took_s: number;
  readonly what: string;
  readonly outcome: 'inflicted' | 'failed' | 'left out';
}

/** How long is waited for the faults before to be over. */
const [ALONE_MS, SOON_MS] = [60_000, 3_000];

/**
 * Inflicts what is planned, one fault after the other, each at its time or when the one before is over. After the limit
 * only kinds come that have not come yet.
 */
export async function inflictAll(
  stage: Stage,
  plan: readonly PlannedFault[],
  limit_s: number,
  report: (line: string) => void,
): Promise<InflictedFault[]> {
  const began = Date.now();
  const now_s = () => (Date.now() - began) / 1_000;
  const inflicted: InflictedFault[] = [];
  for (const { at_s, lasts_s, kind } of plan) {
    await delay(Math.max(0, (at_s - now_s()) * 1_000));
    const patience_ms = kind.isAlone ? ALONE_MS : SOON_MS;
    await Promise.race([allReady(stage.system), delay(patience_ms, undefined, { ref: false })]);
    const from_s = now_s();
    const isRepeated = inflicted.some(({ name }) => name === kind.name);
    const came = isRepeated && from_s > limit_s ? LEFT_OUT : await inflictionOutcome(kind.inflict(stage, lasts_s));
    const fault = { name: kind.name, at_s: from_s, took_s: now_s() - from_s, ...came };
    report(`${from_s.toFixed(1)} s: ${kind.name}: ${fault.what}`);
    inflicted.push(fault);
  }
  return inflicted;
}

type Came = Pick<InflictedFault, 'outcome' | 'what'>;

const LEFT_OUT: Came = { outcome: 'left out', what: 'the machine was too slow for it' };

const inflictionOutcome = (work: Promise<string>): Promise<Came> =>
  work.then(
    (what) => ({ outcome: 'inflicted', what }),
    (fault: unknown) => ({ outcome: 'failed', what: String(fault) }),
  );
