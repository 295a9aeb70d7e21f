import type { Check } from './checks/check.js';
import { deadlockChecks } from './checks/deadlocks.js';
import { eventChecks } from './checks/events.js';
import { invoiceChecks } from './checks/invoices.js';
import { orderChecks } from './checks/orders.js';
import { promotionChecks } from './checks/promotions.js';
import { receiptChecks, recordChecks, saleInvariants } from './checks/records.js';
import { rowCountChecks } from './checks/row-counts.js';
import { bundleChecks } from './checks/stock/bundles.js';
import { demandChecks } from './checks/stock/demand.js';
import { jobChecks } from './checks/stock/jobs.js';
import { accountChecks, additionChecks, ledgerChecks } from './checks/stock/ledger.js';
import { reservationChecks } from './checks/stock/reservations.js';
import { stockStateChecks } from './checks/stock/stock-states.js';
import { webhookChecks } from './checks/webhooks.js';
import type { RunSql } from './system/run-sql.js';

/** Something that is not as it must be, with what finds it. */
export interface Violation {
  readonly check: string;
  readonly found: string;
}

export const checks: readonly Check[] = [
  ...orderChecks,
  ...recordChecks,
  ...saleInvariants,
  ...receiptChecks,
  ...reservationChecks,
  ...jobChecks,
  ...bundleChecks,
  ...promotionChecks,
  ...invoiceChecks,
  ...webhookChecks,
  ...demandChecks,
  ...ledgerChecks,
  ...additionChecks,
  ...eventChecks,
  ...accountChecks,
  ...rowCountChecks,
  ...stockStateChecks,
  ...deadlockChecks,
];

/** The most rows that a check reports. */
const MOST_ROWS = 10;

/** Runs checks; to be run when the system is quiet. */
export async function findViolations<E>(run: RunSql, evidence: E, checks: readonly Check<E>[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, sql, values } of checks) {
    const rows = await run(sql, values(evidence));
    const reported = rows.slice(0, MOST_ROWS).map((row) => ({ check: name, found: JSON.stringify(row) }));
    violations.push(...reported);
    if (rows.length > MOST_ROWS) violations.push({ check: name, found: `and ${rows.length - MOST_ROWS} more` });
  }
  return violations;
}
