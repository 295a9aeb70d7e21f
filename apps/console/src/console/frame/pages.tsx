import { Button, Group, Text } from '@mantine/core';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { pageRange } from './page-range.js';
import { useCount } from './use-count.js';

interface Props {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** The number of records on the page; needed where the total is a minimum. */
  readonly shown?: number;
  readonly isMinimum?: boolean | undefined;
  readonly onGo: (page: number) => void;
}

/** Says which part of a list is shown, and goes to the next. */
export function Pages({ page, size, total, onGo, shown = 0, isMinimum = false }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  const count = useCount();
  if (!total) return null;
  const range = pageRange({ page, size, total, shown, isMinimum });
  const values = {
    first: number(range.first),
    last: number(range.last),
    total: count(range.total, range.isMinimum),
  };
  return (
    <Group component="nav" aria-label={t('page', { page })} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('range', values)}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onGo(page - 1)}>
          {t('previousPage')}
        </Button>
        <Button variant="default" size="xs" disabled={!range.hasNext} onClick={() => onGo(page + 1)}>
          {t('nextPage')}
        </Button>
      </Group>
    </Group>
  );
}
