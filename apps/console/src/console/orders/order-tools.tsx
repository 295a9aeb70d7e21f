import type { Order, OrderPage } from '@stockbook/client';
import { readAllOrders } from '../api/orders.js';
import type { CsvColumn } from '../frame/export/export-csv.js';
import { ListTools } from '../frame/list-tools.js';
import { useText } from '../text/language.js';
import { useCustomerName } from '../frame/customer-name.js';
import { type OrderSearch, requestOf } from './order-search.js';

interface Props {
  readonly found: OrderPage;
  readonly search: OrderSearch;
  readonly chosen?: readonly number[];
}

export function OrderTools({ found: { orders, total, total_is_minimum }, search, chosen }: Props) {
  const { t } = useText();
  const nameOf = useCustomerName();
  const columns: readonly CsvColumn<Order>[] = [
    { heading: t('order'), value: ({ imported_order_id, order_id }) => imported_order_id || order_id },
    { heading: t('customer'), value: nameOf },
    { heading: t('channel'), value: ({ channel }) => channel },
    { heading: t('status'), value: ({ order_status }) => order_status },
    { heading: t('ordered'), value: ({ date_ordered, date_added }) => date_ordered || date_added },
    { heading: t('total'), value: ({ total }) => total },
    { heading: t('exportCurrency'), value: ({ currency }) => currency },
  ];
  return (
    <ListTools
      list="orders"
      search={search}
      table={{ name: t('orders'), columns, read: (signal) => readAllOrders(requestOf(search), signal) }}
      total={total}
      isMinimum={total_is_minimum}
      resource="sale/order"
      chosen={chosen}
      shown={orders.map(({ order_id }) => order_id)}
    />
  );
}
