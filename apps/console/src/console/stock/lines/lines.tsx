import { Paper, Text } from '@mantine/core';
import { useText } from '../../text/language.js';
import type { Line } from '../move/line.js';
import { LineRow, type RowProps } from './line-row.js';

interface Props extends Omit<RowProps, 'line' | 'note'> {
  readonly lines: readonly Line[];
  readonly noteOf: (line: Line) => string | undefined;
}

export function Lines({ lines, noteOf, ...row }: Props) {
  const { t } = useText();
  if (!lines.length)
    return (
      <Text c="dimmed" ta="center" p="xl">
        {t('stockEmpty')}
      </Text>
    );
  return (
    <Paper withBorder component="ol" className="stock-lines" aria-label={t('stockLines')}>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} note={noteOf(line)} {...row} />
      ))}
    </Paper>
  );
}
