import type { Bench } from '../../bench.js';
import { notesOf, WrongRun } from '../../check/faults.js';
import type { Figure, Measured } from '../../figure.js';
import { forgers, type Hostility, strangers, withHostileClients } from '../../load/hostile-clients.js';
import { percentile } from '../../percentiles.js';

const READS_PER_SECOND = 50;
/** With this pause, three clients send 1.6 bodies a second. */
const PAUSE_MS = 1_875;

/** The latency of a normal read beside bodies of 7.7 MB; docs/performance.md has the goal. */
export const hostileBodyFigures: readonly Figure[] = [
  { name: 'read_beside_hostile_bodies', unit: 'ms', measure: (bench) => median(bench, strangers(PAUSE_MS)) },
  { name: 'read_beside_hostile_flood', unit: 'ms', measure: (bench) => median(bench, strangers(0)) },
  { name: 'read_beside_wrong_signatures', unit: 'ms', measure: besideForgers },
];

const median = async (bench: Bench, hostility: Hostility): Promise<Measured> => besideClients(bench, hostility, 0.5);

async function besideForgers(bench: Bench): Promise<Measured> {
  const { credentials } = await bench.idleShop();
  return besideClients(bench, forgers(credentials.domain), 0.99);
}

async function besideClients(bench: Bench, hostility: Hostility, fraction: number): Promise<Measured> {
  const { credentials } = await bench.idleShop();
  const read = () =>
    bench.load({
      credentials,
      path: 'inventory/location/get',
      plan: { kind: 'same', bodies: [{}] },
      loop: { rate: READS_PER_SECOND },
    });
  const quiet = await read();
  const [load, hostile] = await withHostileClients(bench.system.url, hostility, read);
  if (hostile.wrong) throw new WrongRun([`${hostile.wrong} hostile bodies were not refused.`]);
  if (!hostile.answered) throw new WrongRun(['No hostile body was answered.']);
  const { latencies_ms } = load;
  const notes = [
    `${(hostile.answered / hostile.seconds).toFixed(1)} hostile bodies a second`,
    `p${100 * fraction} without them ${percentile(quiet.latencies_ms, fraction).toFixed(2)} ms`,
    ...notesOf(load),
  ];
  return { value: percentile(latencies_ms, fraction), latencies_ms, notes };
}
