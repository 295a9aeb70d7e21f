import { Alert, Group, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { Item } from '@stockbook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { wordsOf } from '../../server/failures.js';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { Part } from '../../frame/part.js';
import { Wide } from '../../frame/wide.js';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import { InstantSlider } from './instant-slider.js';

const PAUSE_MS = 150;

interface Props {
  readonly item: Item;
  readonly firstMovedAt: string | undefined;
  /** As the field writes it: 2026-11-27T10:30. */
  readonly at: string | undefined;
  readonly onChoose: (at: string | undefined) => void;
}

/** Shows the stock at an instant and its worth, as the ledger proves it. */
export function StockAtInstant({ item, firstMovedAt, at, onChoose }: Props) {
  const { t } = useText();
  const { number, money } = useFormat();
  const { company, view_cost } = useMyself();
  const request = { filter_item_id: item.item_id, date: `${at?.replace('T', ' ')}:00` };
  const { data, error, isPlaceholderData } = useQuery({
    ...itemQueries.balances(request),
    enabled: Boolean(at),
    placeholderData: at ? keepPreviousData : undefined,
  });
  const [chosen, setChosen] = useState(at);
  useEffect(() => setChosen(at), [at]);
  const settle = useDebouncedCallback(onChoose, PAUSE_MS);
  const choose = (at: string | undefined) => {
    setChosen(at);
    settle(at);
  };
  return (
    <Part title={t('atInstant')}>
      <Group gap="lg" align="flex-end">
        <TextInput
          type="datetime-local"
          label={t('instant')}
          description={company.timezone}
          value={chosen ?? ''}
          onChange={(event) => choose(event.currentTarget.value || undefined)}
          w={260}
        />
        {firstMovedAt && <InstantSlider firstMovedAt={firstMovedAt} at={chosen} onChoose={choose} />}
      </Group>
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
          <Table mt="sm" opacity={isPlaceholderData ? 0.5 : 1} aria-label={t('atInstant')}>
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
