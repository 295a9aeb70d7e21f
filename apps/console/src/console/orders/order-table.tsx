import { Box, Checkbox, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Table.css';
import type { Order } from '@stockbook/client';
import { TextLink } from '../frame/links.js';
import { StateBadge } from '../frame/state-badge.js';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { useCustomerName } from '../frame/customer-name.js';

interface Props {
  readonly orders: readonly Order[];
  /** The orders to change together. Absent: this user changes none. */
  readonly chosen?: ReadonlySet<number>;
  readonly onChoose?: (chosen: ReadonlySet<number>) => void;
}

export function OrderTable({ orders, chosen, onChoose }: Props) {
  const { t } = useText();
  const nameOf = useCustomerName();
  const isAll = orders.length > 0 && orders.every(({ order_id }) => chosen?.has(order_id));
  const isSome = !isAll && orders.some(({ order_id }) => chosen?.has(order_id));
  const toggle = (id: number) => {
    const others = [...(chosen ?? [])].filter((each) => each !== id);
    onChoose?.(new Set(chosen?.has(id) ? others : [...others, id]));
  };
  const { money, time } = useFormat();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={t('orders')}>
      <Table.Thead>
        <Table.Tr>
          {chosen && (
            <Table.Th w={44}>
              <Checkbox
                aria-label={t('bulkChooseAll')}
                checked={isAll}
                indeterminate={isSome}
                onChange={() => onChoose?.(new Set(isAll ? [] : orders.map(({ order_id }) => order_id)))}
              />
            </Table.Th>
          )}
          <Table.Th>{t('order')}</Table.Th>
          <Table.Th>{t('customer')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('channel')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('status')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('ordered')}</Table.Th>
          <Table.Th className="figure">{t('total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={order.order_id} className="clickable">
            {chosen && (
              <Table.Td>
                <Checkbox
                  aria-label={t('bulkChooseOne', { number: order.imported_order_id || order.order_id })}
                  checked={chosen.has(order.order_id)}
                  onChange={() => toggle(order.order_id)}
                />
              </Table.Td>
            )}
            <Table.Td>
              <TextLink
                className="nowrap"
                to="/orders/$orderId"
                params={{ orderId: String(order.order_id) }}
                c="inherit"
                fw={550}
              >
                {order.imported_order_id || order.order_id}
              </TextLink>
              <Text size="xs" c="dimmed" hiddenFrom="sm" className="time">
                {time(order.date_ordered || order.date_added)}
              </Text>
            </Table.Td>
            <Table.Td>
              {nameOf(order)}
              <Box hiddenFrom="sm">
                <StateBadge tone="plain">{order.order_status}</StateBadge>
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">{order.channel}</Table.Td>
            <Table.Td visibleFrom="sm">
              <StateBadge tone="plain">{order.order_status}</StateBadge>
            </Table.Td>
            <Table.Td className="time" visibleFrom="sm">
              {time(order.date_ordered || order.date_added)}
            </Table.Td>
            <Table.Td className="figure">{money(order.total, order.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
