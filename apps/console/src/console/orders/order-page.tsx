import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Table.css';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { orderQueries } from '../api/orders.js';
import { useMyself } from '../api/rights.js';
import { settingQueries } from '../api/settings.js';
import { useKeys } from '../frame/keys/keys.js';
import { ButtonLink } from '../frame/links.js';
import { PageTitle } from '../text/page-title.js';
import { Part } from '../frame/part.js';
import { PrintMenu } from '../frame/print-menu.js';
import { NotFound } from '../frame/route-states.js';
import { positiveIn } from '../frame/search-values.js';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { emailOf, useCustomerName } from '../frame/customer-name.js';
import { useNewOrderKey } from './use-new-order-key.js';
import { CreditNotes } from './detail/credit-notes.js';
import { Deliveries } from './detail/deliveries.js';
import { OrderHistory } from './detail/order-history.js';
import { OrderLines } from './detail/order-lines.js';
import { OrderPayments, OrderTotals } from './detail/order-amounts.js';
import { StatusForm } from './detail/status-form.js';

export function OrderPage() {
  const orderId = positiveIn(useParams({ from: '/orders/$orderId' }).orderId);
  return orderId ? <KnownOrder key={orderId} orderId={orderId} /> : <NotFound />;
}

function KnownOrder({ orderId }: { readonly orderId: number }) {
  const { t } = useText();
  const { time } = useFormat();
  const { data: order } = useSuspenseQuery(orderQueries.one(orderId));
  const { mayChange, mayRead } = useMyself();
  const navigate = useNavigate();
  const refunding = { to: '/orders/$orderId/refund', params: { orderId: String(orderId) } } as const;
  const mayCredit = mayChange('sale/credit_note') && mayRead('sale/credit_note');
  const nameOf = useCustomerName();
  useNewOrderKey();
  useKeys(mayCredit ? [{ key: 'r', text: 'refund', run: () => void navigate(refunding) }] : []);
  const { data: notes = [] } = useQuery({
    ...orderQueries.creditNotes(orderId),
    enabled: mayRead('sale/credit_note'),
  });
  const { data: statuses } = useQuery({
    ...settingQueries.orderStatuses(),
    enabled: mayRead('setting/order_status'),
  });
  if (!order) return <NotFound />;
  const town = [order.postcode, order.city].filter(Boolean).join(' ');
  const status = statuses?.find(({ order_status_id }) => order_status_id === order.order_status_id);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <PageTitle>{t('orderNumber', { number: order.imported_order_id || order.order_id })}</PageTitle>
            <Badge variant="default" size="lg" tt="none">
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
        <Group gap="xs">
          {mayCredit && (
            <ButtonLink {...refunding} variant="default">
              {t('refund')}
            </ButtonLink>
          )}
          <PrintMenu resource="sale/order" ids={[orderId]} />
        </Group>
      </Group>
      <Part title={t('lines')}>
        <OrderLines {...{ order, notes }} deducts={status?.deduct ?? true} />
      </Part>
      {mayChange('sale/order') && (
        <Part title={t('orderChangeStatus')}>
          <StatusForm order={order} statuses={statuses ?? []} />
        </Part>
      )}
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        <Part title={t('totals')}>
          <OrderTotals order={order} />
        </Part>
        <Part title={t('payments')}>
          <OrderPayments order={order} />
        </Part>
        <Part title={t('customer')}>
          {[
            nameOf(order),
            order.company,
            emailOf(order),
            order.telephone,
            order.address_1,
            order.address_2,
            town,
            order.country,
          ]
            .filter(Boolean)
            .map((text, place) => (
              <Text key={place} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            ))}
        </Part>
      </SimpleGrid>
      {notes.length > 0 && (
        <Part title={t('creditNotes')}>
          <CreditNotes notes={notes} />
        </Part>
      )}
      <Part title={t('history')}>
        <OrderHistory orderId={orderId} />
      </Part>
      {mayRead('integration/webhook') && (
        <Part title={t('deliveries')}>
          <Deliveries orderId={orderId} />
        </Part>
      )}
    </Stack>
  );
}
