import type { Credentials } from '@stockbook/auth';
import type { Bench } from '../../bench.js';
import { answerFaults, notesOf } from '../../check/answers.js';
import { WrongRun } from '../../check/wrong-run.js';
import type { Measured } from '../../figure.js';
import { withEcho } from '../../limits/echo.js';
import type { Job } from '../../load/job.js';
import { latencyOf } from '../../percentiles.js';
import { Shared } from '../../shared.js';

export const CONNECTIONS = 8;
const LATENCY_LOAD = 0.6;

/** A reading operation under load. */
export interface Reading {
  readonly path: string;
  /** Taken in turn. */
  readonly bodies: readonly object[];
  readonly seconds: number;
  /** Of the account that is read; the account of the long lists unless given. */
  readonly credentials?: Credentials;
  /** Requests a second whose latency is measured; a part of those that are answered unless given. */
  readonly latencyRate?: number;
  /** Faults of an answer. */
  readonly faultsOf: (answer: object) => readonly string[];
}

/** Answers a second by eight clients, latency at a part of that, and what a bare server reaches with the same request and answer. */
export async function measureReading(
  bench: Bench,
  { path, bodies, seconds, latencyRate, faultsOf, ...of }: Reading,
): Promise<Measured> {
  const { url } = bench.system;
  const { credentials } = { ...bench.lists, ...of };
  const job: Job = {
    url,
    credentials,
    path,
    plan: { kind: 'same', bodies },
    loop: { kind: 'closed', connections: CONNECTIONS },
    seconds,
  };
  await bench.load({ ...job, seconds: Math.min(seconds, bench.scale.warmSeconds) });
  const closed = await bench.load(job);
  WrongRun.ifAny(answerFaults(closed));
  const answer: object = JSON.parse(closed.sample);
  WrongRun.ifAny(faultsOf(answer));
  const value = (closed.statuses['200'] ?? 0) / closed.seconds;
  const rate = latencyRate ?? Math.max(1, Math.round(value * LATENCY_LOAD));
  const open = await bench.load({ ...job, loop: { kind: 'open', rate } });
  WrongRun.ifAny([...answerFaults(open), ...faultsOf(JSON.parse(open.sample))]);
  const limit = await echoLimit(bench, job, answer, closed.sample.length);
  return { value, ...latencyOf(open.latencies_ms), limit, notes: [...notesOf(closed), ...notesOf(open)] };
}

const echoes = new Shared<number>();

/** Answers of about the same length share one limit. */
function echoLimit(bench: Bench, job: Job, answer: object, length: number): Promise<number> {
  const size = Math.round(Math.log2(length) * 2);
  return echoes.of(bench, size, () =>
    withEcho(answer, async (url) => {
      const echoed = await bench.load({ ...job, url, seconds: Math.min(job.seconds, bench.scale.shortSeconds) });
      WrongRun.ifAny(answerFaults(echoed));
      return (echoed.statuses['200'] ?? 0) / echoed.seconds;
    }),
  );
}
