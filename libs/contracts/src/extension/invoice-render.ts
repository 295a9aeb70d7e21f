import { Id, Int, OneOf, Text } from '../fields/fields.js';

export const invoiceFormats = ['html', 'pdf'] as const;
export type InvoiceFormat = (typeof invoiceFormats)[number];

const optional = { optional: true } as const;
const SERIES =
  "Letters, digits, - and _. Absent: the document's own, or none for a new invoice and CN for a new credit note.";

export class InvoiceRender {
  @Id(optional) order_id?: number;
  @Id({ ...optional, doc: 'Takes priority over order_id.' }) credit_note_id?: number;
  @Id({ ...optional, doc: '0: the first that is enabled.' }) invoice_template_id?: number;
  @Text({ ...optional, max: 32, doc: SERIES }) series?: string;
  @OneOf(invoiceFormats, { ...optional, doc: 'Default html.' }) format?: InvoiceFormat;
}
export class InvoiceRendered {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER, doc: 'Numbers begin at 1 and have no gaps in their series.' })
  invoice_no!: number;
  @Text() series!: string;
  @OneOf(invoiceFormats) format!: InvoiceFormat;
  @Text() content_type!: string;
  @Text() file_name!: string;
  @Text({ max: 8_000_000, doc: 'HTML, or the PDF in base64.' }) content!: string;
}
