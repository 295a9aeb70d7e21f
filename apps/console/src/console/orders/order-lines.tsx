import { Badge, Table } from '@mantine/core';
import type { Order, OrderProduct } from '@stockbook/client';
import { useMyself } from '../api/rights.js';
import { TextLink } from '../frame/links.js';
import { Wide } from '../frame/wide.js';
import { useFormat } from '../api/format.js';
import { type TextName, useText } from '../text/language.js';

/** The lines of an order, and what the stock has given for each. */
export function OrderLines({ order }: { readonly order: Order }) {
  const { t } = useText();
  const { number, money } = useFormat();
  const { view_cost } = useMyself();
  return (
    <Wide label={t('lines')}>
      <Table aria-label={t('lines')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th>{t('sku')}</Table.Th>
            <Table.Th className="figure">{t('quantity')}</Table.Th>
            <Table.Th className="figure">{t('price')}</Table.Th>
            {view_cost && <Table.Th className="figure">{t('cost')}</Table.Th>}
            <Table.Th className="figure">{t('total')}</Table.Th>
            <Table.Th>{t('stockState')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.products.map((line) => (
            <Table.Tr key={line.order_product_id}>
              <Table.Td>
                {line.item_id ? (
                  <TextLink to="/items/$itemId" params={{ itemId: String(line.item_id) }} c="inherit" fw={550}>
                    {line.name}
                  </TextLink>
                ) : (
                  line.name
                )}
              </Table.Td>
              <Table.Td>{line.sku}</Table.Td>
              <Table.Td className="figure">{number(line.quantity)}</Table.Td>
              <Table.Td className="figure">{money(line.price, order.currency)}</Table.Td>
              {view_cost && <Table.Td className="figure">{money(line.cost ?? 0)}</Table.Td>}
              <Table.Td className="figure">{money(line.total, order.currency)}</Table.Td>
              <Table.Td>
                <StockOfLine line={line} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

const STATES = {
  deducted: { colour: 'teal', text: 'lineDeducted' },
  short: { colour: 'orange', text: 'lineShort' },
  waiting: { colour: 'gray', text: 'lineWaiting' },
} as const satisfies Record<string, { colour: string; text: TextName }>;

function StockOfLine({ line }: { readonly line: OrderProduct }) {
  const { t } = useText();
  const { number } = useFormat();
  if (!line.item_id) return null;
  const { quantity, quantity_deducted, deducted } = line;
  const { colour, text } = STATES[deducted ? 'deducted' : quantity_deducted > 0 ? 'short' : 'waiting'];
  return (
    <Badge variant="light" color={colour} tt="none">
      {t(text, { deducted: number(quantity_deducted), quantity: number(quantity) })}
    </Badge>
  );
}
