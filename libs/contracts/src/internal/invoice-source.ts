import { internalResource, read } from '../contract.js';
import { Id, One } from '../fields/fields.js';
import { CreditNote } from '../sale/credit-note-record.js';
import { Order } from '../sale/order-record.js';
import { Company } from '../setting/company.js';

class InvoiceSourceNamed {
  @Id({ optional: true }) order_id?: number;
  @Id({ optional: true }) credit_note_id?: number;
}
class InvoiceSource {
  @One(() => Order, { optional: true }) order?: Order;
  @One(() => CreditNote, { optional: true }) credit_note?: CreditNote;
}
class CompanyGet {}

/** Integration looks up the living order or credit note that it renders, if the caller sees it. */
export const invoiceSource = internalResource('internal/invoice_source', 'sales', ['integration'], {
  get: read(InvoiceSourceNamed, InvoiceSource, 'The order or the credit note of an invoice.'),
});

/** Integration looks up the company that an invoice names. */
export const invoiceCompany = internalResource('internal/invoice_company', 'settings', ['integration'], {
  get: read(CompanyGet, Company, 'The company of an invoice.'),
});
