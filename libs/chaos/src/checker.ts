import { catalogChecks } from './checks/catalog.js';
import { type Checks, type Evidence, runOn } from './checks/check.js';
import { databaseChecks } from './checks/database.js';
import { eventChecks } from './checks/events.js';
import { extensionChecks } from './checks/extensions.js';
import { orderChecks } from './checks/orders.js';
import { recordChecks } from './checks/records.js';
import { bundleChecks } from './checks/stock/bundles.js';
import { demandChecks } from './checks/stock/demand.js';
import { documentChecks } from './checks/stock/documents.js';
import { jobChecks } from './checks/stock/jobs.js';
import { accountChecks, editedStockChecks, ledgerChecks } from './checks/stock/ledger.js';
import { reservationChecks } from './checks/stock/reservations.js';
import { stockStateChecks } from './checks/stock/stock-states.js';
import { webhookChecks } from './checks/webhooks.js';
import type { RunSql } from './system/run-sql.js';

/** A violated rule, with the rows that show it. */
export interface Violation {
  readonly check: string;
  readonly found: string;
}

export const checks: Checks = {
  ...orderChecks,
  ...catalogChecks,
  ...demandChecks,
  ...ledgerChecks,
  ...editedStockChecks,
  ...eventChecks,
  ...accountChecks,
  ...databaseChecks,
  ...stockStateChecks,
  ...recordChecks,
  ...documentChecks,
  ...reservationChecks,
  ...jobChecks,
  ...bundleChecks,
  ...extensionChecks,
  ...webhookChecks,
};

const MOST_ROWS = 10;

/** Runs checks; the system must be quiet. */
export async function findViolations(run: RunSql, evidence: Evidence, checks: Checks): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [check, sql] of Object.entries(checks)) {
    const rows = await runOn(run, sql, evidence);
    violations.push(...rows.slice(0, MOST_ROWS).map((row) => ({ check, found: JSON.stringify(row) })));
    if (rows.length > MOST_ROWS) violations.push({ check, found: `and ${rows.length - MOST_ROWS} more` });
  }
  return violations;
}
