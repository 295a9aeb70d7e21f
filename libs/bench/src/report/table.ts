import { isWrong, type Outcome } from '../figure.js';

const HEAD = ['figure', 'value', 'unit', 'p50 ms', 'p99 ms', 'limit', 'ratio', ''];

export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = [HEAD, ...outcomes.map(tableRow)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, i) => pad(cell, widths[i] ?? 0, i)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Numbers are aligned to the right. */
const pad = (cell: string, width: number, column: number): string =>
  [1, 3, 4, 5, 6].includes(column) ? cell.padStart(width) : column === 7 ? cell : cell.padEnd(width);

function tableRow(outcome: Outcome): string[] {
  if (!('figure' in outcome)) {
    const reason = isWrong(outcome) ? `wrong: ${outcome.faults.join(' ')}` : 'left out: no time';
    return [outcome.name, 'none', '', '', '', '', '', reason];
  }
  const { name, value, unit, p50_ms, p99_ms, limit, ratio } = outcome.figure;
  const numbers = [
    shownNumber(p50_ms),
    shownNumber(p99_ms),
    shownNumber(limit),
    ratio === null ? '' : ratio.toFixed(3),
  ];
  return [name, shownNumber(value), unit, ...numbers, outcome.notes.join('; ')];
}

/** Shows three significant digits. */
function shownNumber(value: number | null): string {
  if (value === null) return '';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
