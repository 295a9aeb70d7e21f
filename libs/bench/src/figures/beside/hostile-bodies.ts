import type { Bench } from '../../bench.js';
import { answerFaults, notesOf } from '../../check/answers.js';
import { WrongRun } from '../../check/wrong-run.js';
import type { Figure, Measured } from '../../figure.js';
import { withHostileClients } from '../../load/hostile-clients.js';
import type { Job } from '../../load/job.js';
import { latencyOf } from '../../percentiles.js';

const READS_PER_SECOND = 50;
/** 1.6 bodies a second from three clients. */
const PAUSE_MS = 1_875;

/** The latency of a normal read while strangers post bodies of 7.7 MB: some a second, and as fast as they are answered. */
export const hostileBodyFigures: readonly Figure[] = [
  figure('read_beside_hostile_bodies', PAUSE_MS),
  figure('read_beside_hostile_flood', 0),
];

function figure(name: string, pause_ms: number): Figure {
  return { name, unit: 'ms', needs: [], measure: (bench) => measure(bench, pause_ms) };
}

async function measure(bench: Bench, pause_ms: number): Promise<Measured> {
  const { credentials } = await bench.idleShop();
  const { url } = bench.system;
  const job: Job = {
    url,
    credentials,
    path: 'inventory/location/get',
    plan: { kind: 'same', bodies: [{}] },
    loop: { kind: 'open', rate: READS_PER_SECOND },
    seconds: bench.scale.seconds,
  };
  const quiet = await bench.load(job);
  const [load, hostile] = await withHostileClients(url, pause_ms, () => bench.load(job));
  WrongRun.ifAny([...answerFaults(quiet), ...answerFaults(load)]);
  if (hostile.wrong) throw new WrongRun([`${hostile.wrong} hostile bodies were not refused.`]);
  const latency = latencyOf(load.latencies_ms);
  const notes = [
    `${(hostile.answered / hostile.seconds).toFixed(1)} hostile bodies a second`,
    `p50 without them ${latencyOf(quiet.latencies_ms).p50_ms?.toFixed(2)} ms`,
    ...notesOf(load),
  ];
  return { value: latency.p50_ms ?? NaN, ...latency, limit: null, notes };
}
