import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import '@mantine/core/styles/Modal.css';
import '@mantine/spotlight/styles.css';
import './palette.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { foundQuery } from '../../api/found.js';
import { useMyself } from '../../api/rights.js';
import { emailOf, useCustomerName } from '../customer-name.js';
import { useText } from '../../text/language.js';
import { sectionsOf } from '../sections.js';
import { shownKey } from './help-sheet.js';
import { type Key, usePageKeys } from './keys.js';

const PAUSE_MS = 150;

export const openPalette = (): void => spotlight.open();

/** Finds pages, actions, items, orders and customers by what somebody types. */
export function Palette({ keys }: { readonly keys: readonly Key[] }) {
  const { t } = useText();
  const nameOf = useCustomerName();
  const navigate = useNavigate();
  const myself = useMyself();
  const pageKeys = usePageKeys();
  const [query, setQuery] = useState('');
  const [searched] = useDebouncedValue(query.trim(), PAUSE_MS);
  const { data, isFetching } = useQuery({
    ...foundQuery(searched, myself.mayRead),
    enabled: searched.length > 1,
    placeholderData: keepPreviousData,
  });
  useEffect(selectFirst, [data]);
  const found = searched.length > 1 ? data : undefined;

  const matches = (label: string) => label.toLowerCase().includes(query.trim().toLowerCase());
  const pages = sectionsOf(myself).filter(({ text }) => matches(t(text)));
  const actions = [...pageKeys, ...keys].filter(({ key, text }) => key !== 'mod+k' && matches(t(text)));
  const groups: SpotlightActionGroupData[] = [
    {
      group: t('items'),
      actions: (found?.items ?? []).map(({ item_id, name, sku, model, barcode }) => ({
        id: `item ${item_id}`,
        label: name,
        description: [sku, model, barcode].filter(Boolean).join(' · '),
        onClick: () => void navigate({ to: '/items/$itemId', params: { itemId: String(item_id) } }),
      })),
    },
    {
      group: t('orders'),
      actions: (found?.orders ?? []).map(({ order_id, imported_order_id, name, order_status }) => ({
        id: `order ${order_id}`,
        label: t('orderNumber', { number: imported_order_id || order_id }),
        description: [nameOf({ name }), order_status].filter(Boolean).join(' · '),
        onClick: () => void navigate({ to: '/orders/$orderId', params: { orderId: String(order_id) } }),
      })),
    },
    {
      group: t('paletteCustomers'),
      actions: (found?.customers ?? []).map(({ customer_id, name, email, telephone }) => ({
        id: `customer ${customer_id}`,
        label: nameOf({ name }),
        description: [emailOf({ email }), telephone].filter(Boolean).join(' · '),
        onClick: () => void navigate({ to: '/orders', search: { q: email || telephone || name } }),
      })),
    },
    {
      group: t('palettePages'),
      actions: pages.map(({ to, text }) => ({ id: to, label: t(text), onClick: () => void navigate({ to }) })),
    },
    {
      group: t('paletteActions'),
      actions: actions.map(({ key, text, run }) => ({
        id: `key ${key}`,
        label: t(text),
        rightSection: <span aria-hidden="true">{shownKey(key)}</span>,
        // The palette gives the focus back first.
        onClick: () => void setTimeout(run),
      })),
    },
  ];
  return (
    <Spotlight
      shortcut={null}
      title={t('palette')}
      classNames={{ header: 'palette-title' }}
      query={query}
      onQueryChange={setQuery}
      actions={groups.filter(({ actions }) => actions.length)}
      filter={(_, actions) => actions}
      nothingFound={t(isFetching || searched !== query.trim() ? 'loading' : 'noneFound')}
      searchProps={{ placeholder: t('palettePlaceholder'), 'aria-label': t('palette') }}
      scrollable
      maxHeight="60dvh"
    />
  );
}

/** The library selects the first action when somebody types, but the records arrive later. */
function selectFirst(): void {
  const actions = document.querySelectorAll('[data-action]');
  for (const action of actions) action.removeAttribute('data-selected');
  actions[0]?.setAttribute('data-selected', 'true');
}
