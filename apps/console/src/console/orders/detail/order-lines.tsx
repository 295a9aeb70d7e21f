import { Table, Text } from '@mantine/core';
import type { CreditNote, Order, OrderProduct } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { orderQueries } from '../../api/orders.js';
import { useMyself } from '../../api/rights.js';
import { TextLink } from '../../frame/links.js';
import { Wide } from '../../frame/wide.js';
import { useFormat } from '../../api/format.js';
import { leftOf } from '../credit/credited.js';
import { StateBadge, type Tone } from '../../frame/state-badge.js';
import { type TextName, useText } from '../../text/language.js';
import { type Shortage, shortageOf } from './shortage.js';

interface Props {
  readonly order: Order;
  readonly notes: readonly CreditNote[];
  /** Orders of other statuses take nothing from stock. */
  readonly deducts: boolean;
}

/** The lines of an order, what the stock has given for each, and what was given back. */
export function OrderLines({ order, notes, deducts }: Props) {
  const { t } = useText();
  const { number, money } = useFormat();
  const { view_cost, mayRead } = useMyself();
  const mayOpen = mayRead('inventory/item');
  const { data } = useQuery(orderQueries.history(order.order_id));
  const left = leftOf(order, notes);
  return (
    <Wide label={t('lines')}>
      <Table aria-label={t('lines')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th className="figure" visibleFrom="sm">
              {t('quantity')}
            </Table.Th>
            <Table.Th className="figure" visibleFrom="sm">
              {t('price')}
            </Table.Th>
            {view_cost && (
              <Table.Th className="figure" visibleFrom="sm">
                {t('cost')}
              </Table.Th>
            )}
            <Table.Th className="figure">{t('total')}</Table.Th>
            <Table.Th>{t('stockState')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {left.map(({ line, quantity }) => (
            <Table.Tr key={line.order_product_id}>
              <Table.Td>
                {line.item_id && mayOpen ? (
                  <TextLink to="/items/$itemId" params={{ itemId: String(line.item_id) }} c="inherit" fw={550}>
                    {line.name}
                  </TextLink>
                ) : (
                  line.name
                )}
                <Text size="xs" c="dimmed">
                  {line.sku}
                </Text>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {`${number(line.quantity)} × ${money(line.price, order.currency)}`}
                </Text>
              </Table.Td>
              <Table.Td className="figure" visibleFrom="sm">
                {number(line.quantity)}
              </Table.Td>
              <Table.Td className="figure" visibleFrom="sm">
                {money(line.price, order.currency)}
              </Table.Td>
              {view_cost && (
                <Table.Td className="figure" visibleFrom="sm">
                  {money(line.cost ?? 0)}
                </Table.Td>
              )}
              <Table.Td className="figure">{money(line.total, order.currency)}</Table.Td>
              <Table.Td>
                <StockOfLine
                  {...{ line, deducts }}
                  shortage={deducts ? shortageOf(line, data?.histories ?? []) : undefined}
                />
                {quantity < line.quantity && (
                  <Text size="xs" c="dimmed">
                    {t('orderCredited', { quantity: number(line.quantity - quantity) })}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

const STATES = {
  deducted: { tone: 'good', text: 'lineDeducted' },
  short: { tone: 'warning', text: 'lineShort' },
  waiting: { tone: 'warning', text: 'lineWaiting' },
  untaken: { tone: 'plain', text: 'lineOpen' },
} as const satisfies Record<string, { tone: Tone; text: TextName }>;

interface StockProps {
  readonly line: OrderProduct;
  readonly deducts: boolean;
  readonly shortage: Shortage | undefined;
}

function StockOfLine({ line, deducts, shortage }: StockProps) {
  const { t } = useText();
  const { number } = useFormat();
  if (!line.item_id) return null;
  const { quantity, quantity_deducted, deducted } = line;
  const open = deducts ? 'waiting' : 'untaken';
  const { tone, text } = STATES[deducted ? 'deducted' : quantity_deducted > 0 ? 'short' : open];
  return (
    <>
      <StateBadge tone={tone}>
        {t(text, { deducted: number(quantity_deducted), quantity: number(quantity) })}
      </StateBadge>
      {shortage && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(shortage.text, shortage.values)}
        </Text>
      )}
    </>
  );
}
