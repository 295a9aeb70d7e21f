import { Button, Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import type { PurchaseOrder } from '@stockbook/client';
import { useFormat } from '../../api/format.js';
import { Part } from '../../frame/part.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import type { LineItem } from '../move/line.js';

interface Props {
  readonly order: PurchaseOrder;
  readonly onAdd: (text: string, pieces: number, item: LineItem) => void;
}

/** The pieces of a purchase order that have not come yet. */
export function ExpectedLines({ order, onAdd }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  const open = order.items
    .map((line) => ({ ...line, left: line.quantity - line.quantity_received }))
    .filter(({ left }) => left > 0);
  if (!open.length) return null;
  return (
    <Part title={t('stockStillExpected')}>
      <Wide label={t('stockStillExpected')}>
        <Table aria-label={t('stockStillExpected')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th className="figure">{t('stockOrdered')}</Table.Th>
              <Table.Th className="figure">{t('stockLeft')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {open.map(({ item_id, name, quantity, left, cost }) => (
              <Table.Tr key={item_id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td className="figure">{number(quantity)}</Table.Td>
                <Table.Td className="figure">{number(left)}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('stockReceiveRestOf', { name, pieces: number(left) })}
                    onClick={() => onAdd(name, left, { item_id, name, label: '', thumb: '', available: 0, cost })}
                  >
                    {t('stockReceiveRest', { pieces: number(left) })}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </Part>
  );
}
