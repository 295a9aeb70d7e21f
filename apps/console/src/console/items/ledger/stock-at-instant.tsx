import { Alert, Table, Text, TextInput } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { wordsOf } from '../../server/failures.js';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { Part } from '../../frame/part.js';
import { Wide } from '../../frame/wide.js';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';

interface Props {
  readonly item: Item;
  /** As the field writes it: 2026-11-27T10:30. */
  readonly at: string | undefined;
  readonly onChoose: (at: string | undefined) => void;
}

/** Shows the stock at an instant and its worth, as the ledger proves it. */
export function StockAtInstant({ item, at, onChoose }: Props) {
  const { t } = useText();
  const { number, money } = useFormat();
  const { company, view_cost } = useMyself();
  const request = { filter_item_id: item.item_id, date: `${at?.replace('T', ' ')}:00` };
  const { data, error } = useQuery({ ...itemQueries.balances(request), enabled: Boolean(at) });
  return (
    <Part title={t('atInstant')}>
      <TextInput
        type="datetime-local"
        label={t('instant')}
        description={company.timezone}
        value={at ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value || undefined)}
        maw={260}
      />
      {error && (
        <Alert mt="sm" color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {data && !data.length && (
        <Text mt="sm" c="dimmed">
          {t('noneThen')}
        </Text>
      )}
      {data && data.length > 0 && (
        <Wide label={t('atInstant')}>
          <Table mt="sm" aria-label={t('atInstant')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('location')}</Table.Th>
                <Table.Th className="figure">{t('onHand')}</Table.Th>
                {view_cost && <Table.Th className="figure">{t('averageCost')}</Table.Th>}
                {view_cost && <Table.Th className="figure">{t('value')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ location_id, location, quantity, average_cost = 0, value = 0 }) => (
                <Table.Tr key={location_id}>
                  <Table.Td>{location_id ? location : t('inTransit')}</Table.Td>
                  <Table.Td className="figure">{number(quantity)}</Table.Td>
                  {view_cost && <Table.Td className="figure">{money(average_cost)}</Table.Td>}
                  {view_cost && <Table.Td className="figure">{money(value)}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
    </Part>
  );
}
