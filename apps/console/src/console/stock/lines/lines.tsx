import { Paper, Text } from '@mantine/core';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import type { Line } from '../move/line.js';
import { useFailureSound } from './use-failure-sound.js';
import { LineRow, type RowProps } from './line-row.js';

interface Props extends Omit<RowProps, 'line' | 'note' | 'isCurrent' | 'costCurrency'> {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly current: Line | undefined;
  readonly noteOf: (line: Line) => string | undefined;
}

export function Lines({ label, lines, current, noteOf, ...row }: Props) {
  const { t } = useText();
  const { view_cost, company } = useMyself();
  const hasCosts = view_cost && lines[0]?.mode === 'receive';
  useFailureSound(lines);
  if (!lines.length)
    return (
      <Text c="dimmed" ta="center" p="xl">
        {t('stockEmpty')}
      </Text>
    );
  return (
    <Paper withBorder className="stock-lines">
      <div className="stock-heading" aria-hidden="true">
        <span>{t('name')}</span>
        {hasCosts && <span className="stock-value">{t('cost')}</span>}
        <span className="stock-value">{t('quantity')}</span>
      </div>
      <ol aria-label={label}>
        {lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            note={noteOf(line)}
            isCurrent={line === current}
            costCurrency={hasCosts ? (line.place.currency ?? company.currency) : undefined}
            {...row}
          />
        ))}
      </ol>
    </Paper>
  );
}
