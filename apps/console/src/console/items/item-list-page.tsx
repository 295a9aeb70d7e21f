import { Button, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { itemQueries } from '../api/items.js';
import { useFormat } from '../api/format.js';
import { useMyself } from '../api/rights.js';
import { ButtonLink } from '../frame/links.js';
import { Found, ListTitle } from '../frame/list.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useChosen } from '../frame/use-chosen.js';
import { useCount } from '../frame/use-count.js';
import { useText } from '../text/language.js';
import { ItemFilters } from './item-filters.js';
import { columnsOf, filtersOf, type ItemSearch, PAGE_SIZE, requestOf } from './item-search.js';
import { ItemTools } from './item-tools.js';
import { ItemTable } from './item-table.js';
import { idsText } from './prices/price-search.js';

/** All items, searched and narrowed by the address. */
export function ItemListPage() {
  const { t } = useText();
  const { number } = useFormat();
  const count = useCount();
  const { view_cost, mayChange } = useMyself();
  const search = useSearch({ from: '/items' });
  const [selected, setSelected] = useChosen(filtersOf(search));
  const change = useAddressSearch<ItemSearch>('/items');
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const columns = columnsOf(search, view_cost, isNarrow);
  const { data, error, isFetching } = useQuery(itemQueries.list(requestOf(search, columns)));
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <ListTitle title={t('items')} isLoading={isFetching} />
        {mayChange('inventory/item') && (
          <Group gap="sm">
            {selected.size > 0 && (
              <Button variant="subtle" onClick={() => setSelected(new Set())}>
                {t('itemSelectNone')}
              </Button>
            )}
            <ButtonLink
              variant="default"
              to="/items/prices"
              search={
                selected.size ? { ids: idsText(selected) } : { q: search.q, brand: search.brand, stock: search.stock }
              }
              disabled={!data?.total}
            >
              {selected.size
                ? t('priceChangeChosen', { count: number(selected.size) })
                : t('priceChangeAll', { count: count(data?.total ?? 0, data?.total_is_minimum) })}
            </ButtonLink>
            <ButtonLink to="/items/new">{t('itemNew')}</ButtonLink>
          </Group>
        )}
      </Group>
      <ItemFilters search={search} columns={columns} change={change} />
      <Found
        error={error}
        found={data?.items}
        total={data?.total}
        isMinimum={data?.total_is_minimum}
        page={search.page}
        size={PAGE_SIZE}
        onGo={(page) => change({ page })}
        tools={data && <ItemTools found={data} search={search} columns={columns} chosen={[...selected]} />}
      >
        {(items) => (
          <ItemTable
            items={items}
            columns={columns}
            search={search}
            change={change}
            selected={mayChange('inventory/item') ? selected : undefined}
            onSelect={setSelected}
            isNarrow={isNarrow}
          />
        )}
      </Found>
    </Stack>
  );
}
