import { Alert, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { wordsOf } from '../server/failures.js';
import { queries } from '../api/queries.js';
import { useMyself } from '../api/rights.js';
import { Pages } from '../frame/pages.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useText } from '../text/language.js';
import { ItemFilters } from './item-filters.js';
import { columnsOf, type ItemSearch, PAGE_SIZE, requestOf } from './item-search.js';
import { ItemTable } from './item-table.js';

/** All items, searched and narrowed by the address. */
export function ItemListPage() {
  const { t } = useText();
  const { view_cost } = useMyself();
  const search = useSearch({ from: '/items' });
  const change = useAddressSearch<ItemSearch>('/items');
  const columns = columnsOf(search, view_cost);
  const { data, error, isFetching } = useQuery(queries.items(requestOf(search, columns)));
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={1} size="h2">
          {t('items')}
        </Title>
        {isFetching && <Loader size="xs" aria-label={t('loading')} />}
      </Group>
      <ItemFilters search={search} columns={columns} change={change} />
      {error && (
        <Alert color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {data && (
        <Paper withBorder className="wide">
          <ItemTable items={data.items} columns={columns} search={search} change={change} />
          {!data.items.length && (
            <Text p="xl" ta="center" c="dimmed">
              {t('noneFound')}
            </Text>
          )}
        </Paper>
      )}
      {data && <Pages page={search.page ?? 1} size={PAGE_SIZE} total={data.total} onGo={(page) => change({ page })} />}
    </Stack>
  );
}
