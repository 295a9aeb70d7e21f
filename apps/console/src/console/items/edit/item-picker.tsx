import { Loader, Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import type { Item } from '@stockbook/client';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../../api/item-codes.js';
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
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const request = {
    search,
    filter_bundle: false,
    limit: MOST,
    with_total: false,
    fields: 'name,model,sku,barcode,gtin',
  };
  const { data, isFetching } = useQuery({ ...itemQueries.list(request), enabled: Boolean(search) });
  const found = (search && data?.items.filter((item) => !isExcluded(item))) || [];
  const pick = (item: Item | undefined) => {
    if (!item) return;
    onPick(item);
    setTyped('');
  };
  // A scanner sends Enter before the answer is there.
  const pickCode = async () => {
    const { items } = await client.fetchQuery(itemQueries.list({ ...request, search: typed.trim() }));
    const [item, ...others] = items.filter((item) => hasCode(item, typed) && !isExcluded(item));
    if (!others.length) pick(item);
  };
  return (
    <Select
      label={label}
      placeholder={t('searchItems')}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => pick(found.find(({ item_id }) => String(item_id) === id))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        const isChosen = event.currentTarget.hasAttribute('aria-activedescendant');
        if (!isChosen && typed.trim()) void pickCode();
      }}
      data={found.map(({ item_id, name, sku, model }) => ({
        value: String(item_id),
        label: [name, sku || model].filter(Boolean).join(' · '),
      }))}
      filter={({ options }) => options}
      nothingFoundMessage={search && !isFetching && t('noneFound')}
      rightSection={isFetching && <Loader role="progressbar" size="xs" aria-label={t('loading')} />}
    />
  );
}
