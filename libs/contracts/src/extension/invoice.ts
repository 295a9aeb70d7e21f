import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Json, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';
import { InvoiceRender, InvoiceRendered } from './invoice-render.js';
import { shownDoc } from '../shown-configuration.js';

const TEMPLATE = 'HTML with Mustache tags, such as {{document.name}} and {{#lines}}{{name}}{{/lines}}.';
const CONFIGURATION = 'Free content. Replaced as a whole; a value that is sent as its mask stays as it is.';

class InvoiceTemplateKey {
  @Id() invoice_template_id!: number;
}
class InvoiceTemplateFields {
  @Text({ optional: true, max: 262_144, doc: TEMPLATE }) template?: string;
  @Flag({ optional: true, doc: 'Whether it is enabled; default true.' }) status?: boolean;
  @Json({ optional: true, doc: CONFIGURATION }) configuration?: Record<string, unknown>;
}
class InvoiceTemplateAdd extends InvoiceTemplateFields {
  @Name() name!: string;
}
class InvoiceTemplateEdit extends InvoiceTemplateFields {
  @Id() invoice_template_id!: number;
  @Name({ optional: true }) name?: string;
}
class InvoiceTemplateGet extends RecordPageRequest {
  @Id({ optional: true }) invoice_template_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @Flag({ optional: true }) filter_status?: boolean;
  @When({ optional: true }) filter_date_modified?: string;
  @OneOf(['name', 'status', 'date_modified'], { optional: true }) sort?: 'name' | 'status' | 'date_modified';
}
export class InvoiceTemplate extends InvoiceTemplateKey {
  @Text() name!: string;
  @Text({ max: 262_144, doc: TEMPLATE }) template!: string;
  @Flag() status!: boolean;
  @Json({ doc: shownDoc('extension/module/invoice') }) configuration!: Record<string, unknown>;
  @When() date_modified!: string;
}
class InvoiceTemplatePage extends Page {
  @ListOf(() => InvoiceTemplate) templates!: InvoiceTemplate[];
}

const additive = { additive: true };

export const invoice = resource(
  'extension/module/invoice',
  'integration',
  {
    add: once(InvoiceTemplateAdd, InvoiceTemplateKey, 'Adds an invoice template.', additive),
    edit: write(
      InvoiceTemplateEdit,
      InvoiceTemplateKey,
      'Changes an invoice template; absent fields stay as they are.',
      additive,
    ),
    delete: once(InvoiceTemplateKey, InvoiceTemplateKey, 'Deletes an invoice template.', additive),
    get: read(InvoiceTemplateGet, InvoiceTemplatePage, 'Lists invoice templates.'),
    render: once(
      InvoiceRender,
      InvoiceRendered,
      'Renders an order or a credit note as its invoice; the same document has the same number each time.',
      {
        ...additive,
        concernsAll: false,
        needs: { kind: 'read', fields: { order_id: 'sale/order', credit_note_id: 'sale/credit_note' } },
      },
    ),
  },
  { concernsAll: true },
);

export const invoiceTemplateChanged = fact('extension.module.invoice', InvoiceTemplate);
