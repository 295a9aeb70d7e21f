import { Button, Group } from '@mantine/core';
import { useText } from '../../text/language.js';
import { type LineState, mayUndo } from '../move/line-state.js';
import type { Line } from '../move/line.js';
import type { MoveList } from '../move/move-list.js';

interface Props {
  readonly line: Line;
  readonly state: LineState;
  readonly list: MoveList;
}

export function LineActions({ line, state, list }: Props) {
  const { t } = useText();
  const { id, item, text, booked, sent, is_undone, place, faults = [] } = line;
  const name = item?.name ?? text;
  const isFailed = state === 'failed';
  // The API names the field that allows it; it is given by the user's own hand alone.
  const asksForMore = isFailed && faults.some(({ message }) => message.includes('allow_over_receipt'));
  const isRemovable = !booked && !sent && ['failed', 'choose', 'finding', 'conflict', 'unchanged'].includes(state);
  return (
    <Group gap="xs" className="stock-actions" wrap="nowrap">
      {asksForMore && (
        <Button size="xs" variant="light" onClick={() => list.change(id, { allows_more: true })}>
          {t('stockReceiveMore', { order: place.purchase_order_id ?? '' })}
        </Button>
      )}
      {isFailed && item && !asksForMore && (
        <Button size="xs" variant="default" onClick={() => list.change(id, {})}>
          {t('tryAgain')}
        </Button>
      )}
      {isFailed && is_undone && (
        <Button size="xs" variant="default" onClick={() => list.change(id, { is_undone: undefined })}>
          {t('stockKeep')}
        </Button>
      )}
      {isRemovable ? (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={t('stockRemoveOf', { name })}
          onClick={() => list.undo(id)}
        >
          {t('stockRemove')}
        </Button>
      ) : (
        mayUndo(line) &&
        state !== 'unsure' && (
          <Button size="xs" variant="subtle" aria-label={t('stockUndoOf', { name })} onClick={() => list.undo(id)}>
            {t('stockUndo')}
          </Button>
        )
      )}
    </Group>
  );
}
