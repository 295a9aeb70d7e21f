import { Badge, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import type { Order } from '@stockbook/client';
import { TextLink } from '../frame/links.js';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';

export function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  const { t } = useText();
  const { money, time } = useFormat();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={t('orders')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('order')}</Table.Th>
          <Table.Th>{t('customer')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('channel')}</Table.Th>
          <Table.Th>{t('status')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('ordered')}</Table.Th>
          <Table.Th className="figure">{t('total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={order.order_id} className="clickable">
            <Table.Td className="nowrap">
              <TextLink to="/orders/$orderId" params={{ orderId: String(order.order_id) }} c="inherit" fw={550}>
                {order.imported_order_id || order.order_id}
              </TextLink>
            </Table.Td>
            <Table.Td>
              {order.name}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {time(order.date_ordered || order.date_added)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">{order.channel}</Table.Td>
            <Table.Td>
              <Badge variant="light" color="gray" tt="none">
                {order.order_status}
              </Badge>
            </Table.Td>
            <Table.Td className="nowrap" visibleFrom="sm">
              {time(order.date_ordered || order.date_added)}
            </Table.Td>
            <Table.Td className="figure">{money(order.total, order.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
