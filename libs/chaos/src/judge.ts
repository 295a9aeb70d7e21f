import { connect } from '@stockbook/testing/requests';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checks, findViolations } from './checker.js';
import type { Evidence } from './checks/check.js';
import { countEventsSql } from './checks/events.js';
import { allReady, type Stage } from './faults/stage.js';
import { flowLatency } from './flow-latency.js';
import type { InflictedFault } from './inflict.js';
import { type Gate, p99Of } from './load/gate.js';
import type { Journal } from './load/journal.js';
import { resolveUnknown } from './load/resolve.js';
import type { ShopAccount } from './load/shop.js';
import type { MissedKind } from './plan.js';
import { untilQuiet } from './quiet.js';
import type { ChaosRow } from './report.js';
import type { Stand } from './system/stand.js';
import { subscriptions } from './system/subscriptions.js';
import { deliverAll } from './deliver-all.js';
import type { Receipt, Receivers } from './webhooks/receivers.js';

/** The other replica must change a record that a hung one has locked within this time. */
const RECOVERY_LIMIT_MS = 5_000;

interface Witnesses extends Pick<Stage, 'gate' | 'shops' | 'plants' | 'recoveries'> {
  readonly journal: Journal;
  readonly receivers: Receivers;
}

interface Ended {
  readonly faults: readonly InflictedFault[];
  readonly missed: readonly MissedKind[];
  readonly load_s: number;
  readonly began: Date;
}

export async function judge(
  { system, sql, folder }: Pick<Stand, 'system' | 'sql' | 'folder'>,
  { journal, gate, shops, plants, recoveries, receivers }: Witnesses,
  { faults, missed, load_s, began }: Ended,
): Promise<Omit<ChaosRow, 'seed'>> {
  const over = Date.now();
  const counts = countsOf(journal, gate);
  await allReady(system);
  const resolved = await resolveUnknown(gate, journal);
  const { receipts } = receivers;
  const evidence: Evidence = { ...journal.evidence, planted: plants.events, subscriptions, receipts };
  const restless = await rejectionOf(untilQuiet(sql, evidence));
  const quiet_ms = Date.now() - over;
  receivers.mend();
  restless.push(...(await rejectionOf(deliverAll(sql, system.urls[0] ?? '', shops))));
  restless.push(...(await rejectionOf(untilQuiet(sql, evidence))));
  await writeFile(
    join(folder, 'evidence.json'),
    JSON.stringify({ ...evidence, unknown: journal.unknown, wrong: journal.wrong }),
  );
  const found = await findViolations(sql, evidence, checks);
  const negative = shops.filter((shop) => shop.allow_negative_stock).map(({ account_id }) => account_id);
  const [events] = await sql<{ count: number }>(countEventsSql);
  return {
    ...counts,
    ...{ load_s, resolved, quiet_ms, faults, missed },
    events: events?.count ?? 0,
    parked: plants.events.length,
    webhooks: deliveriesOf(receipts),
    watched: gate.watched.map((each) => {
      const { name, requests, failures } = each;
      return { name, requests, failures: failures.length, p99_ms: p99Of(each) };
    }),
    recoveries,
    latency: await flowLatency(sql, negative, began),
    violations: [
      ...restless,
      ...faults
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ name, what }) => `${name} could not be inflicted: ${what}`),
      ...recoveries
        .filter(({ ms }) => ms > RECOVERY_LIMIT_MS)
        .map(
          ({ service, ms }) => `a record that a hung ${service} had locked was changed only after ${Math.round(ms)} ms`,
        ),
      ...missed.filter(({ isDue }) => isDue).map(({ name }) => `${name} was never inflicted`),
      ...journal.wrong,
      ...gate.watched.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`)),
      ...found.map(({ check, found: row }) => `${check}: ${row}`),
      ...(await plants.notKept()).map((bytes) => `no event, and not kept: ${bytes}`),
      ...(await unverified(system.urls[0] ?? '', shops)),
    ],
  };
}

const rejectionOf = (work: Promise<unknown>): Promise<string[]> =>
  work.then(
    () => [],
    (fault: unknown) => [String(fault)],
  );

async function unverified(url: string, shops: readonly ShopAccount[]): Promise<string[]> {
  const faults = await Promise.all(
    shops.map(async ({ account_id, credentials }) => {
      const found = await connect(url, credentials)
        .inventory.flow.verify()
        .then(
          ({ faults }) => faults.map((fault) => JSON.stringify(fault)),
          (error: unknown) => [String(error)],
        );
      return found.map((fault) => `inventory/flow/verify of account ${account_id}: ${fault}`);
    }),
  );
  return faults.flat();
}

function deliveriesOf(receipts: readonly Receipt[]): ChaosRow['webhooks'] {
  const taken = receipts.filter(({ is_taken }) => is_taken);
  const distinct = new Set(taken.map(({ path, event_id }) => `${path} ${event_id}`));
  return { delivered: distinct.size, duplicates: taken.length - distinct.size, failed: receipts.length - taken.length };
}

const countsOf = ({ acknowledged, unknown, refused, reads }: Journal, { slowest_ms }: Gate) => ({
  operations: acknowledged.length + unknown.length + refused + reads,
  acknowledged: acknowledged.length,
  unknown: unknown.length,
  refused,
  slowest_ms,
});
