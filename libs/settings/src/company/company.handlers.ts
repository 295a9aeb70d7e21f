import { type CallOf, company, invoiceCompany } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, locationFaults } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { editCompany } from './company-edit.js';
import { toCompany } from './company-shown.js';
import { CompanyRow } from './company.entity.js';
import { timezoneFaults } from './timezone.js';

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
  async edit(call: CallOf<typeof company.edit>) {
    const { timezone, default_location_id } = call.input;
    const location = await locationFaults(this.services, call, 'default_location_id', default_location_id);
    const faults = [...(timezone === undefined ? [] : timezoneFaults(timezone)), ...location];
    return this.db.transact(call, (tx) => editCompany(tx, call, faults));
  }
}
