import { setTimeout as delay } from 'node:timers/promises';
import { allReady, type Stage } from './faults/stage.js';
import type { PlannedFault } from './plan.js';

/** A fault that was inflicted or could not be, or a repeated one that was left out because no time remained. */
export interface InflictedFault {
  readonly name: string;
  readonly at_s: number;
  readonly took_s: number;
  readonly what: string;
  readonly outcome: 'inflicted' | 'failed' | 'left out';
}

/** The longest wait until the earlier faults are over. */
const [ALONE_MS, SOON_MS] = [60_000, 3_000];

/** After the limit only kinds come that have not come yet. */
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
