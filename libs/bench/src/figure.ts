import type { Bench } from './bench.js';
import { WrongRun } from './check/wrong-run.js';

/** Data that a figure needs before it is measured. */
export type Data = 'customers' | 'items' | 'orders' | 'movements';

/** A measurement; null where a number means nothing. Times in milliseconds. */
export interface Measured {
  readonly value: number;
  readonly p50_ms: number | null;
  readonly p99_ms: number | null;
  /** The most that was possible in the same run, in the figure's unit. */
  readonly limit: number | null;
  /** Remarks for the reader. */
  readonly notes?: readonly string[];
}

/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly needs: readonly Data[];
  /** It is only looked up, and so is measured also when time is over. */
  readonly isLookup?: boolean;
  /** Rejects with a WrongRun when what the system answered does not hold: such a run has no figure. */
  measure(bench: Bench): Promise<Measured>;
}

/** The line as `--json` writes it. */
export interface ReportedFigure extends Omit<Measured, 'notes'> {
  readonly name: string;
  readonly unit: string;
  /** Of value to limit. */
  readonly ratio: number | null;
}

/** A figure that was measured, or why there is none: what was wrong with its run, or nothing if there was no time for it. */
export type Outcome =
  | { readonly figure: ReportedFigure; readonly notes: readonly string[] }
  | { readonly name: string; readonly faults: readonly string[] };

/** Whether a run was wrong. */
export const isWrong = (outcome: Outcome): boolean => 'faults' in outcome && outcome.faults.length > 0;

/** Measures one figure; a wrong run becomes its faults. */
export async function outcomeOf(figure: Figure, bench: Bench): Promise<Outcome> {
  try {
    const { notes = [], ...measured } = await figure.measure(bench);
    return { figure: { name: figure.name, unit: figure.unit, ...measured, ratio: ratioOf(measured) }, notes };
  } catch (error) {
    if (!(error instanceof WrongRun)) throw error;
    return { name: figure.name, faults: error.faults };
  }
}

const ratioOf = ({ value, limit }: Omit<Measured, 'notes'>): number | null => (limit ? value / limit : null);

/** The figures of a name: that one, or all that begin with it, each written with an underscore after it. */
export function chosen(figures: readonly Figure[], name: string | undefined): readonly Figure[] {
  if (!name) return figures;
  const exact = figures.filter((figure) => figure.name === name);
  return exact.length ? exact : figures.filter((figure) => figure.name.startsWith(`${name}_`));
}
