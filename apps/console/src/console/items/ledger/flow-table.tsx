import { Table, Text } from '@mantine/core';
import type { ItemFlow } from '@stockbook/client';
import { Wide } from '../../frame/wide.js';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import { useDocumentName } from '../explain/document-name.js';
import { Explained } from '../explain/explained.js';

/** Movements with the document behind each and the balance after it. */
export function FlowTable({ flows }: { readonly flows: readonly ItemFlow[] }) {
  const { t } = useText();
  const { number, time } = useFormat();
  const documentOf = useDocumentName();
  return (
    <Wide label={t('movements')}>
      <Table mb="sm" aria-label={t('movements')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('document')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('time')}</Table.Th>
            <Table.Th>{t('location')}</Table.Th>
            <Table.Th className="figure">{t('quantity')}</Table.Th>
            <Table.Th className="figure">{t('balance')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('user')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('comment')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {flows.map((flow) => (
            <Table.Tr key={flow.item_flow_id}>
              <Table.Td>
                <Explained what={`flow.${flow.item_flow_id}`}>{documentOf(flow)}</Explained>
                <Text size="xs" c="dimmed" hiddenFrom="sm" className="time">
                  {time(flow.date_added)}
                </Text>
              </Table.Td>
              <Table.Td className="nowrap" visibleFrom="sm">
                {time(flow.date_added)}
              </Table.Td>
              <Table.Td>{flow.location_id ? flow.location : t('inTransit')}</Table.Td>
              <Table.Td className="figure">
                <Text span fw={600} c={flow.quantity < 0 ? 'var(--danger)' : 'teal'}>
                  {flow.quantity > 0 ? '+' : ''}
                  {number(flow.quantity)}
                </Text>
              </Table.Td>
              <Table.Td className="figure">{number(flow.balance)}</Table.Td>
              <Table.Td visibleFrom="sm">{flow.user}</Table.Td>
              <Table.Td visibleFrom="sm">{flow.comment}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}
