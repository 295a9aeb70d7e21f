import { Button, Checkbox, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useQuery } from '@tanstack/react-query';
import { itemQueries } from '../api/items.js';
import { useMyself } from '../api/rights.js';
import { SearchField } from '../frame/search-field.js';
import { type TextName, useText } from '../text/language.js';
import { type Column, COLUMNS, type ItemSearch, readItemSearch, STOCK_STATES } from './item-search.js';

export const COLUMN_TEXTS: Readonly<Record<Column, TextName>> = {
  model: 'model',
  sku: 'sku',
  barcode: 'barcode',
  quantity: 'available',
  price: 'price',
  average_cost: 'averageCost',
  date_modified: 'changed',
};

interface Props {
  readonly search: ItemSearch;
  readonly columns: readonly Column[];
  readonly change: (change: Partial<ItemSearch>, isTyping?: boolean) => void;
}

export function ItemFilters({ search, columns, change }: Props) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const { data: brands = [] } = useQuery({ ...itemQueries.brands(), enabled: mayRead('inventory/brand') });
  const isNarrowed = Boolean(search.q || search.brand || search.stock);
  return (
    <Group gap="sm" role="search">
      <SearchField value={search.q ?? ''} placeholder={t('searchItems')} onSearch={(q) => change({ q }, true)} />
      {brands.length > 0 && (
        <NativeSelect
          aria-label={t('brand')}
          value={search.brand ?? ''}
          onChange={(event) => change({ brand: Number(event.currentTarget.value) || undefined })}
          data={[
            { value: '', label: t('allBrands') },
            ...brands.map(({ brand_id, name }) => ({ value: String(brand_id), label: name })),
          ]}
        />
      )}
      <NativeSelect
        aria-label={t('stockState')}
        value={search.stock ?? ''}
        onChange={({ currentTarget: { value } }) => change({ stock: readItemSearch({ stock: value }).stock })}
        data={[
          { value: '', label: t('allStockStates') },
          ...STOCK_STATES.map((state) => ({ value: state, label: t(`state_${state}`) })),
        ]}
      />
      <ColumnMenu columns={columns} change={change} />
      {isNarrowed && (
        <Button variant="subtle" onClick={() => change({ q: undefined, brand: undefined, stock: undefined })}>
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  );
}

function ColumnMenu({ columns, change }: Omit<Props, 'search'>) {
  const { t } = useText();
  const { view_cost } = useMyself();
  const toggle = (column: Column) => {
    const chosen = COLUMNS.filter((each) => (each === column ? !columns.includes(each) : columns.includes(each)));
    change({ columns: chosen.join('.') || '-' });
  };
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" px="sm">
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" p="xs">
          {COLUMNS.filter((column) => view_cost || column !== 'average_cost').map((column) => (
            <Checkbox
              key={column}
              label={t(COLUMN_TEXTS[column])}
              checked={columns.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
