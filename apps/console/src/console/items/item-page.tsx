import { Badge, Group, Stack, Tabs, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Tabs.css';
import '@mantine/core/styles/SimpleGrid.css';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazyRouteComponent, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { itemQueries } from '../api/items.js';
import { useMyself } from '../api/rights.js';
import { PageTitle } from '../text/page-title.js';
import { PrintMenu } from '../frame/print-menu.js';
import { NotFound, RouteLoading } from '../frame/route-states.js';
import { positiveIn } from '../frame/search-values.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useText } from '../text/language.js';
import { ProofBadge } from './explain/proof.js';
import { ItemOverview } from './item-overview.js';
import { type LedgerSearch, readLedgerSearch, VIEWS } from './ledger-search.js';
import { Neighbours } from './neighbours.js';

// The chart is loaded with the ledger, and the panel when somebody asks for it.
const Ledger = lazyRouteComponent(() => import('./ledger/ledger.js'), 'Ledger');
const Explanation = lazyRouteComponent(() => import('./explain/explanation.js'), 'Explanation');

export function ItemPage() {
  const itemId = positiveIn(useParams({ from: '/items/$itemId' }).itemId);
  return itemId ? <KnownItem itemId={itemId} /> : <NotFound />;
}

function KnownItem({ itemId }: { readonly itemId: number }) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const search = useSearch({ from: '/items/$itemId' });
  const change = useAddressSearch<LedgerSearch>('/items/$itemId');
  const { data: item } = useSuspenseQuery(itemQueries.one(itemId));
  if (!item) return <NotFound />;
  const views = VIEWS.filter((view) => view === 'overview' || (!item.bundle && mayRead('inventory/flow')));
  return (
    <Stack gap="md">
      {search.list && search.place && <Neighbours list={search.list} place={search.place} view={search.view} />}
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <PageTitle>{item.name}</PageTitle>
            {item.deleted && <Badge color="red">{t('deleted')}</Badge>}
            <ProofBadge item={item} />
          </Group>
          <Text c="dimmed" size="sm">
            {[...new Set([item.model, item.sku, item.barcode])].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <PrintMenu resource="inventory/item" ids={[itemId]} />
      </Group>
      <Tabs
        value={views.find((view) => view === search.view) ?? 'overview'}
        onChange={(view) => change({ view: readLedgerSearch({ view }).view })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {views.map((view) => (
            <Tabs.Tab key={view} value={view}>
              {t(view)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <ItemOverview key={item.item_id} item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <Suspense fallback={<RouteLoading />}>
            <Ledger item={item} search={search} change={change} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {search.explain && (
        <Suspense>
          <Explanation
            item={item}
            what={search.explain}
            onClose={() => change({ explain: undefined, page: search.page })}
          />
        </Suspense>
      )}
    </Stack>
  );
}
