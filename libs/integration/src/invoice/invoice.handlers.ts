import { type CallOf, invoice, type InvoiceTemplate, invoiceTemplateChanged, shownDate } from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Handles, masked, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { withSecrets } from '../configuration.js';
import { text } from '../text.js';
import { InvoiceTemplateRow } from './invoice-template.entity.js';

@Controller()
export class InvoiceHandlers {
  private readonly templates: PlainRecords<InvoiceTemplateRow, 'invoice_template_id', InvoiceTemplate>;

  constructor(private readonly db: Db) {
    this.templates = new PlainRecords(
      db,
      InvoiceTemplateRow,
      'invoice_template_id',
      invoiceTemplateChanged,
      toInvoiceTemplate,
    );
  }

  @Handles(invoice.add)
  async add(call: CallOf<typeof invoice.add>) {
    const configuration = withSecrets(call.input.configuration ?? {}, {});
    return this.templates.add({ ...call, input: { ...call.input, configuration } });
  }

  @Handles(invoice.edit)
  edit(call: CallOf<typeof invoice.edit>) {
    const { caller, input } = call;
    const { invoice_template_id, configuration } = input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, InvoiceTemplateRow, { invoice_template_id });
      const changes = configuration
        ? { ...input, configuration: withSecrets(configuration, stored.configuration) }
        : input;
      return this.templates.update(tx, call, changes);
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
    const { total, records } = await this.templates.list(call, sorts, query);
    return { total, templates: records };
  }
}

const toInvoiceTemplate = (row: InvoiceTemplateRow): InvoiceTemplate => ({
  invoice_template_id: row.invoice_template_id,
  name: row.name,
  template: row.template,
  status: row.status,
  configuration: masked(row.configuration),
  date_modified: shownDate(row.date_modified),
});
