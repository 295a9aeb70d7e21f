// Writes a year of sales as the public data set Online Retail has them: a row for each line, cancellations whose
// numbers begin with C and whose quantities are negative, and some invoices without a customer.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

const ITEMS = 4_000;
const CUSTOMERS = 4_300;
const COUNTRIES = ['United Kingdom', 'Germany', 'France', 'EIRE', 'Spain'];
const KINDS = ['HEART T-LIGHT HOLDER', 'METAL SIGN', 'LUNCH BAG', 'CAKE STAND', 'PAPER CHAIN KIT', 'JUMBO BAG'];
const COLORS = ['RED', 'WHITE', 'PINK', 'BLUE', 'VINTAGE', 'RETROSPOT'];

/** A generator of numbers from 0 to 1 that repeats itself with its seed (mulberry32). */
export function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const quoted = (text) => (/[",]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** Returns the numbers of rows, sales and cancellations. */
export async function writeSales(file, invoices, random = randomOf(1)) {
  const pick = (count) => Math.floor(random() * count);
  const items = Array.from({ length: ITEMS }, (_, i) => ({
    code: `${20_000 + i}${i % 7 ? '' : 'ABCDEF'[i % 6]}`,
    name: `${COLORS[i % 6]} ${KINDS[Math.floor(i / 6) % 6]}, NO. ${i}`,
    price: (0.29 + (i % 900) / 100).toFixed(2),
  }));
  const out = createWriteStream(file);
  out.write('InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n');
  const counts = { rows: 0, sales: 0, cancellations: 0 };
  for (let i = 0; i < invoices; i++) {
    const isCancelled = random() < 0.15;
    counts[isCancelled ? 'cancellations' : 'sales']++;
    const customer = !isCancelled && random() < 0.1 ? '' : 12_346 + pick(CUSTOMERS);
    const at = new Date(Date.UTC(2010, 11, 1, 8) + (i * 365 * 86_400_000) / invoices);
    const day = `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
    const date = `${day} ${at.getUTCHours()}:${String(at.getUTCMinutes()).padStart(2, '0')}`;
    const lines = 1 + Math.floor(-Math.log(1 - random()) * (isCancelled ? 1.5 : 7.3));
    for (const at of new Set(Array.from({ length: lines }, () => pick(ITEMS)))) {
      const { code, name, price } = items[at];
      const quantity = (isCancelled ? -1 : 1) * (1 + pick(24));
      const invoice = `${isCancelled ? 'C' : ''}${536_365 + i}`;
      const row = [invoice, code, quoted(name), quantity, date, price, customer, COUNTRIES[pick(10)] ?? COUNTRIES[0]];
      if (!out.write(`${row.join(',')}\n`)) await new Promise((resolve) => out.once('drain', resolve));
      counts.rows++;
    }
  }
  out.end();
  await finished(out);
  return counts;
}

/** The mappings with which the one file becomes items, customers, opening stock and orders. */
export const mappings = {
  items: {
    resource: 'inventory/item',
    key: 'model',
    once: 'StockCode',
    columns: { StockCode: 'model', Description: 'name', UnitPrice: 'price' },
    others: 'ignore',
  },
  customers: {
    resource: 'sale/customer',
    key: 'card_number',
    once: 'CustomerID',
    only: { CustomerID: '.' },
    columns: { CustomerID: 'card_number' },
    texts: { firstname: 'Customer {CustomerID}' },
    others: 'ignore',
  },
  stock: {
    resource: 'inventory/addition',
    once: 'StockCode',
    columns: { StockCode: 'addition.item_id.model' },
    constants: {
      'addition.location_id.name': 'Archive',
      'addition.quantity': '50000',
      'addition.cost': '0.2',
      comment: 'Opening stock',
    },
    others: 'ignore',
  },
  orders: {
    resource: 'sale/order',
    key: 'imported_order_id',
    group: 'InvoiceNo',
    columns: {
      InvoiceNo: 'imported_order_id',
      StockCode: 'products.model',
      Description: 'products.name',
      Quantity: 'products.quantity',
      InvoiceDate: { to: 'date_ordered', date: 'M/d/yyyy H:mm' },
      UnitPrice: 'products.price',
      CustomerID: 'customer_id.card_number',
      Country: 'country',
    },
    constants: { 'channel_id.name': 'Archive', firstname: 'Customer', currency: 'USD' },
  },
};
