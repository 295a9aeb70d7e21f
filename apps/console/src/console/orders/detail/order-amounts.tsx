import { Button, Table } from '@mantine/core';
import type { Order } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMyself } from '../../api/rights.js';
import { saleSettingQueries } from '../../api/sale-settings.js';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import { sumsOfOrder } from '../sums.js';
import { SumsTable } from '../sums-table.js';
import { PaymentForm } from './payment-form.js';

export const OrderTotals = ({ order }: { readonly order: Order }) => (
  <SumsTable sums={sumsOfOrder(order)} currency={order.currency} />
);

/** An order without split payment has one method for its whole total. */
export function OrderPayments({ order }: { readonly order: Order }) {
  const { t } = useText();
  const { money } = useFormat();
  const { mayChange, mayRead } = useMyself();
  const [isEditing, setEditing] = useState(false);
  const mayEdit = mayChange('sale/order') && mayRead('setting/payment_method') && !order.locked;
  const { data: methods } = useQuery({ ...saleSettingQueries.paymentMethods(), enabled: mayEdit });
  if (isEditing && methods) return <PaymentForm {...{ order, methods }} onLeave={() => setEditing(false)} />;
  const payments = order.payments.length ? order.payments : [{ ...order, total: order.total }];
  return (
    <>
      <Table aria-label={t('payments')}>
        <Table.Tbody>
          {payments.map(({ payment_method, total }, place) => (
            <Table.Tr key={place}>
              <Table.Th scope="row" fw={400}>
                {payment_method || t('orderNoPayment')}
              </Table.Th>
              <Table.Td className="figure">{money(total, order.currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {mayEdit && (
        <Button variant="default" size="xs" mt="sm" disabled={!methods?.length} onClick={() => setEditing(true)}>
          {t('orderEditPayments')}
        </Button>
      )}
    </>
  );
}
