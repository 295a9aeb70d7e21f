import { useSuspenseQuery } from '@tanstack/react-query';
import type { Order } from '@stockbook/client';
import { useFormat } from '../api/format.js';
import { printQueries } from '../api/printing.js';
import { useMyself } from '../api/rights.js';
import { useCustomerName } from '../frame/customer-name.js';
import { useText } from '../text/language.js';
import { OrderCode } from './order-code.js';
import { A4, usePageSize } from './page-size.js';
import { idsOf, type PrintSearch } from './print-search.js';

/** One slip for the parcel of each order, without prices. */
export function PackingSlips({ search }: { readonly search: PrintSearch }) {
  const { data: orders } = useSuspenseQuery(printQueries.orders(idsOf(search)));
  usePageSize(A4);
  return orders.map((order) => <PackingSlip key={order.order_id} order={order} />);
}

function PackingSlip({ order }: { readonly order: Order }) {
  const { t } = useText();
  const { number, time } = useFormat();
  const { company } = useMyself();
  const nameOf = useCustomerName();
  const town = [order.postcode, order.city].filter(Boolean).join(' ');
  const address = [nameOf(order), order.company, order.address_1, order.address_2, town, order.zone, order.country];
  return (
    <div className="paper page-a4">
      <header className="paper-head">
        <div>
          <div className="paper-company">{company.name}</div>
          <h2>{t('printPackingSlip')}</h2>
        </div>
        <OrderCode order={order} />
      </header>
      <address>
        {address.filter(Boolean).map((line, place) => (
          <div key={place}>{line}</div>
        ))}
        {order.telephone && <div>{order.telephone}</div>}
      </address>
      <p>{[time(order.date_ordered || order.date_added), order.shipping_method].filter(Boolean).join(' · ')}</p>
      <table aria-label={t('lines')}>
        <thead>
          <tr>
            <th>{t('name')}</th>
            <th>{t('sku')}</th>
            <th className="figure">{t('quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {order.products.map(({ order_product_id, name, sku, quantity }) => (
            <tr key={order_product_id}>
              <td>{name}</td>
              <td>{sku}</td>
              <td className="figure">{number(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.comment && <p>{order.comment}</p>}
    </div>
  );
}
