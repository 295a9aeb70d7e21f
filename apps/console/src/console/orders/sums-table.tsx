import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import type { Sums } from './sums.js';
import { useSumRows } from './use-sum-rows.js';

interface Props {
  readonly sums: Sums;
  readonly currency: string;
}

export function SumsTable({ sums, currency }: Props) {
  const { t } = useText();
  const { money } = useFormat();
  const rows = useSumRows(sums, currency);
  return (
    <Table aria-label={t('totals')}>
      <Table.Tbody>
        {rows.map(({ name, text }, place) => (
          <Table.Tr key={place}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td className="figure">{text}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row" fz="lg">
            {t('total')}
          </Table.Th>
          <Table.Td className="figure" fz="lg" fw={650}>
            {money(sums.total, currency)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
