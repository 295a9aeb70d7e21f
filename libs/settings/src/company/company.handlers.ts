import {
  type CallOf,
  type Company,
  company,
  companyChanged,
  type Fault,
  invoiceCompany,
  Refused,
  type Revised,
} from '@stockbook/contracts';
import { claim, Db, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import {
  actorOf,
  Handles,
  locationFaults,
  modifiedNow,
  type OnlyColumns,
  publishFact,
  referenceFaults,
} from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { CurrencyRow } from '../currency/currency.entity.js';
import { CompanyRow } from './company.entity.js';
import { timezoneFaults } from './timezone.js';

type EditCall = CallOf<typeof company.edit>;

@Controller()
export class CompanyHandlers {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {}

  @Handles(company.get)
  async get(call: CallOf<typeof company.get>) {
    return { settings: await this.ofInvoice(call) };
  }

  @Handles(invoiceCompany.get)
  async ofInvoice({ caller }: CallOf<typeof invoiceCompany.get>) {
    return toCompany(await this.db.read(CompanyRow, 'company', caller).getOneOrFail());
  }

  @Handles(company.edit)
  async edit(call: EditCall) {
    const { timezone, default_location_id } = call.input;
    const location = await locationFaults(this.services, call, 'default_location_id', default_location_id);
    const faults = [...(timezone === undefined ? [] : timezoneFaults(timezone)), ...location];
    return this.db.transact(call, async (tx) => {
      const { caller, input } = call;
      const references = await referenceFaults(tx, caller, CompanyRow, input);
      Refused.ifAny([...faults, ...(await rateFaults(tx, input.currency)), ...references]);
      await update(tx, call);
      return {};
    });
  }
}

/** All rates count in units of the base currency, so only one of the value 1 can take its place. */
async function rateFaults(tx: Tx, code = ''): Promise<Fault[]> {
  const found = code && (await tx.manager.findOneBy(CurrencyRow, { account_id: tx.account_id, code }));
  if (!found || found.value === 1) return [];
  const message = `currency must have the value 1 to become the base currency, and ${code} has ${found.value}.`;
  return [{ code: 'invalid', field: 'currency', message }];
}

async function update(tx: Tx, call: EditCall): Promise<void> {
  const { account_id } = tx;
  // The units are fixed: a request may name them, and no column holds them.
  const { weight_unit, length_unit, ...columns } = call.input;
  const stored = await claim(tx, call.caller, CompanyRow, { account_id });
  const before = toCompany(stored);
  if (isDeepStrictEqual({ ...before, ...columns }, before)) return;
  await updateColumns(tx, columns);
  const row = await tx.manager.findOneByOrFail(CompanyRow, { account_id });
  const after = toCompany(row);
  const actor = actorOf(call);
  publishFact(tx, companyChanged, { id: account_id, sequence: row.version, change: 'edited', actor, before, after });
}

async function updateColumns<C extends OnlyColumns<C, CompanyRow>>(tx: Tx, changes: C): Promise<void> {
  const set = { ...changes, version: () => 'version + 1', date_modified: modifiedNow };
  await tx.manager.update(CompanyRow, { account_id: tx.account_id }, set);
}

export const toCompany = (row: CompanyRow): Company & Revised => ({
  name: row.name,
  address: row.address,
  telephone: row.telephone,
  email: row.email,
  registration_no: row.registration_no,
  tax_no: row.tax_no,
  currency: row.currency,
  timezone: row.timezone,
  language: row.language,
  logo: row.logo,
  weight_unit: 'kg',
  length_unit: 'cm',
  inventory_integrity: row.inventory_integrity,
  allow_negative_stock: row.allow_negative_stock,
  default_order_status_id: row.default_order_status_id,
  default_location_id: row.default_location_id,
  audit_days: row.audit_days,
  revision: row.version,
});
