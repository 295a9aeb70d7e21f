import type { Operation } from '@stockbook/contracts';
import type { Bench } from '../../bench.js';
import { notesOf, WrongRun } from '../../check/faults.js';
import type { Measured } from '../../figure.js';
import { withEcho } from '../../limits/echo.js';
import { grantedRate, type Job, latencyLoop } from '../../load/job.js';
import { shared } from '../../shared.js';
import type { Account } from '../../system.js';

export const CONNECTIONS = 8;

export interface Reading<I, O> {
  readonly bodies: readonly I[];
  /** The scale's seconds unless given. */
  readonly seconds?: number;
  /** The account that is read; unless given, the one with the long lists. */
  readonly account?: Account;
  /** The latency is measured at this many requests a second; unless given, at a part of the rate that was reached. */
  readonly latencyRate?: number;
  readonly faultsOf: (answer: Partial<O>) => readonly string[];
}

/** The limit is the rate of a bare server with the same request and answer. */
export async function measureReading<I extends object, O extends object>(
  bench: Bench,
  { path }: Operation<I, O>,
  { bodies, seconds = bench.scale.seconds, account = bench.lists, latencyRate, faultsOf }: Reading<I, O>,
): Promise<Measured> {
  const job = {
    credentials: account.credentials,
    path,
    plan: { kind: 'same', bodies },
    loop: { connections: CONNECTIONS },
    seconds,
  } as const;
  await bench.load({ ...job, seconds: Math.min(seconds, bench.scale.warmSeconds) });
  const closed = await bench.load(job);
  WrongRun.ifAny(faultsOf(JSON.parse(closed.sample)));
  const value = grantedRate(closed);
  const loop = latencyRate ? { rate: latencyRate } : latencyLoop(value);
  const open = await bench.load({ ...job, loop });
  WrongRun.ifAny(faultsOf(JSON.parse(open.sample)));
  const limit = await echoLimit(bench, Math.round(Math.log2(closed.sample.length) * 2), job, closed.sample);
  return { value, latencies_ms: open.latencies_ms, limit, notes: notesOf(closed, open) };
}

/** Answers of about the same length, and so of the same magnitude, share one limit. */
const echoLimit = shared((bench, magnitude: number, job: Omit<Job, 'url'>, sample: string) =>
  withEcho(JSON.parse(sample), async (url) => {
    const seconds = Math.min(job.seconds, bench.scale.shortSeconds);
    return grantedRate(await bench.load({ ...job, url, seconds }));
  }),
);
