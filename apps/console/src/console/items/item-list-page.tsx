import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { itemQueries } from '../api/items.js';
import { useMyself } from '../api/rights.js';
import { Found, ListTitle } from '../frame/list.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useText } from '../text/language.js';
import { ItemFilters } from './item-filters.js';
import { columnsOf, type ItemSearch, PAGE_SIZE, requestOf } from './item-search.js';
import { ItemTools } from './item-tools.js';
import { ItemTable } from './item-table.js';

/** All items, searched and narrowed by the address. */
export function ItemListPage() {
  const { t } = useText();
  const { view_cost } = useMyself();
  const search = useSearch({ from: '/items' });
  const change = useAddressSearch<ItemSearch>('/items');
  const columns = columnsOf(search, view_cost);
  const { data, error, isFetching } = useQuery(itemQueries.list(requestOf(search, columns)));
  return (
    <Stack gap="md">
      <ListTitle title={t('items')} isLoading={isFetching} />
      <ItemFilters search={search} columns={columns} change={change} />
      <Found
        error={error}
        found={data?.items}
        total={data?.total}
        page={search.page}
        size={PAGE_SIZE}
        onGo={(page) => change({ page })}
        tools={data && <ItemTools found={data} search={search} columns={columns} />}
      >
        {(items) => <ItemTable items={items} columns={columns} search={search} change={change} />}
      </Found>
    </Stack>
  );
}
