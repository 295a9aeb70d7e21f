import { Alert, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../../server/failures.js';
import { orderQueries } from '../../api/orders.js';
import { PAGE } from '../../api/pages.js';
import { Pages } from '../../frame/pages.js';
import { Wide } from '../../frame/wide.js';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';

export function OrderHistory({ orderId }: { readonly orderId: number }) {
  const { t } = useText();
  const { time } = useFormat();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(orderQueries.history(orderId, page));
  if (error)
    return (
      <Alert color="red" variant="light" role="alert">
        {wordsOf(error)}
      </Alert>
    );
  if (!data?.total) return <Text c="dimmed">{data ? t('noHistory') : ''}</Text>;
  return (
    <>
      <Wide label={t('history')}>
        <Table aria-label={t('history')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('time')}</Table.Th>
              <Table.Th>{t('status')}</Table.Th>
              <Table.Th>{t('comment')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.histories.map(({ date_added, order_status, user, comment }, place) => (
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
          </Table.Tbody>
        </Table>
      </Wide>
      {data.total > PAGE && <Pages page={page} size={PAGE} total={data.total} onGo={setPage} />}
    </>
  );
}
