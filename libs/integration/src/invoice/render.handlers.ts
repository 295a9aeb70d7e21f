import { type CallOf, invalidField, invoice, type InvoiceRendered, noRecord, Refused } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Settings } from '../settings.js';
import { invoiceDocument, type InvoiceSource } from './document/invoice-document.js';
import { findSource } from './document/invoice-source.js';
import { InvoiceTemplateRow } from './invoice-template.entity.js';
import {
  type DocumentKey,
  findNumber,
  type InvoiceNumber,
  nextNumber,
  seriesFaults,
  takeNumber,
} from './number/invoice-numbers.js';
import { RenderThreads } from './render/render-threads.js';

type Render = CallOf<typeof invoice.render>;

const CONTENT_TYPE = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' };

@Controller()
export class RenderHandlers {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly settings: Settings,
    private readonly threads: RenderThreads,
  ) {}

  /** Renders with the number that comes next before it takes one, so that a template that fails takes none. */
  @Handles(invoice.render)
  async render(call: Render): Promise<InvoiceRendered> {
    const { caller, input } = call;
    const key = documentOf(input);
    const [template, source, known] = await Promise.all([
      this.templateOf(call),
      findSource(this.services, this.settings, call, key),
      findNumber(this.db, caller, key),
    ]);
    if (known) Refused.ifAny(seriesFaults(key, known, input.series));
    const series = input.series ?? (key.kind === 'order' ? '' : 'CN');
    const expected = known ?? (await nextNumber(this.db, caller, series));
    const content = await this.contentOf(call, template, source, expected);
    if (known) return this.answer(call, known, content);
    const taken = await this.db.transact({ ...call, request_key: undefined }, (tx) =>
      takeNumber(tx, call, key, series),
    );
    Refused.ifAny(seriesFaults(key, taken, input.series));
    const isSame = isDeepStrictEqual(invoiceDocument(source, taken), invoiceDocument(source, expected));
    return this.answer(call, taken, isSame ? content : await this.contentOf(call, template, source, taken));
  }

  private async templateOf({ caller, input }: Render): Promise<InvoiceTemplateRow> {
    const id = input.invoice_template_id;
    const query = this.db.read(InvoiceTemplateRow, 'template', caller);
    if (id) query.andWhere('template.invoice_template_id = :id', { id });
    else query.andWhere('template.status').orderBy('template.invoice_template_id').limit(1);
    const found = await query.getOne();
    if (!found) throw new Refused(id ? noRecord('invoice template', id) : NO_TEMPLATE);
    return found;
  }

  private contentOf(call: Render, row: InvoiceTemplateRow, source: InvoiceSource, number: InvoiceNumber) {
    const { format = 'html' } = call.input;
    const job = { format, template: row.template, document: invoiceDocument(source, number) };
    return this.threads.render(call, `Invoice template ${row.invoice_template_id}`, job);
  }

  /** The answer is stored for repeated requests. */
  private answer(call: Render, { invoice_no, series }: InvoiceNumber, content: string): Promise<InvoiceRendered> {
    const { format = 'html' } = call.input;
    const file_name = `${['invoice', series, invoice_no].filter(Boolean).join('-')}.${format}`;
    const answer = { invoice_no, series, format, content_type: CONTENT_TYPE[format], file_name, content };
    return this.db.transact<InvoiceRendered>(call, () => Promise.resolve(answer));
  }
}

function documentOf({ order_id, credit_note_id, series = '' }: Render['input']): DocumentKey {
  if (!/^[\w-]*$/.test(series)) throw new Refused(invalidField('series', 'series must be letters, digits, - and _.'));
  if (credit_note_id) return { kind: 'credit_note', document_id: credit_note_id };
  if (order_id) return { kind: 'order', document_id: order_id };
  throw new Refused(invalidField('order_id', 'order_id or credit_note_id is required.'));
}

const NO_TEMPLATE = invalidField('invoice_template_id', 'There is no enabled invoice template.');
