import { Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Table.css';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { orderQueries } from '../api/orders.js';
import { Part } from '../frame/part.js';
import { NotFound } from '../frame/route-states.js';
import { idIn } from '../frame/search-values.js';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { OrderHistory } from './order-history.js';
import { OrderLines } from './order-lines.js';
import { OrderPayments, OrderTotals } from './order-amounts.js';

export function OrderPage() {
  const orderId = idIn(useParams({ from: '/orders/$orderId' }).orderId);
  return orderId ? <KnownOrder orderId={orderId} /> : <NotFound />;
}

function KnownOrder({ orderId }: { readonly orderId: number }) {
  const { t } = useText();
  const { time } = useFormat();
  const { data: order } = useSuspenseQuery(orderQueries.one(orderId));
  if (!order) return <NotFound />;
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm">
          <Title order={1} size="h2">
            {t('orderNumber', { number: order.imported_order_id || order.order_id })}
          </Title>
          <Badge variant="light" size="lg" tt="none">
            {order.order_status}
          </Badge>
          {order.locked && (
            <Badge variant="default" size="lg" tt="none">
              {t('locked')}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {[order.channel, time(order.date_ordered || order.date_added)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Part title={t('lines')}>
        <OrderLines order={order} />
      </Part>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        <Part title={t('totals')}>
          <OrderTotals order={order} />
        </Part>
        <Part title={t('payments')}>
          <OrderPayments order={order} />
        </Part>
        <Part title={t('customer')}>
          {[order.name, order.company, order.email, order.telephone, order.address_1, order.city, order.country]
            .filter(Boolean)
            .map((text, place) => (
              <Text key={place} size="sm">
                {text}
              </Text>
            ))}
        </Part>
      </SimpleGrid>
      <Part title={t('history')}>
        <OrderHistory orderId={orderId} />
      </Part>
    </Stack>
  );
}
