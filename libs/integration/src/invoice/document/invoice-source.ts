import {
  type Call,
  invoiceCompany,
  invoiceSource,
  NEEDED_ANSWER_MS,
  noReference,
  readFor,
  Refused,
} from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';
import type { DocumentKey } from '../number/invoice-numbers.js';
import type { Settings } from '../../settings.js';
import type { InvoiceSource } from './invoice-document.js';

/** Asks for an order or a credit note, and for the company that invoices it. */
export async function findSource(
  services: Services,
  settings: Settings,
  call: Call,
  { kind, document_id }: DocumentKey,
): Promise<InvoiceSource> {
  const { caller } = call;
  const field = `${kind}_id`;
  const [{ output: found }, { output: company }] = await Promise.all([
    services.ask(invoiceSource.get, readFor(call, { [field]: document_id }), NEEDED_ANSWER_MS),
    services.ask(invoiceCompany.get, readFor(call, {}), NEEDED_ANSWER_MS),
  ]);
  const sale = found.order ?? found.credit_note;
  if (!sale) throw new Refused(noReference(field, kind.replace('_', ' '), document_id));
  const decimal_place = await settings.apply(caller.account_id, ({ currencies }) => {
    // A currency may have been deleted since.
    return currencies.find(({ code }) => code === sale.currency)?.decimal_place ?? 2;
  });
  return { ...found, company, zone: caller.zone, decimal_place };
}
