import { Alert, Button, List, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.css';
import '@mantine/core/styles/List.css';
import type { Order } from '@stockbook/client';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import type { OrdersByNumber } from './sort-by-number.js';

const nameOf = ({ imported_order_id, order_id }: Order): string => imported_order_id || String(order_id);
export const namesOf = (orders: readonly Order[]): string => orders.map(nameOf).join(', ');

interface Props extends Pick<OrdersByNumber<Order>, 'known' | 'unnumbered'> {
  readonly onAgree: () => void;
}

/** Asks before orders get numbers, which have no gaps and are never taken back. */
export function InvoiceQuestion({ known, unnumbered, onAgree }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  return (
    <Alert className="screen-only" w="100%" color="orange" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text fw={650}>{t('printIssue', { count: number(unnumbered.length) })}</Text>
        <Text size="sm">{t('printIssueNote')}</Text>
        <List size="sm">
          {unnumbered.map((order) => (
            <List.Item key={order.order_id}>
              {[nameOf(order), order.order_status].filter(Boolean).join(' · ')}
            </List.Item>
          ))}
        </List>
        {known.length > 0 && <Text size="sm">{t('printNumbered', { orders: namesOf(known) })}</Text>}
        <Button onClick={onAgree}>{t('printIssueNow')}</Button>
      </Stack>
    </Alert>
  );
}
