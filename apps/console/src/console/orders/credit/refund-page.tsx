import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { orderQueries } from '../../api/orders.js';
import { useMyself } from '../../api/rights.js';
import { TextLink } from '../../frame/links.js';
import { PageTitle } from '../../text/page-title.js';
import { NotFound } from '../../frame/route-states.js';
import { positiveIn } from '../../frame/search-values.js';
import { useText } from '../../text/language.js';
import { leftOf } from './credited.js';
import { RefundForm } from './refund-form.js';

export function RefundPage() {
  const { mayChange, mayRead } = useMyself();
  const orderId = positiveIn(useParams({ from: '/orders/$orderId/refund' }).orderId);
  const mayCredit = mayChange('sale/credit_note') && mayRead('sale/credit_note');
  return orderId && mayCredit ? <RefundOf orderId={orderId} /> : <NotFound />;
}

function RefundOf({ orderId }: { readonly orderId: number }) {
  const { t } = useText();
  const { data: order } = useSuspenseQuery(orderQueries.one(orderId));
  const { data: notes } = useSuspenseQuery(orderQueries.creditNotes(orderId));
  if (!order) return <NotFound />;
  const left = leftOf(order, notes).filter(({ quantity }) => quantity > 0);
  return (
    <Stack gap="md">
      <div>
        <PageTitle>{t('refundOf', { number: order.imported_order_id || order.order_id })}</PageTitle>
        <TextLink to="/orders/$orderId" params={{ orderId: String(orderId) }} size="sm">
          {t('refundBack')}
        </TextLink>
      </div>
      <RefundForm {...{ order, left }} />
    </Stack>
  );
}
