import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Company, Order } from '@stockbook/client';
import { useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '../api/format.js';
import { printQueries } from '../api/printing.js';
import { useMyself } from '../api/rights.js';
import { saleSettingQueries } from '../api/sale-settings.js';
import { goodsOf, sumsOfOrder } from '../orders/sums.js';
import { useSumRows } from '../orders/use-sum-rows.js';
import { useText } from '../text/language.js';
import { OrderCode } from './order-code.js';
import { usePageSize } from './page-size.js';
import { idsOf, type PrintSearch } from './print-search.js';

const WIDTH_MM = 80;
const MM_OF_PIXEL = 25.4 / 96;
/** A printer may set the lines a little wider than the screen. */
const SLACK_MM = 2;

/** Receipts on a roll of 80 mm. A page is as long as the longest of them, so that no paper is wasted. */
export function Receipts({ search }: { readonly search: PrintSearch }) {
  const { data: orders } = useSuspenseQuery(printQueries.orders(idsOf(search)));
  const { mayRead, company } = useMyself();
  const { data: stored } = useQuery({ ...saleSettingQueries.company(), enabled: mayRead('setting/company') });
  const rolls = useRef<HTMLDivElement>(null);
  const [height_mm, setHeight] = useState(200);
  useLayoutEffect(() => {
    const heights = [...(rolls.current?.children ?? [])].map((roll) => roll.getBoundingClientRect().height);
    if (heights.length) setHeight(Math.ceil(Math.max(...heights) * MM_OF_PIXEL) + SLACK_MM);
  }, [orders, stored]);
  usePageSize({ width_mm: WIDTH_MM, height_mm });
  return (
    <div ref={rolls} className="rolls">
      {orders.map((order) => (
        <Receipt key={order.order_id} order={order} company={{ ...company, ...stored }} />
      ))}
    </div>
  );
}

interface ReceiptProps {
  readonly order: Order;
  readonly company: Pick<Company, 'name'> & Partial<Company>;
}

function Receipt({ order, company }: ReceiptProps) {
  const { t } = useText();
  const { number, money, time } = useFormat();
  const sums = useSumRows(sumsOfOrder(order), order.currency);
  const paid = order.payments.length
    ? order.payments
    : [{ payment_method: order.payment_method, total: order.total }].filter(({ payment_method }) => payment_method);
  const amount = ({ name, text }: { readonly name: string; readonly text: string }, place: number) => (
    <tr key={place}>
      <td>{name}</td>
      <td className="figure">{text}</td>
    </tr>
  );
  return (
    <div className="paper receipt">
      <h2>{company.name}</h2>
      <p>
        {[company.address, company.telephone, company.tax_no && t('printTaxNumber', { number: company.tax_no })]
          .filter(Boolean)
          .map((line, place) => (
            <span key={place}>{line}</span>
          ))}
      </p>
      <p>{time(order.date_ordered || order.date_added)}</p>
      <table aria-label={t('lines')}>
        <tbody>
          {order.products.map((line) => (
            <tr key={line.order_product_id}>
              <td>
                {line.name}
                <small>
                  {number(line.quantity)} × {money(line.price - line.discount, order.currency)}
                </small>
              </td>
              <td className="figure">{money(goodsOf(line), order.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tbody className="receipt-sums">
          {sums.map(amount)}
          <tr className="receipt-total">
            <td>{t('total')}</td>
            <td className="figure">{money(order.total, order.currency)}</td>
          </tr>
          {paid
            .map(({ payment_method, total }) => ({ name: payment_method, text: money(total, order.currency) }))
            .map(amount)}
        </tbody>
      </table>
      <OrderCode order={order} />
    </div>
  );
}
