import type { ExpectedOrder, Write } from '../journal.js';
import { type Desk, idOf, type Keep, writeOf } from './desk.js';

/** Renders an order. It has one number, whatever else happens to it, and however often it is rendered. */
export function renderInvoice(desk: Desk, order: ExpectedOrder, keep: Keep<ExpectedOrder>): Write {
  const { journal } = desk;
  const path = 'extension/module/invoice/render';
  const made = { service: 'integration', needs: 'sales', path, body: { order_id: order.order_id } } as const;
  const done = (answer: object) => {
    const invoice_no = idOf(answer, 'invoice_no');
    const known = order.invoice_no ?? invoice_no;
    if (known !== invoice_no) journal.wrong.push(`Order ${order.order_id} has number ${known} and ${invoice_no}.`);
    order.invoice_no = invoice_no;
    keep(order);
  };
  return writeOf(desk, made, { done, refused: () => keep(order) });
}
