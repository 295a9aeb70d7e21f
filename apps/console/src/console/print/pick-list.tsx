import { useSuspenseQuery } from '@tanstack/react-query';
import type { Item, Order } from '@stockbook/client';
import { Fragment } from 'react';
import { useFormat } from '../api/format.js';
import { printQueries } from '../api/printing.js';
import { useMyself } from '../api/rights.js';
import { useText } from '../text/language.js';
import { A4, usePageSize } from './page-size.js';
import { idsOf, type PrintSearch } from './print-search.js';

/** Everything to fetch for the chosen orders, in the order of the shelves. */
export function PickList({ search }: { readonly search: PrintSearch }) {
  const { t, language } = useText();
  const { number, time } = useFormat();
  const { mayRead } = useMyself();
  usePageSize(A4);
  const { data: orders } = useSuspenseQuery(printQueries.orders(idsOf(search)));
  const wanted = orders.flatMap(wantedOf);
  const ids = [...new Set(wanted.flatMap(({ item_id }) => item_id || []))];
  const { data: items } = useSuspenseQuery(printQueries.places(mayRead('inventory/item') ? ids : []));
  const picks = picksOf(wanted, items).sort((one, other) =>
    one.shelf.localeCompare(other.shelf, language, { numeric: true }),
  );
  const pieces = picks.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="paper page-a4">
      <h2>{t('printPickList')}</h2>
      <p>
        {t('printPickSum', { orders: number(orders.length), pieces: number(pieces) })} ·{' '}
        {time(new Date().toISOString())}
      </p>
      <table aria-label={t('printPickList')}>
        <thead>
          <tr>
            <th className="box" aria-label={t('printPicked')} />
            <th>{t('bin')}</th>
            <th>{t('name')}</th>
            <th className="figure">{t('quantity')}</th>
            <th>{t('orders')}</th>
          </tr>
        </thead>
        <tbody>
          {picks.map(({ key, location, bin, name, sku, quantity, orders }, place) => (
            <Fragment key={key}>
              {location !== picks[place - 1]?.location && (
                <tr>
                  <th colSpan={5} scope="rowgroup">
                    {location}
                  </th>
                </tr>
              )}
              <tr>
                <td className="box">☐</td>
                <td className="bin">{bin}</td>
                <td>
                  {name} <small>{sku}</small>
                </td>
                <td className="figure">
                  <b>{number(quantity)}</b>
                </td>
                <td>
                  {orders.map((order, i) => (
                    <Fragment key={order}>
                      {i > 0 && ', '}
                      <span className="nowrap">{order}</span>
                    </Fragment>
                  ))}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Wanted {
  readonly item_id: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  readonly location_id: number;
  readonly order: string;
}

/** The stock gives the components of a bundle instead of it. */
const wantedOf = ({ products, location_id, imported_order_id, order_id }: Order): Wanted[] =>
  products.flatMap(({ item_id, name, sku, quantity, components }) => {
    const line = { location_id, order: imported_order_id || String(order_id) };
    if (!components?.length) return [{ ...line, item_id, name, sku, quantity }];
    return components.map((part) => ({
      ...line,
      item_id: part.item_id,
      name,
      sku: '',
      quantity: quantity * part.quantity,
    }));
  });

function picksOf(wanted: readonly Wanted[], items: readonly Item[]) {
  const byKey = new Map<string, Wanted[]>();
  for (const line of wanted) {
    const key = `${line.location_id} ${line.item_id || line.name}`;
    byKey.set(key, [...(byKey.get(key) ?? []), line]);
  }
  return [...byKey].map(([key, lines]) => {
    const [{ item_id, location_id, ...line }] = lines as [Wanted];
    const item = items.find((each) => each.item_id === item_id);
    const place = item?.locations.find((each) => each.location_id === location_id);
    const name = item?.name ?? line.name;
    return {
      key,
      name,
      sku: item?.sku ?? line.sku,
      location: place?.name ?? '',
      bin: place?.location ?? '',
      shelf: `${place?.name ?? ''}\n${place?.location ?? ''}\n${name}`,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      orders: [...new Set(lines.map(({ order }) => order))],
    };
  });
}
