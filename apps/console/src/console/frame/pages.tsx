import { Button, Group, Text } from '@mantine/core';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';

interface Props {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onGo: (page: number) => void;
}

/** Says which part of a list is shown, and goes to the next. */
export function Pages({ page, size, total, onGo }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  if (!total) return null;
  const last = Math.min(page * size, total);
  const values = { first: number((page - 1) * size + 1), last: number(last), total: number(total) };
  return (
    <Group component="nav" aria-label={t('page', { page })} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('range', values)}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onGo(page - 1)}>
          {t('previousPage')}
        </Button>
        <Button variant="default" size="xs" disabled={last >= total} onClick={() => onGo(page + 1)}>
          {t('nextPage')}
        </Button>
      </Group>
    </Group>
  );
}
