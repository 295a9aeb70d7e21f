import { Table, Text } from '@mantine/core';
import type { Order } from '@stockbook/client';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';

/** Shows the amounts that are added to the lines or taken off them, and their sum. */
export function OrderTotals({ order }: { readonly order: Order }) {
  const { t } = useText();
  const { money } = useFormat();
  const totals = [...order.totals].sort((one, other) => one.sort_order - other.sort_order);
  return (
    <Table aria-label={t('totals')}>
      <Table.Tbody>
        {totals.map(({ code, name, price }) => (
          <Table.Tr key={code}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td className="figure">{money(price, order.currency)}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">{t('total')}</Table.Th>
          <Table.Td className="figure" fw={650}>
            {money(order.total, order.currency)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

/** An order without split payment has one method for its whole total. */
export function OrderPayments({ order }: { readonly order: Order }) {
  const { t } = useText();
  const { money } = useFormat();
  if (!order.payments.length) return <Text size="sm">{order.payment_method}</Text>;
  return (
    <Table aria-label={t('payments')}>
      <Table.Tbody>
        {order.payments.map(({ payment_method, total }, place) => (
          <Table.Tr key={place}>
            <Table.Th scope="row" fw={400}>
              {payment_method}
            </Table.Th>
            <Table.Td className="figure">{money(total, order.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
