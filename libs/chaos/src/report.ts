import type { InflictedFault } from './inflict.js';
import type { Recovery } from './faults/stage.js';
import type { FlowLatency } from './flow-latency.js';
import type { Resolved } from './load/resolve.js';
import type { MissedKind } from './plan.js';

export interface ChaosRow {
  readonly seed: number;
  readonly load_s: number;
  readonly operations: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly resolved: Resolved;
  readonly events: number;
  /** Poisoned events and those behind them, all of them planted. */
  readonly parked: number;
  /** Deliveries that receivers have taken, those of them that came again, and requests that they did not take. */
  readonly webhooks: { readonly delivered: number; readonly duplicates: number; readonly failed: number };
  readonly faults: readonly InflictedFault[];
  readonly missed: readonly MissedKind[];
  /** Requests at times when none may fail, and the number of failures. */
  readonly watched: readonly {
    readonly name: string;
    readonly requests: number;
    readonly failures: number;
    readonly p99_ms: number;
  }[];
  readonly recoveries: readonly Recovery[];
  readonly slowest_ms: number;
  readonly quiet_ms: number;
  readonly latency: FlowLatency;
  readonly violations: readonly string[];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;

export function runTable(row: ChaosRow): string {
  const { resolved, watched, recoveries, latency } = row;
  const lines: [string, string][] = [
    ['seed', `${row.seed}`],
    ['load', `${row.load_s.toFixed(0)} s`],
    ['operations', `${row.operations}`],
    ['acknowledged', `${row.acknowledged}`],
    ['refused', `${row.refused}`],
    ['unknown', `${row.unknown}`],
    ['  had been done', `${resolved.done}`],
    ['  done by repeating', `${resolved.doneNow}`],
    ['  refused, never done', `${resolved.refused}`],
    ['  unresolved', `${resolved.unresolved}`],
    ['slowest answer', seconds(row.slowest_ms)],
    ['events', `${row.events}`],
    ['parked (planted)', `${row.parked}`],
    ['webhooks', webhooksOf(row)],
    ['faults', `${inflictedOf(row.faults).length} of ${row.faults.length}`],
    ['kinds of faults', kindsOf(row)],
    ...(row.missed.length ? [never(row.missed)] : []),
    ...countsOf(row.faults).map(({ name, times }): [string, string] => [`  ${name}`, times]),
    ...watched.map(({ name, requests, failures, p99_ms }): [string, string] => [
      `failed: ${name}`,
      `${failures} of ${requests}, p99 ${milliseconds(p99_ms)}`,
    ]),
    ...recoveries.map(({ service, ms }): [string, string] => [`recovery from a hung ${service}`, seconds(ms)]),
    ['time to quiet', seconds(row.quiet_ms)],
    ['commit -> flow row', `p50 ${milliseconds(latency.p50_ms)}, p99 ${milliseconds(latency.p99_ms)}, faults included`],
    ['violations', `${row.violations.length}`],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

function countsOf(faults: readonly InflictedFault[]): { name: string; times: string }[] {
  const names = [...new Set(faults.map(({ name }) => name))].sort();
  return names.map((name) => {
    const all = faults.filter((fault) => fault.name === name);
    return { name, times: `${inflictedOf(all).length} (${all.map((fault) => fault.what).join('; ')})` };
  });
}

const webhooksOf = ({ webhooks: { delivered, duplicates, failed } }: ChaosRow): string =>
  `${delivered} delivered, ${duplicates} duplicates, ${failed} not taken`;

const inflictedOf = (faults: readonly InflictedFault[]) => faults.filter(({ outcome }) => outcome === 'inflicted');

function kindsOf({ faults, missed }: ChaosRow): string {
  const { size } = new Set(inflictedOf(faults).map(({ name }) => name));
  return `${size} of ${size + missed.length}`;
}

const never = (missed: ChaosRow['missed']): [string, string] => [
  '  never inflicted',
  missed.map(({ name }) => name).join(', '),
];

const failedOf = ({ watched }: ChaosRow): string => {
  const sum = (count: (each: ChaosRow['watched'][number]) => number) =>
    watched.reduce((total, each) => total + count(each), 0);
  return `${sum(({ failures }) => failures)} of ${sum(({ requests }) => requests)}`;
};

const resolutionOf = ({ done, doneNow, refused, unresolved }: Resolved): string =>
  [done, doneNow, refused, unresolved].join(' / ');

const COLUMNS: Readonly<Record<string, (row: ChaosRow) => string>> = {
  seed: ({ seed }) => `${seed}`,
  load: ({ load_s }) => `${load_s.toFixed(0)} s`,
  operations: ({ operations }) => `${operations}`,
  acknowledged: ({ acknowledged }) => `${acknowledged}`,
  'unknown: had been done / done by repeating / refused / unresolved': ({ unknown, resolved }) =>
    `${unknown}: ${resolutionOf(resolved)}`,
  events: ({ events }) => `${events}`,
  'webhooks: delivered / duplicates / not taken': ({ webhooks: { delivered, duplicates, failed } }) =>
    `${delivered} / ${duplicates} / ${failed}`,
  faults: ({ faults }) => `${inflictedOf(faults).length} of ${faults.length}`,
  'kinds of faults': kindsOf,
  'failed where none may': failedOf,
  'time to quiet': ({ quiet_ms }) => seconds(quiet_ms),
  'commit -> flow row p50 / p99': ({ latency }) => `${milliseconds(latency.p50_ms)} / ${milliseconds(latency.p99_ms)}`,
  violations: ({ violations }) => `${violations.length}`,
};

/** Writes runs as a table of Markdown, a line each. */
export function markdownOf(rows: readonly ChaosRow[]): string {
  const heads = Object.keys(COLUMNS);
  const cells = rows.map((row) => Object.values(COLUMNS).map((cellOf) => cellOf(row)));
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---:')), ...cells.map(line)].join('\n');
}
