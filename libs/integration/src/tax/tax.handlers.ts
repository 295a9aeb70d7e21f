import { type CallOf, channelGroupTaxes, tax, Tax, taxChanged } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, PlainRecords, kindsReferringTo, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { Settings } from '../settings.js';
import { text } from '../text.js';
import { calculateTaxes } from './tax-calculate.js';
import { TaxRow } from './tax.entity.js';

@Controller()
export class TaxHandlers {
  private readonly taxes: PlainRecords<TaxRow, 'tax_id', Tax>;

  constructor(
    private readonly db: Db,
    private readonly settings: Settings,
  ) {
    this.taxes = new PlainRecords(db, TaxRow, 'tax_id', taxChanged, showAs(Tax), settings);
  }

  @Handles(tax.add)
  add(call: CallOf<typeof tax.add>) {
    return this.taxes.add(call);
  }

  @Handles(tax.edit)
  edit(call: CallOf<typeof tax.edit>) {
    return this.taxes.edit(call);
  }

  @Handles(tax.delete)
  delete(call: CallOf<typeof tax.delete>) {
    return this.taxes.delete(call);
  }

  @Handles(tax.get)
  async get(call: CallOf<typeof tax.get>) {
    const { filter_status: status } = call.input;
    const query = this.taxes.query(call);
    if (status !== undefined) query.andWhere('tax.status = :status', { status });
    const sorts = { name: text.sortedName('tax.name'), rate: 'tax.rate', date_modified: 'tax.date_modified' };
    const { records, ...page } = await this.taxes.list(call, sorts, query);
    return { ...page, taxes: records };
  }

  @Handles(tax.calculate)
  calculate(call: CallOf<typeof tax.calculate>) {
    return calculateTaxes(this.db, this.settings, call);
  }

  @Handles(channelGroupTaxes.get)
  async inGroup({ caller, input }: CallOf<typeof channelGroupTaxes.get>) {
    return { kinds: await kindsReferringTo(this.db, caller, 'channel group', input.channel_group_id) };
  }
}
