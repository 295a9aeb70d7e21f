import { invoice, invoiceFormats } from '@stockbook/contracts';
import { INVOICE_TEMPLATE } from '@stockbook/integration';
import type { Figure } from '../../figure.js';
import { withItems } from '../../load/requests.js';
import { measureReading } from './read-run.js';

const LINES = 20;

/** The first rendering takes the number. One account has one thread. */
export const invoiceRenderFigures: readonly Figure[] = invoiceFormats.map((format) => ({
  name: `invoice_render_${format}`,
  unit: 'answers/s',
  measure: async (bench) => {
    const shop = await bench.shop();
    const { api, order, item_ids } = shop;
    await api.extension.module.invoice.add({ name: 'Invoice', template: INVOICE_TEMPLATE });
    const added = await api.sale.order.add(withItems(order, item_ids.slice(0, LINES)));
    return measureReading(bench, invoice.render, {
      bodies: [{ order_id: added.order.order_id, format }],
      account: shop,
      faultsOf: ({ invoice_no, content }) =>
        invoice_no === 1 && content ? [] : [`The order was rendered with number ${invoice_no}, not 1.`],
    });
  },
}));
