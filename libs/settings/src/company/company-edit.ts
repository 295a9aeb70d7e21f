import { type CallOf, type company, companyChanged, type Fault, Refused } from '@stockbook/contracts';
import { claim, type Tx } from '@stockbook/persistence';
import { actorOf, modifiedNow, type OnlyColumns, publishFact, referenceFaults } from '@stockbook/service';
import { isDeepStrictEqual } from 'node:util';
import { CurrencyRow } from '../currency/currency.entity.js';
import { toCompany } from './company-shown.js';
import { CompanyRow } from './company.entity.js';

/** Changes the company of the account; refuses with every reason, those that are `known` first. */
export async function editCompany(tx: Tx, call: CallOf<typeof company.edit>, known: readonly Fault[]): Promise<object> {
  const { account_id } = tx;
  const { caller, input } = call;
  const references = await referenceFaults(tx, caller, CompanyRow, input);
  Refused.ifAny([...known, ...(await rateFaults(tx, input.currency)), ...references]);
  // The units are fixed: a request may name them, and no column holds them.
  const { weight_unit, length_unit, ...columns } = input;
  const stored = await claim(tx, caller, CompanyRow, { account_id });
  const before = toCompany(stored);
  if (isDeepStrictEqual({ ...before, ...columns }, before)) return {};
  await updateColumns(tx, columns);
  const row = await tx.manager.findOneByOrFail(CompanyRow, { account_id });
  const after = toCompany(row);
  const actor = actorOf(call);
  publishFact(tx, companyChanged, { id: account_id, sequence: row.version, change: 'edited', actor, before, after });
  return {};
}

/** All rates count in units of the base currency, so only one of the value 1 can take its place. */
async function rateFaults(tx: Tx, code = ''): Promise<Fault[]> {
  const found = code && (await tx.manager.findOneBy(CurrencyRow, { account_id: tx.account_id, code }));
  if (!found || found.value === 1) return [];
  const message = `currency must have the value 1 to become the base currency, and ${code} has ${found.value}.`;
  return [{ code: 'invalid', field: 'currency', message }];
}

async function updateColumns<C extends OnlyColumns<C, CompanyRow>>(tx: Tx, changes: C): Promise<void> {
  const set = { ...changes, version: () => 'version + 1', date_modified: modifiedNow };
  await tx.manager.update(CompanyRow, { account_id: tx.account_id }, set);
}
