// Writes a year of sales as the public data set Online Retail has them, in its encoding: a row for each line,
// cancellations whose numbers begin with C and whose quantities are negative, and some invoices without a customer. As
// there, an invoice may have an item twice, prices change, gifts are free and some descriptions are missing. Damaged
// pieces are invoices with negative quantities, and adjusted debts have a negative price.
import { Random } from '@stockbook/process';
import { parse } from 'csv-parse';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

const ITEMS = 4_000;
const CUSTOMERS = 4_300;
const COUNTRIES = ['United Kingdom', 'Germany', 'France', 'EIRE', 'Spain'];
const KINDS = ['HEART T-LIGHT HOLDER', 'METAL SIGN', 'LUNCH BAG', 'CAKE STAND', 'PAPER CHAIN KIT', 'JUMBO BAG'];
const COLORS = ['RED', 'WHITE', 'PINK', 'BLUE', 'ROSÉ', 'RETROSPOT'];
const DAMAGES = ['damaged', 'wet pallet', 'lost'];
/** An invoice is one of these, about as often as in the data set. */
const SORTS = [
  [840, 'sales'],
  [150, 'cancellations'],
  [9, 'damages'],
  [1, 'adjustments'],
];
const PREFIXES = { cancellations: 'C', adjustments: 'A' };

const quoted = (text) => (/[",]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

export async function writeSales(file, invoices) {
  const random = new Random(1);
  const items = Array.from({ length: ITEMS }, (_, i) => ({
    code: `${20_000 + i}${i % 7 ? '' : 'ABCDEF'[i % 6]}`,
    name: `${COLORS[i % 6]} ${KINDS[Math.floor(i / 6) % 6]}, NO. ${i}`,
    price: 0.29 + (i % 900) / 100,
  }));
  const out = createWriteStream(file, { encoding: 'latin1' });
  out.write('InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n');
  const sold = new Set();
  for (let i = 0; i < invoices; i++) {
    // Only pieces of an item that has been sold break.
    const sort = i ? random.weighted(SORTS) : 'sales';
    const hasCustomer = sort === 'cancellations' || (sort === 'sales' && random.chance(0.9));
    const customer = hasCustomer ? random.between(12_346, 12_345 + CUSTOMERS) : '';
    const at = new Date(Date.UTC(2010, 11, 1, 8) + (i * 365 * 86_400_000) / invoices);
    const day = `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
    const date = `${day} ${at.getUTCHours()}:${String(at.getUTCMinutes()).padStart(2, '0')}`;
    const country = random.pick([...COUNTRIES, ...COUNTRIES.map(() => COUNTRIES[0])]);
    const write = async (code, name, quantity, price) => {
      const invoice = `${PREFIXES[sort] ?? ''}${536_365 + i}`;
      const row = [invoice, code, quoted(name), quantity, date, price.toFixed(2), customer, country];
      if (!out.write(`${row.join(',')}\n`)) await new Promise((resolve) => out.once('drain', resolve));
    };
    if (sort === 'adjustments') await write('B', 'Adjust bad debt', 1, -11_062.06);
    else if (sort === 'damages') await write(random.pick([...sold]), random.pick(DAMAGES), -random.between(1, 24), 0);
    else {
      const isCancelled = sort === 'cancellations';
      const mean = isCancelled ? 1.5 : 7.3;
      const lines = 1 + Math.floor(-Math.log(1 - random.next()) * mean);
      let item = random.pick(items);
      for (let line = 0; line < lines; line++) {
        if (!random.chance(0.02)) item = random.pick(items);
        sold.add(item.code);
        const price = random.weighted([
          [94, item.price],
          [5, item.price * 0.85],
          [1, 0],
        ]);
        const quantity = (isCancelled ? -1 : 1) * random.between(1, 24);
        await write(item.code, random.chance(0.005) ? '' : item.name, quantity, price);
      }
    }
  }
  out.end();
  await finished(out);
}

/** An order may have as many lines; one invoice of the data set has more, and is refused. */
const MOST_LINES = 1_000;

/** Returns the numbers of rows, of items, of the invoices of each sort, and of those that an import refuses. */
export async function countsOf(file) {
  const sorts = {
    items: new Set(),
    sales: new Set(),
    cancellations: new Set(),
    damages: new Set(),
    refused: new Set(),
  };
  const lines = new Map();
  let rows = 0;
  for await (const row of createReadStream(file, { encoding: 'latin1' }).pipe(parse({ columns: true }))) {
    rows++;
    const { InvoiceNo, StockCode, Quantity } = row;
    if (InvoiceNo.startsWith('A')) continue;
    sorts.items.add(StockCode);
    const isReturn = Quantity.startsWith('-');
    sorts[InvoiceNo.startsWith('C') ? 'cancellations' : isReturn ? 'damages' : 'sales'].add(InvoiceNo);
    lines.set(InvoiceNo, (lines.get(InvoiceNo) ?? 0) + 1);
    if (lines.get(InvoiceNo) > MOST_LINES) sorts.refused.add(InvoiceNo);
  }
  for (const invoice of sorts.refused) sorts.sales.delete(invoice);
  return { rows, ...Object.fromEntries(Object.entries(sorts).map(([sort, { size }]) => [sort, size])) };
}

const NO_SALE = { InvoiceNo: '^A' };
/** Rows that count all pieces at once, and say in place of a description what has become of them. */
const DAMAGED = { InvoiceNo: '^\\d', Quantity: '^-' };
const orders = {
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
  texts: { 'products.name': 'Item {StockCode}' },
};

/** The mappings with which the one file becomes items, customers, opening stock, orders and deductions. */
export const mappings = {
  items: {
    resource: 'inventory/item',
    key: 'model',
    once: 'StockCode',
    skip: NO_SALE,
    columns: { StockCode: 'model', Description: 'name', UnitPrice: 'price' },
    texts: { name: 'Item {StockCode}' },
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
    skip: NO_SALE,
    columns: { StockCode: 'addition.item_id.model' },
    constants: {
      'addition.location_id.name': 'Archive',
      'addition.quantity': '1000000',
      'addition.cost': '0.2',
      comment: 'Opening stock',
      date_added: '2010-11-30',
    },
    others: 'ignore',
  },
  orders: { ...orders, only: { InvoiceNo: '^\\d', Quantity: '^[^-]' } },
  cancellations: { ...orders, only: { InvoiceNo: '^C' } },
  damages: { ...orders, only: DAMAGED },
};
