import type { Fault } from '@stockbook/contracts';
import { groupBy, type Tx } from '@stockbook/persistence';
import { refusals } from '../ledger/refused-lines.js';
import { canWait, type Demanded, type Outcome } from './settlement.js';

/** Returns why documents that never wait cannot take back what they have brought: the pieces are gone. */
export async function shortFaults(tx: Tx, documents: readonly Demanded<Outcome>[]): Promise<Fault[]> {
  const short = documents
    .filter(({ head }) => !canWait(head))
    .flatMap(({ entries }) => entries.filter(({ taken, wanted }) => taken < wanted))
    .map(({ account_id, item_id, location_id, line_id: line, taken, wanted, available }) => {
      return { account_id, item_id, location_id, line, quantity: taken - wanted, available };
    });
  const faults: Fault[] = [];
  for (const [account_id, own] of groupBy(short, (line) => line.account_id))
    faults.push(...(await refusals(tx.forAccount(account_id), {}, { ...NONE, short: own })));
  return faults;
}

const NONE = { excessive: [], overheld: [], ofBundles: [] };
