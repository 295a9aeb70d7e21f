import type { Company, CreditNote, Order, OrderTotal } from '@stockbook/contracts';
import { isTaxCode } from '@stockbook/promotions';
import { Big } from 'big.js';
import { DateTime } from 'luxon';
import type { InvoiceNumber } from '../number/invoice-numbers.js';

export interface InvoiceSource {
  readonly company: Company;
  readonly order?: Order;
  readonly credit_note?: CreditNote;
  readonly zone: string;
  /** The document's currency shows this many decimals. */
  readonly decimal_place: number;
}
type Line = Order['products'][number] | CreditNote['products'][number];

/** Returns all that a template sees. Amounts are texts with the decimals of the currency; cost is not among them. */
export function invoiceDocument(source: InvoiceSource, number: InvoiceNumber) {
  const { company, order, credit_note } = source;
  const sale = order ?? credit_note;
  if (!sale) throw new Error('An invoice needs an order or a credit note.');
  const money = moneyText(source.decimal_place);
  const lines = sale.products.map((line) => ({ line, totals: lineTotals(line) }));
  const totals = order ? order.totals : credit_note ? creditTotals(credit_note) : [];
  const net = lines.map(({ line, totals: own }) => new Big(line.total).minus(sumPrices(own.filter(isTax))));
  return {
    invoice: {
      number: number.series ? `${number.series}-${number.invoice_no}` : String(number.invoice_no),
      invoice_no: number.invoice_no,
      series: number.series,
      date: dayIn(source.zone, number.date_added),
    },
    is_order: order !== undefined,
    is_credit_note: order === undefined,
    company: {
      name: company.name,
      address: company.address,
      telephone: company.telephone,
      email: company.email,
      registration_no: company.registration_no,
      tax_no: company.tax_no,
      logo: company.logo,
    },
    document: {
      ...contactOf(sale),
      ...(order && deliveryOf(order, source.zone)),
      order_id: order?.order_id ?? credit_note?.order_id ?? 0,
      credit_note_id: credit_note?.credit_note_id ?? 0,
      date: dayIn(source.zone, new Date(order?.date_ordered || sale.date_added)),
    },
    lines: lines.map(({ line, totals: own }, i) => ({
      position: i + 1,
      name: line.name,
      model: line.model,
      sku: line.sku,
      quantity: line.quantity,
      price: money(line.price),
      ...('discount' in line && { discount: money(line.discount), discount_total: money(line.discount_total) }),
      totals: shownTotals(own, money),
      total: money(net[i] ?? 0),
    })),
    subtotal: money(net.reduce((sum, each) => sum.plus(each), new Big(0))),
    totals: shownTotals(totals, money),
    taxes: taxesOf([...totals, ...lines.flatMap((each) => each.totals)], money),
    payments: (order?.payments ?? []).map(({ payment_method, total }) => ({ payment_method, total: money(total) })),
    currency: sale.currency,
    total: money(sale.total),
  };
}

/** The rest of a total given by hand is a line, so that the printed amounts add up. */
function creditTotals({ products, totals = [], total }: CreditNote): OrderTotal[] {
  const rest = new Big(total)
    .minus(sumPrices(totals))
    .minus(products.reduce((sum, line) => sum.plus(line.total), new Big(0)));
  const sort_order = Math.max(0, ...totals.map((each) => each.sort_order)) + 1;
  const adjustment = { name: 'Adjustment', code: 'adjustment', price: rest.toNumber(), sort_order };
  return rest.eq(0) ? totals : [...totals, adjustment];
}

type Money = (amount: Big | number) => string;

/** No amount is rounded: one with more decimals than the currency shows them. */
const moneyText =
  (decimals: number): Money =>
  (amount) => {
    const exact = new Big(amount);
    const [, shown = ''] = exact.toFixed().split('.');
    return exact.toFixed(Math.max(decimals, shown.length));
  };

const lineTotals = (line: Line): readonly OrderTotal[] => ('totals' in line ? line.totals : []);
const isTax = ({ code }: OrderTotal): boolean => isTaxCode(code);
const sumPrices = (totals: readonly OrderTotal[]): Big =>
  totals.reduce((sum, { price }) => sum.plus(price), new Big(0));
const dayIn = (zone: string, date: Date): string => DateTime.fromJSDate(date, { zone }).toISODate() ?? '';

const shownTotals = (totals: readonly OrderTotal[], money: Money) =>
  totals
    .filter((total) => !isTax(total))
    .sort((a, b) => a.sort_order - b.sort_order)
    .map(({ name, price }) => ({ name, price: money(price) }));

function taxesOf(totals: readonly OrderTotal[], money: Money) {
  const included = new Set(
    totals
      .map(({ code }) => code)
      .filter((code) => code.startsWith('tax_included.'))
      .map((code) => code.replace('tax_included', 'tax')),
  );
  const sums = new Map<string, { name: string; amount: Big }>();
  for (const { code, name, price } of totals) {
    if (!isTaxCode(code) || code.startsWith('tax_included.')) continue;
    sums.set(code, { name, amount: (sums.get(code)?.amount ?? new Big(0)).plus(price) });
  }
  return [...sums].map(([code, { name, amount }]) => ({
    name,
    amount: money(amount),
    is_included: included.has(code),
  }));
}

const contactOf = (sale: Order | CreditNote) => ({
  imported_order_id: sale.imported_order_id,
  channel: sale.channel,
  payment_method: sale.payment_method,
  firstname: sale.firstname,
  lastname: sale.lastname,
  name: sale.name,
  company: sale.company,
  email: sale.email,
  telephone: sale.telephone,
  telephone_2: sale.telephone_2,
  comment: sale.comment,
});

const deliveryOf = (order: Order, zone: string) => ({
  address_1: order.address_1,
  address_2: order.address_2,
  city: order.city,
  postcode: order.postcode,
  country: order.country,
  zone: order.zone,
  shipping_method: order.shipping_method,
  shipping_tracking: order.shipping_tracking,
  shipping_date: order.shipping_date && dayIn(zone, new Date(order.shipping_date)),
});
