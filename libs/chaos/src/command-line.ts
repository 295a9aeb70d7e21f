import { Command, InvalidArgumentError } from 'commander';
import { appendFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { faultKinds, kindsFor, secondsAmong, skewKinds } from './plan.js';
import { type ChaosRow, markdownOf, runTable } from './report.js';
import { type ChaosOptions, planOf, runChaos } from './run-chaos.js';
import { type LatencyFigure, runLatency } from './run-latency.js';

interface Options extends Omit<ChaosOptions, 'kinds' | 'report'> {
  readonly seeds?: readonly number[];
  readonly faults: readonly string[];
  readonly plan?: boolean;
  readonly latency?: readonly number[];
  readonly json?: string;
  readonly markdown?: string;
}

type Print = ChaosOptions['report'];

/** More clients saturate the cores during a rolling restart, and then any request may take longer than its deadline. */
const CLIENTS = 4 * availableParallelism();

/** `exit` receives 1 after a violation. */
export function commandLine(print: Print, exit: (code: number) => void): Command {
  return new Command('chaos')
    .description('Inflicts faults on a whole system under load, and proves that nothing was lost or doubled.')
    .option('--seconds <number>', 'how long the load lasts, at least', wholeNumber, 60)
    .option('--seed <number>', 'decides the load, the faults and their times', wholeNumber, 1)
    .option('--seeds <from..to>', 'a run for each of these seeds; every fifth is a long one', range)
    .option('--clients <number>', 'how many clients there are', wholeNumber, CLIENTS)
    .option('--faults <words>', 'only faults whose names contain one of these words, separated by commas', words, [])
    .option('--plan', 'prints which faults would come when, and ends')
    .option('--keep', 'keeps the data and the log of all processes even if nothing was violated')
    .option(
      '--previous-build <folder>',
      'the build of the release before, which runs on this schema and beside this release',
    )
    .option('--tls', 'encrypts the calls between gateways and services')
    .option('--latency <rates>', 'measures commit -> flow row at so many orders/s, without faults', numbers)
    .option('--json <file>', 'appends the row of each run, a line of JSON each')
    .option('--markdown <file>', 'writes the rows of all runs as a table')
    .action(async (options: Options) => {
      if (options.plan) return printPlan(options, print);
      if (options.latency) return measureLatency({ ...options, rates: options.latency }, print);
      const rows: ChaosRow[] = [];
      for (const seed of options.seeds ?? [options.seed]) {
        const seconds = options.seeds ? secondsAmong(options.seconds, seed) : options.seconds;
        rows.push(await runOne({ ...options, seconds, seed }, print));
        if (options.markdown) await writeFile(options.markdown, `${markdownOf(rows)}\n`);
      }
      if (rows.length > 1) print(markdownOf(rows));
      exit(rows.some(({ violations }) => violations.length) ? 1 : 0);
    });
}

async function runOne(options: Options, print: Print): Promise<ChaosRow> {
  const { json, ...run } = options;
  const row = await runChaos({ ...run, kinds: kindsOf(options), report: print });
  print(`\n${runTable(row)}`);
  for (const violation of row.violations) print(`VIOLATION ${violation}`);
  if (json) await appendFile(json, `${JSON.stringify(row)}\n`);
  return row;
}

const kindsOf = ({ seconds, faults, previousBuild }: Options) =>
  kindsFor(seconds, faults, previousBuild ? skewKinds : faultKinds);

function printPlan(options: Options, print: Print): void {
  for (const { at_s, lasts_s, kind } of planOf({ ...options, kinds: kindsOf(options) }))
    print(`${at_s} s: ${kind.name}${lasts_s ? ` for ${lasts_s} s` : ''}`);
}

async function measureLatency(options: Options & { rates: readonly number[] }, print: Print): Promise<void> {
  const figures = await runLatency({ ...options, report: print });
  for (const figure of figures) print(describeLatency(figure));
  if (options.json) await appendFile(options.json, figures.map((figure) => `${JSON.stringify(figure)}\n`).join(''));
}

const describeLatency = ({ asked_per_s, reached_per_s, orders, p50_ms, p99_ms, failed }: LatencyFigure): string =>
  `${asked_per_s} orders/s asked, ${reached_per_s.toFixed(0)} reached: ` +
  `commit -> flow row p50 ${p50_ms.toFixed(0)} ms, p99 ${p99_ms.toFixed(0)} ms over ${orders} orders, ${failed} failed`;

const words = (text: string): string[] => text.split(',').filter(Boolean);
const numbers = (text: string): number[] => text.split(',').map(wholeNumber);

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

function range(text: string): number[] {
  const [from, to] = text.split('..').map(wholeNumber);
  if (from === undefined || to === undefined || to < from) throw new InvalidArgumentError('It must be written 1..20.');
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
