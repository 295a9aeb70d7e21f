import { Alert, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { wordsOf } from '../../server/failures.js';
import { itemQueries } from '../../api/items.js';
import { Pages } from '../../frame/pages.js';
import { Part } from '../../frame/part.js';
import { useText } from '../../text/language.js';
import { firstRequestOf, flowRequestOf, type LedgerSearch, PAGE_SIZE, readLedgerSearch } from '../ledger-search.js';
import { FlowTable } from './flow-table.js';
import { LedgerTools } from './ledger-tools.js';
import { StockAtInstant } from './stock-at-instant.js';

const StockChart = lazyRouteComponent(() => import('./stock-chart.js'), 'StockChart');

interface Props {
  readonly item: Item;
  readonly search: LedgerSearch;
  readonly change: (change: Partial<LedgerSearch>, isTyping?: boolean) => void;
}

/** Every movement of an item: a chart, a table, and what was there at any instant. */
export function Ledger({ item, search, change }: Props) {
  const { t } = useText();
  const { data, error } = useQuery(itemQueries.flows(flowRequestOf(item.item_id, search)));
  const { data: oldest } = useQuery(itemQueries.flows(firstRequestOf(item.item_id)));
  return (
    <Stack gap="md">
      <Group gap="sm">
        <NativeSelect
          aria-label={t('location')}
          value={search.location ?? ''}
          onChange={(event) => change({ location: Number(event.currentTarget.value) || undefined })}
          data={[
            { value: '', label: t('allLocations') },
            ...item.locations.map(({ location_id, name }) => ({ value: String(location_id), label: name })),
          ]}
        />
        <NativeSelect
          aria-label={t('direction')}
          value={search.kind ?? ''}
          onChange={({ currentTarget: { value } }) => change({ kind: readLedgerSearch({ kind: value }).kind })}
          data={[
            { value: '', label: t('bothDirections') },
            { value: 'in', label: t('cameIn') },
            { value: 'out', label: t('wentOut') },
          ]}
        />
      </Group>
      <Suspense fallback={<div className="chart" />}>
        <StockChart item={item} location={search.location} />
      </Suspense>
      <Part title={t('movements')}>
        {error && (
          <Alert color="red" variant="light" role="alert">
            {wordsOf(error)}
          </Alert>
        )}
        {data && !data.flows.length && <Text c="dimmed">{t('noMovements')}</Text>}
        {data && data.flows.length > 0 && <FlowTable flows={data.flows} />}
        {data && <LedgerTools found={data} item={item} search={search} />}
        {data && (
          <Pages page={search.page ?? 1} size={PAGE_SIZE} total={data.total} onGo={(page) => change({ page })} />
        )}
      </Part>
      <StockAtInstant
        item={item}
        firstMovedAt={oldest?.flows[0]?.date_added}
        at={search.at}
        onChoose={(at) => change({ at, page: search.page }, true)}
      />
    </Stack>
  );
}
