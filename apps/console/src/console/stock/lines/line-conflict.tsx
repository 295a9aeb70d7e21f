import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/format.js';
import { itemQueries } from '../../api/items.js';
import { useText } from '../../text/language.js';
import type { Line } from '../move/line.js';
import type { MoveList } from '../move/move-list.js';

/** Shows the quantity that somebody else has left beside that of the user, who chooses. */
export function LineConflict({ line, list }: { readonly line: Line; readonly list: MoveList }) {
  const { t } = useText();
  const { number } = useFormat();
  const { id, item, place, wanted = 0, seen = 0, before = 0, is_undone, booked } = line;
  const { data } = useQuery({ ...itemQueries.one(item?.item_id ?? 0), staleTime: 0, refetchOnMount: 'always' });
  const stored = data?.locations.find(({ location_id }) => location_id === place.location_id)?.quantity;
  const mine = is_undone ? before : wanted;
  const take = (changes: Partial<Line>) =>
    list.change(id, { seen: stored, ...(!booked && { before: stored }), ...changes });
  return (
    <div role="group" aria-label={t('stockConflict')}>
      <Group gap="lg" mb="xs">
        <Side label={t('stockYouSaw')} value={number(seen)} />
        <Side label={t('theirs')} value={stored === undefined ? '…' : number(stored)} />
        <Side label={t('yours')} value={number(mine)} />
      </Group>
      {stored !== undefined && (
        <Group gap="xs">
          <Button size="xs" onClick={() => take({ wanted: mine, is_undone: undefined })}>
            {t('stockSetMine', { pieces: number(mine) })}
          </Button>
          <Button size="xs" variant="default" onClick={() => take({ wanted: stored, is_undone: undefined })}>
            {t('stockKeepTheirs', { pieces: number(stored) })}
          </Button>
        </Group>
      )}
    </div>
  );
}

const Side = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fw={600}>{value}</Text>
  </div>
);
