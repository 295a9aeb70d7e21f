import { SingleBar } from 'cli-progress';
import { writeFile } from 'node:fs/promises';
import { Bench } from './bench.js';
import { chosen, type Data, type Figure, isWrong, measureOutcome, type Outcome } from './figure.js';
import { allFigures } from './figures/all.js';
import { openOrders } from './figures/write/order-run.js';
import { LoadGenerator } from './load/load-generator.js';
import { percentile } from './percentiles.js';
import { plotOf, type Point } from './report/plot.js';
import { outcomeTable } from './report/table.js';
import { FULL, QUICK, type Scale } from './scale.js';
import { openPlaces } from './shop.js';
import { type Account, type MeasuredSystem, type Report, startMeasured, type StartOptions } from './system.js';
import type { Closing } from '@stockbook/process';
import { customerFilling, itemFilling, movementFilling, orderFilling, stepsOf } from '@stockbook/testing';

export interface BenchOptions extends StartOptions {
  readonly quick: boolean;
  readonly only?: string;
  readonly minutes?: number;
  readonly rate?: number;
  readonly json?: string;
  readonly plot?: string;
}

/** When a smaller part of the load is answered, the system is overrun and more load shows nothing new. */
const OVERRUN = 0.6;

/** Measures the figures, prints their table and writes the files. Resolves with false if a run was wrong. */
export async function runBench(options: BenchOptions, closing: Closing, print: Report): Promise<boolean> {
  const report: Report = (line) => void process.stderr.write(`${line}\n`);
  const figures = chosen(allFigures, options.only);
  if (!figures.length) throw new Error(`There is no figure ${options.only}.`);
  const scale = scaleOf(options);
  const generator = new LoadGenerator();
  closing.add(() => generator.stop());
  const system = await startMeasured(options, closing, report);
  const lists = await fill(system, scale, figures);
  const bench = new Bench(system, scale, lists, generator);
  const outcomes: Outcome[] = [];
  for (const figure of figures) {
    report(`Measuring ${figure.name}.`);
    const isLate = process.uptime() > scale.budgetSeconds && !figure.isLookup;
    outcomes.push(isLate ? { name: figure.name, faults: [] } : await measureOutcome(figure, bench));
  }
  print(outcomeTable(outcomes));
  if (options.json) await writeFile(options.json, jsonOf(outcomes));
  if (options.plot) await writeFile(options.plot, plotOf(await pointsOf(bench, report), runTitle(options)));
  return !outcomes.some(isWrong);
}

function scaleOf({ quick, minutes, rate }: BenchOptions): Scale {
  const scale = quick ? QUICK : FULL;
  return { ...scale, longSeconds: minutes ? minutes * 60 : scale.longSeconds, longRate: rate };
}

async function pointsOf(bench: Bench, report: Report): Promise<Point[]> {
  const points: Point[] = [];
  for (const offered of bench.scale.rates) {
    report(`Measuring ${offered} orders a second.`);
    const run = await openOrders(bench, offered);
    points.push({ offered, reached: run.rate, p99_ms: percentile(run.untilSettled_ms, 0.99) });
    if (run.rate < offered * OVERRUN) break;
  }
  return points;
}

const runTitle = ({ distributed }: BenchOptions): string =>
  `Orders of three lines until settled, ${distributed ? 'distributed over Kafka' : 'standalone'}`;

const jsonOf = (outcomes: readonly Outcome[]): string => {
  const figures = outcomes.flatMap((outcome) => ('figure' in outcome ? [outcome.figure] : []));
  return `${JSON.stringify({ figures }, null, 2)}\n`;
};

async function fill(system: MeasuredSystem, scale: Scale, figures: readonly Figure[]): Promise<Account> {
  const places = await openPlaces(system, 'lists');
  const { account_id } = places;
  const fillings = {
    customers: customerFilling(account_id, scale.customers),
    items: itemFilling({ ...places, pieces: 10 }, scale.items),
    orders: orderFilling(account_id, scale.orders),
    movements: movementFilling(account_id, scale.movements),
  };
  const needed = new Set<Data>(figures.flatMap(({ needs = [] }) => needs));
  for (const what of needed) {
    const count = scale[what].toLocaleString('en');
    await withProgress(`Filling in ${count} ${what}`, await stepsOf(system.database, fillings[what]));
  }
  return places;
}

async function withProgress(what: string, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const format = `${what} [{bar}] {percentage} % in {duration_formatted}`;
  const bar = new SingleBar({ format, stream: process.stderr, noTTYOutput: true, notTTYSchedule: 5_000 });
  bar.start(steps.length, 0);
  for (const step of steps) {
    await step();
    bar.increment();
  }
  bar.stop();
}
