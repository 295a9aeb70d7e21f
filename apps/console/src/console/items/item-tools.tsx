import type { Item, ItemPage } from '@stockbook/client';
import { readAllItems } from '../api/items.js';
import type { CsvColumn } from '../frame/export/export-csv.js';
import { ListTools } from '../frame/list-tools.js';
import { useText } from '../text/language.js';
import { COLUMN_TEXTS } from './item-filters.js';
import { type Column, type ItemSearch, requestOf } from './item-search.js';

interface Props {
  readonly found: ItemPage;
  readonly search: ItemSearch;
  readonly columns: readonly Column[];
  readonly chosen?: readonly number[];
}

export function ItemTools({ found: { items, total, total_is_minimum }, search, columns, chosen }: Props) {
  const { t } = useText();
  const shownColumns: readonly CsvColumn<Item>[] = [
    { heading: t('name'), value: ({ name }) => name },
    ...columns.map((column) => ({ heading: t(COLUMN_TEXTS[column]), value: (item: Item) => item[column] })),
  ];
  const request = { ...requestOf(search, columns), fields: ['name', ...columns].join(',') };
  return (
    <ListTools
      list="items"
      search={search}
      table={{ name: t('items'), columns: shownColumns, read: (signal) => readAllItems(request, signal) }}
      total={total}
      isMinimum={total_is_minimum}
      resource="inventory/item"
      chosen={chosen}
      shown={items.map(({ item_id }) => item_id)}
    />
  );
}
