import type { Bench } from '../../bench.js';
import { notesOf, WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import { withHostileClients } from '../../load/hostile-clients.js';
import { percentile } from '../../percentiles.js';

const READS_PER_SECOND = 50;
/** 1.6 bodies a second from three clients. */
const PAUSE_MS = 1_875;

/** The latency of a normal read while strangers post bodies of 7.7 MB: some a second, and as fast as they are answered. */
export const hostileBodyFigures: readonly Figure[] = [
  { name: 'read_beside_hostile_bodies', unit: 'ms', measure: (bench) => measure(bench, PAUSE_MS) },
  { name: 'read_beside_hostile_flood', unit: 'ms', measure: (bench) => measure(bench, 0) },
];

async function measure(bench: Bench, pause_ms: number): Promise<Measured> {
  const { credentials } = await bench.idleShop();
  const read = () =>
    bench.load({
      credentials,
      path: 'inventory/location/get',
      plan: { kind: 'same', bodies: [{}] },
      loop: { rate: READS_PER_SECOND },
    });
  const quiet = await read();
  const [load, hostile] = await withHostileClients(bench.system.url, pause_ms, read);
  if (hostile.wrong) throw new WrongRun([`${hostile.wrong} hostile bodies were not refused.`]);
  const { latencies_ms } = load;
  const notes = [
    `${(hostile.answered / hostile.seconds).toFixed(1)} hostile bodies a second`,
    `p50 without them ${percentile(quiet.latencies_ms, 0.5).toFixed(2)} ms`,
    ...notesOf(load),
  ];
  return { value: percentile(latencies_ms, 0.5), latencies_ms, notes };
}
