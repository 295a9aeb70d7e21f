import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../api/format.js';
import { orderQueries } from '../../api/orders.js';
import { useText } from '../../text/language.js';
import { PagedTable } from './paged-table.js';

export function OrderHistory({ orderId }: { readonly orderId: number }) {
  const { t } = useText();
  const { time } = useFormat();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(orderQueries.history(orderId, page));
  return (
    <PagedTable
      label={t('history')}
      headings={[t('time'), t('status'), t('comment')]}
      none={t('noHistory')}
      total={data?.total}
      onGo={setPage}
      {...{ error, page }}
    >
      {data?.histories.map(({ date_added, order_status, user, comment }, place) => (
        <Table.Tr key={place}>
          <Table.Td className="time">
            {time(date_added)}
            <Text size="xs" c="dimmed">
              {user || t('explainSystem')}
            </Text>
          </Table.Td>
          <Table.Td>{order_status}</Table.Td>
          <Table.Td w="60%">{comment}</Table.Td>
        </Table.Tr>
      ))}
    </PagedTable>
  );
}
