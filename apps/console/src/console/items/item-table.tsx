import { Badge, Checkbox, Table, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Table.css';
import type { Item } from '@stockbook/client';
import { pictureAddress } from '../server/server.js';
import { TextLink } from '../frame/links.js';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { COLUMN_TEXTS } from './item-filters.js';
import { type Column, type ItemSearch, PAGE_SIZE } from './item-search.js';

interface Props {
  readonly items: readonly Item[];
  readonly columns: readonly Column[];
  readonly search: ItemSearch;
  readonly change: (change: Partial<ItemSearch>) => void;
  /** Undefined for those who may not change items. */
  readonly selected: ReadonlySet<number> | undefined;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
  readonly isNarrow: boolean;
}

const FIGURES: readonly string[] = ['quantity', 'price', 'average_cost'];

export function ItemTable({ items, columns, search, change, selected, onSelect, isNarrow }: Props) {
  const { t } = useText();
  const format = useFormat();
  const textOf = (item: Item, column: Column): string => {
    if (column === 'quantity') return format.number(item.quantity);
    if (column === 'price' || column === 'average_cost') return format.money(item[column] ?? 0);
    return column === 'date_modified' ? format.time(item.date_modified) : item[column];
  };
  const shown = items.map(({ item_id }) => item_id);
  const isWhole = shown.length > 0 && shown.every((id) => selected?.has(id));
  const select = (ids: readonly number[], isSelected: boolean) => {
    const others = [...(selected ?? [])].filter((id) => !ids.includes(id));
    onSelect(new Set(isSelected ? [...others, ...ids] : others));
  };
  return (
    <Table verticalSpacing="xs" horizontalSpacing={isNarrow ? 'xs' : 'md'} aria-label={t('items')}>
      <Table.Thead>
        <Table.Tr>
          {selected && (
            <Table.Th className="narrow">
              <Checkbox
                aria-label={t('itemSelectPage')}
                checked={isWhole}
                indeterminate={!isWhole && shown.some((id) => selected.has(id))}
                onChange={(event) => select(shown, event.currentTarget.checked)}
              />
            </Table.Th>
          )}
          <Heading column="name" search={search} change={change} />
          {columns.map((column) => (
            <Heading key={column} column={column} search={search} change={change} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item, index) => (
          <Table.Tr key={item.item_id} className="clickable">
            {selected && (
              <Table.Td className="narrow">
                <Checkbox
                  aria-label={t('itemSelect', { name: item.name })}
                  checked={selected.has(item.item_id)}
                  onChange={(event) => select([item.item_id], event.currentTarget.checked)}
                />
              </Table.Td>
            )}
            <Table.Td>
              <div className="named">
                {item.thumb ? (
                  <img className="thumb" src={pictureAddress(item.thumb)} alt="" loading="lazy" />
                ) : (
                  <span className="thumb" aria-hidden="true" />
                )}
                <TextLink
                  to="/items/$itemId"
                  params={{ itemId: String(item.item_id) }}
                  search={{ list: search, place: ((search.page ?? 1) - 1) * PAGE_SIZE + index + 1 }}
                  c="inherit"
                  fw={550}
                >
                  {item.name}
                </TextLink>
              </div>
            </Table.Td>
            {columns.map((column) => (
              <Table.Td key={column} className={FIGURES.includes(column) ? 'figure' : undefined}>
                {column === 'quantity' && item.quantity <= 0 ? (
                  <Badge color="red" variant="light" size="lg" tt="none">
                    {textOf(item, column)}
                  </Badge>
                ) : (
                  textOf(item, column)
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface HeadingProps extends Pick<Props, 'search' | 'change'> {
  readonly column: 'name' | Column;
}

/** Sorts by its column, and the other way round when it does already. */
function Heading({ column, search, change }: HeadingProps) {
  const { t } = useText();
  const isSorted = search.sort === column;
  const order = search.order ?? 'DESC';
  const label = t(column === 'name' ? 'name' : COLUMN_TEXTS[column]);
  const sort = () => change({ sort: column, order: isSorted && order === 'ASC' ? 'DESC' : 'ASC' });
  return (
    <Table.Th
      className={FIGURES.includes(column) ? 'figure' : undefined}
      aria-sort={isSorted ? (order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      <UnstyledButton fw={600} fz="inherit" onClick={sort} title={t('sortBy', { column: label })}>
        {label} {isSorted && <span aria-hidden="true">{order === 'ASC' ? '↑' : '↓'}</span>}
      </UnstyledButton>
    </Table.Th>
  );
}
