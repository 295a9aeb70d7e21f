import { Table, Text } from '@mantine/core';
import type { WebhookDelivery } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderQueries } from '../../api/orders.js';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import { StateBadge, type Tone } from '../../frame/state-badge.js';
import { PagedTable } from './paged-table.js';

const TONES: Partial<Record<WebhookDelivery['state'], Tone>> = {
  delivered: 'good',
  exhausted: 'bad',
  retrying: 'warning',
  postponed: 'warning',
};

/** Lists the events of the order that webhooks have sent, with the answers of their receivers. */
export function Deliveries({ orderId }: { readonly orderId: number }) {
  const { t } = useText();
  const { time } = useFormat();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(orderQueries.deliveries(orderId, page));
  return (
    <PagedTable
      label={t('deliveries')}
      headings={[t('time'), t('deliveryEvent'), t('deliveryState'), t('deliveryAnswer')]}
      none={t('noDeliveries')}
      total={data?.total}
      onGo={setPage}
      {...{ error, page }}
    >
      {data?.deliveries.map((delivery) => (
        <Table.Tr key={delivery.delivery_id}>
          <Table.Td className="time">{time(delivery.date_added)}</Table.Td>
          <Table.Td>{delivery.event}</Table.Td>
          <Table.Td>
            <StateBadge tone={TONES[delivery.state] ?? 'plain'}>{t(`delivery_${delivery.state}`)}</StateBadge>
          </Table.Td>
          <Table.Td>
            <Answer delivery={delivery} />
          </Table.Td>
        </Table.Tr>
      ))}
    </PagedTable>
  );
}

function Answer({ delivery: { attempts, reason } }: { readonly delivery: WebhookDelivery }) {
  const last = [...attempts].sort((one, other) => other.number - one.number)[0];
  const words = [last?.status ? String(last.status) : '', last?.message, reason].filter(Boolean).join(' · ');
  return (
    <>
      <Text size="sm">{words}</Text>
      {last && (
        <Text size="xs" c="dimmed">
          {[last.url, last.remedy].filter(Boolean).join(' · ')}
        </Text>
      )}
    </>
  );
}
