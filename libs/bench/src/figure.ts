import type { Bench } from './bench.js';
import { WrongRun } from './check/faults.js';
import { latencyOf } from './percentiles.js';

export type Data = 'customers' | 'items' | 'orders' | 'movements';

export interface Measured {
  readonly value: number;
  /** The figure shows their p50 and p99. Absent if these mean nothing. */
  readonly latencies_ms?: readonly number[];
  /** The most that was possible in the same run, in the figure's unit. */
  readonly limit?: number;
  readonly notes?: readonly string[];
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly needs?: readonly Data[];
  /** The figure only reads a size, so it is measured even after the budget of time. */
  readonly isLookup?: boolean;
  /** The figure takes so long that it is measured only by its name. */
  readonly isOnRequest?: boolean;
  /** Rejects with a WrongRun when the system's answers are wrong, because such a run has no figure. */
  measure(bench: Bench): Promise<Measured>;
}

/** A line as `--json` writes it; null means that a number has no meaning. */
export interface ReportedFigure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly p50_ms: number | null;
  readonly p99_ms: number | null;
  readonly limit: number | null;
  readonly ratio: number | null;
}

/** A measured figure, or the faults of its run. There are none if there was no time for a run. */
export type Outcome =
  | { readonly figure: ReportedFigure; readonly notes: readonly string[] }
  | { readonly name: string; readonly faults: readonly string[] };

export const isWrong = (outcome: Outcome): boolean => 'faults' in outcome && outcome.faults.length > 0;

export async function measureOutcome({ name, unit, measure }: Figure, bench: Bench): Promise<Outcome> {
  try {
    const { value, latencies_ms = [], limit = null, notes = [] } = await measure(bench);
    const ratio = limit ? value / limit : null;
    return { figure: { name, unit, value, ...latencyOf(latencies_ms), limit, ratio }, notes };
  } catch (error) {
    if (!(error instanceof WrongRun)) throw error;
    return { name, faults: error.faults };
  }
}

/** Without a name it returns the usual figures. */
export function chosen(figures: readonly Figure[], name: string | undefined): readonly Figure[] {
  if (!name) return figures.filter(({ isOnRequest }) => !isOnRequest);
  const exact = figures.filter((figure) => figure.name === name);
  return exact.length ? exact : figures.filter((figure) => figure.name.startsWith(`${name}_`));
}
