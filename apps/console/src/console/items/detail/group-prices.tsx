import { Table } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';

export function GroupPrices({ item }: { readonly item: Item }) {
  const { t } = useText();
  const { money } = useFormat();
  return (
    <Table aria-label={t('pricesOfGroups')}>
      <Table.Tbody>
        {item.customer_groups.map(({ customer_group_id, name, price }) => (
          <Table.Tr key={customer_group_id}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td className="figure">{money(price)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
