import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './faults/fault.js';
import { Plants } from './faults/poison.js';
import type { Stage } from './faults/stage.js';
import { inflictAll, type InflictedFault } from './inflict.js';
import { judge } from './judge.js';
import { Gate } from './load/gate.js';
import { Journal } from './load/journal.js';
import { runLoad } from './load/load.js';
import { BULKY, SHOPS } from './load/shop.js';
import { missedKinds, planFaults } from './plan.js';
import { Random } from '@stockbook/process';
import { untilQuiet } from './quiet.js';
import type { ChaosRow } from './report.js';
import { openStand, type Stand } from './system/stand.js';
import { subscriptions } from './system/subscriptions.js';
import { Receivers } from './webhooks/receivers.js';

export interface ChaosOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly kinds: readonly FaultKind[];
  readonly clients: number;
  /** Keeps the run's folder even if nothing was violated. */
  readonly keep?: boolean;
  /** The folder with the build of the release before, whose processes run on this release's schemas. */
  readonly previousBuild?: string;
  /** Encrypts the calls between gateways and services. */
  readonly tls?: boolean;
  readonly report: (line: string) => void;
}

const PAUSE_MS = 250;
/** No kind of fault comes again after this many times the time asked for. */
const LONGEST = 2;

/** Returns the random numbers of a run: the faults and the load do not depend on each other. */
const streamsOf = (seed: number) => {
  const random = new Random(seed);
  return { plan: random.fork(), faults: random.fork(), load: random.fork(), receivers: random.fork() };
};

export const planOf = ({ seconds, seed, kinds }: Pick<ChaosOptions, 'seconds' | 'seed' | 'kinds'>) =>
  planFaults(streamsOf(seed).plan, seconds, kinds);

export async function runChaos(options: ChaosOptions): Promise<ChaosRow> {
  const { seed, report } = options;
  const stand = await openStand(options);
  let isKept = true;
  try {
    const row = await runOn(stand, options);
    isKept = options.keep === true || row.violations.length > 0;
    if (isKept) {
      await writeFile(join(stand.folder, 'run.json'), JSON.stringify(row, null, 2));
      report(`Seed ${seed}: the log of all processes, and the data, are in ${stand.folder}.`);
    }
    return row;
  } finally {
    await stand.stop(isKept);
  }
}

async function runOn(stand: Stand, options: ChaosOptions): Promise<ChaosRow> {
  const { report, seed, clients } = options;
  const { system, traps, previousBuild } = stand;
  const streams = streamsOf(seed);
  const receivers = await Receivers.open(streams.receivers);
  const shops = await stand.openShops(SHOPS, receivers);
  const [bulky] = await stand.openShops([BULKY]);
  if (!bulky) throw new Error('There is no account for large requests.');
  await untilQuiet(stand.sql, { subscriptions, planted: [] });
  const gate = new Gate(system.urls);
  const journal = new Journal(shops);
  const plants = new Plants(system.kafka.brokers, system.secretKeys.proofsOf('events'));
  const stage: Stage = {
    system,
    traps,
    previousBuild,
    gate,
    random: streams.faults,
    shops,
    bulky,
    plants,
    recoveries: [],
  };
  try {
    report('The load begins.');
    const began = Date.now();
    const loading = new AbortController();
    const load = runLoad({ gate, journal, random: streams.load, clients, pause_ms: PAUSE_MS }, loading.signal);
    const faults = await inflictFor(stage, options).finally(() => loading.abort());
    await load;
    const load_s = (Date.now() - began) / 1_000;
    report(`The load is over: ${journal.acknowledged.length} writes acknowledged, ${journal.unknown.length} unknown.`);
    const inflicted = faults.filter(({ outcome }) => outcome === 'inflicted').map(({ name }) => name);
    const ended = { faults, missed: missedKinds(inflicted, options), load_s, began: new Date(began) };
    const row = await judge(stand, { ...stage, journal, receivers }, ended);
    return { seed, ...row };
  } finally {
    await gate.close();
    await receivers.close();
  }
}

/** The load lasts as long as asked for, or until the last fault is over. */
async function inflictFor(stage: Stage, options: ChaosOptions): Promise<InflictedFault[]> {
  const [faults] = await Promise.all([
    inflictAll(stage, planOf(options), LONGEST * options.seconds, options.report),
    delay(options.seconds * 1_000),
  ]);
  return faults;
}
