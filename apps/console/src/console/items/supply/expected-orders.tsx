import { Table, Text } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { explainQueries } from '../../api/explain.js';
import { useFormat } from '../../api/format.js';
import { useLocationName } from '../../api/location-name.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';

/** Pieces of the item that purchase orders are still to bring. */
export function ExpectedOrders({ item }: { readonly item: Item }) {
  const { t } = useText();
  const { number, day } = useFormat();
  const nameOf = useLocationName();
  const { data } = useQuery(explainQueries.expected(item.item_id));
  if (!data) return <Text c="dimmed">{t('loading')}</Text>;
  if (!data.length) return <Text c="dimmed">{t('expectedNone')}</Text>;
  return (
    <Wide label={t('expectedTitle')}>
      <Table horizontalSpacing="xs" aria-label={t('expectedTitle')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('document')}</Table.Th>
            <Table.Th>{t('location')}</Table.Th>
            <Table.Th>{t('expectedDay')}</Table.Th>
            <Table.Th className="figure">{t('expectedPieces')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map(({ order, pieces }) => (
            <Table.Tr key={order.purchase_order_id}>
              <Table.Td>{t('expectedOrder', { number: order.purchase_order_id })}</Table.Td>
              <Table.Td>{nameOf(order.location_id)}</Table.Td>
              <Table.Td className="time">{day(order.date_estimated_arrival)}</Table.Td>
              <Table.Td className="figure">{number(pieces)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}
