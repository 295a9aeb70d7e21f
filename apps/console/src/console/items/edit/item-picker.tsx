import { Loader, Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import type { Item } from '@stockbook/client';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemQueries } from '../../api/items.js';
import { useText } from '../../text/language.js';

const PAUSE_MS = 150;
const MOST = 10;

interface Props {
  readonly label: string;
  readonly isExcluded: (item: Item) => boolean;
  readonly onPick: (item: Item) => void;
}

/** Finds an item that is no bundle by what somebody types or scans. */
export function ItemPicker({ label, isExcluded, onPick }: Props) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const request = { search, filter_bundle: false, limit: MOST, with_total: false, fields: 'name,model,sku' };
  const { data, isFetching } = useQuery({ ...itemQueries.list(request), enabled: Boolean(search) });
  const found = (search && data?.items.filter((item) => !isExcluded(item))) || [];
  const pick = (id: string) => {
    const item = found.find(({ item_id }) => String(item_id) === id);
    if (item) onPick(item);
    setTyped('');
  };
  return (
    <Select
      label={label}
      placeholder={t('searchItems')}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => id && pick(id)}
      data={found.map(({ item_id, name, sku, model }) => ({
        value: String(item_id),
        label: [name, sku || model].filter(Boolean).join(' · '),
      }))}
      filter={({ options }) => options}
      selectFirstOptionOnChange
      nothingFoundMessage={search && !isFetching && t('noneFound')}
      rightSection={isFetching && <Loader size="xs" aria-label={t('loading')} />}
    />
  );
}
