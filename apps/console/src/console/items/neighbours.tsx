import { Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormat } from '../api/format.js';
import { itemQueries } from '../api/items.js';
import { ButtonLink, TextLink } from '../frame/links.js';
import { useText } from '../text/language.js';
import { type ItemSearch, placeRequestOf } from './item-search.js';
import type { LedgerSearch } from './ledger-search.js';

interface Props {
  /** The list that the item was opened from. */
  readonly list: ItemSearch;
  readonly place: number;
  readonly view: LedgerSearch['view'];
}

/** Goes to the previous and the next item of the list that somebody comes from. */
export function Neighbours({ list, place, view }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  const navigate = useNavigate();
  const previous = useNeighbour(list, place - 1);
  const next = useNeighbour(list, place + 1);
  const total = next.total ?? previous.total;
  const go = ({ id }: Neighbour, place: number) => {
    if (!id) return;
    void navigate({ to: '/items/$itemId', params: { itemId: String(id) }, search: { list, place, view } });
  };
  useHotkeys([
    ['K', () => go(previous, place - 1)],
    ['J', () => go(next, place + 1)],
  ]);
  const link = ({ id }: Neighbour, to: number, sign: string, label: string, key: string) => (
    <ButtonLink
      variant="default"
      size="xs"
      to="/items/$itemId"
      params={{ itemId: String(id ?? 0) }}
      search={{ list, place: to, view }}
      disabled={!id}
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label} (${key})`}
    >
      {sign}
    </ButtonLink>
  );
  return (
    <Group component="nav" gap="xs" aria-label={t('neighbourList')}>
      <TextLink to="/items" search={list} size="sm">
        {t('items')}
      </TextLink>
      <Text size="sm" c="dimmed">
        {total !== undefined && t('neighbourPlace', { place: number(place), total: number(total) })}
      </Text>
      {link(previous, place - 1, '↑', t('neighbourPrevious'), 'K')}
      {link(next, place + 1, '↓', t('neighbourNext'), 'J')}
    </Group>
  );
}

interface Neighbour {
  readonly id: number | undefined;
  readonly total: number | undefined;
}

function useNeighbour(list: ItemSearch, place: number): Neighbour {
  const { data, isPlaceholderData } = useQuery({
    ...itemQueries.list(placeRequestOf(list, place)),
    enabled: place > 0,
  });
  return { id: isPlaceholderData || place < 1 ? undefined : data?.items[0]?.item_id, total: data?.total };
}
