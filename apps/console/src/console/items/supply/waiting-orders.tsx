import { Table, Text } from '@mantine/core';
import type { Item, ListedOrder } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { explainQueries } from '../../api/explain.js';
import { useFormat } from '../../api/format.js';
import { settingQueries } from '../../api/settings.js';
import { TextLink } from '../../frame/links.js';
import { Wide } from '../../frame/wide.js';
import { useCustomerName } from '../../frame/customer-name.js';
import { useText } from '../../text/language.js';

/** Order lines that lack pieces of the item, by order number: the API does not show their places in the queue. */
export function WaitingOrders({ item: { item_id } }: { readonly item: Item }) {
  const { t } = useText();
  const { number, time } = useFormat();
  const nameOf = useCustomerName();
  const { data: statuses } = useQuery(settingQueries.orderStatuses());
  const deducting = (statuses ?? []).filter(({ deduct }) => deduct).map(({ order_status_id }) => order_status_id);
  const { data } = useQuery({ ...explainQueries.backordered(item_id, deducting), enabled: deducting.length > 0 });
  const waiting = (data?.orders ?? []).flatMap((order) => {
    const pieces = missingOf(order, item_id);
    return pieces ? { order, pieces } : [];
  });
  if (statuses && !deducting.length) return <Text c="dimmed">{t('waitingNone')}</Text>;
  if (!data) return <Text c="dimmed">{t('loading')}</Text>;
  if (!waiting.length) return <Text c="dimmed">{t('waitingNone')}</Text>;
  const shown = { shown: number(data.orders.length), total: number(data.total) };
  return (
    <>
      <Wide label={t('waitingTitle')}>
        <Table horizontalSpacing="xs" aria-label={t('waitingTitle')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('order')}</Table.Th>
              <Table.Th>{t('ordered')}</Table.Th>
              <Table.Th className="figure">{t('waitingPieces')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {waiting.map(({ order, pieces }) => (
              <Table.Tr key={order.order_id}>
                <Table.Td>
                  <TextLink to="/orders/$orderId" params={{ orderId: String(order.order_id) }}>
                    {order.imported_order_id || order.order_id}
                  </TextLink>
                  <Text size="xs" c="dimmed">
                    {nameOf(order)}
                  </Text>
                </Table.Td>
                <Table.Td>{time(order.date_ordered || order.date_added)}</Table.Td>
                <Table.Td className="figure">{number(pieces)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
      <Text size="sm" c="dimmed" mt="xs">
        {t('waitingNote')} {data.total > data.orders.length && t('waitingMore', shown)}
      </Text>
    </>
  );
}

/** Returns the pieces that the lines of an order still lack; a line of a bundle lacks its components. */
function missingOf({ products }: ListedOrder, item_id: number): number {
  return products.reduce((sum, line) => {
    const units = Math.max(0, line.quantity - line.quantity_deducted);
    if (line.item_id === item_id) return sum + units;
    const part = line.components?.find((component) => component.item_id === item_id);
    return sum + units * (part?.quantity ?? 0);
  }, 0);
}
