import type { InvoiceRendered } from '@stockbook/contracts';
import { INVOICE_TEMPLATE } from '@stockbook/integration';
import type { Bench } from '../../bench.js';
import type { Figure, Measured } from '../../figure.js';
import { granted } from '../../granted.js';
import { measureReading } from './read-run.js';

const LINES = 20;

/** An order of 20 lines through a template, again and again: the first rendering takes its number. One account has one thread. */
export const invoiceRenderFigures: readonly Figure[] = (['html', 'pdf'] as const).map((format) => ({
  name: `invoice_render_${format}`,
  unit: 'answers/s',
  needs: [],
  measure: (bench: Bench) => measure(bench, format),
}));

async function measure(bench: Bench, format: InvoiceRendered['format']): Promise<Measured> {
  const { api, order, item_ids, credentials } = await bench.shop();
  await granted(() => api.extension.module.invoice.add({ name: 'Invoice', template: INVOICE_TEMPLATE }));
  const [line] = order.products;
  if (!line) throw new Error('The order has no line to repeat.');
  const products = item_ids.slice(0, LINES).map((item_id) => ({ ...line, item_id }));
  const added = await granted(() => api.sale.order.add({ ...order, products }));
  const bodies = [{ order_id: added.order.order_id, format }];
  const faultsOf = ({ invoice_no, content }: Partial<InvoiceRendered>) =>
    invoice_no === 1 && content ? [] : [`The order was rendered with number ${invoice_no}, not 1.`];
  const path = 'extension/module/invoice/render';
  return measureReading(bench, { path, bodies, seconds: bench.scale.seconds, faultsOf, credentials });
}
