import { SecretKeys } from '@stockbook/auth';
import { type CallOf, invoice, InvoiceTemplate, invoiceTemplateChanged } from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Configurations, Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { configurationColumns } from '../configuration.js';
import { text } from '../text.js';
import { InvoiceTemplateRow } from './invoice-template.entity.js';

@Controller()
export class InvoiceHandlers {
  private readonly templates: PlainRecords<InvoiceTemplateRow, 'invoice_template_id', InvoiceTemplate>;
  private readonly configurations: Configurations;

  constructor(
    private readonly db: Db,
    keys: SecretKeys,
  ) {
    this.configurations = new Configurations(keys, 'extension/module/invoice');
    this.templates = new PlainRecords(
      db,
      InvoiceTemplateRow,
      'invoice_template_id',
      invoiceTemplateChanged,
      showAs(InvoiceTemplate),
    );
  }

  @Handles(invoice.add)
  async add(call: CallOf<typeof invoice.add>) {
    const columns = configurationColumns(this.configurations, call.input.configuration ?? {}, call.caller);
    return this.templates.add({ ...call, input: { ...call.input, ...columns } });
  }

  @Handles(invoice.edit)
  edit(call: CallOf<typeof invoice.edit>) {
    const { caller, input } = call;
    const { invoice_template_id, configuration } = input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, InvoiceTemplateRow, { invoice_template_id });
      const columns = configuration && configurationColumns(this.configurations, configuration, stored);
      return this.templates.update(tx, call, { ...input, ...columns });
    });
  }

  @Handles(invoice.delete)
  delete(call: CallOf<typeof invoice.delete>) {
    return this.templates.delete(call);
  }

  @Handles(invoice.get)
  async get(call: CallOf<typeof invoice.get>) {
    const { filter_status: status } = call.input;
    const query = this.templates.query(call);
    if (status !== undefined) query.andWhere('invoice_template.status = :status', { status });
    const sorts = {
      name: text.sortedName('invoice_template.name'),
      status: 'invoice_template.status',
      date_modified: 'invoice_template.date_modified',
    };
    const { records, ...page } = await this.templates.list(call, sorts, query);
    return { ...page, templates: records };
  }
}
