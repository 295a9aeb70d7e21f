import { Button } from '@mantine/core';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import { exportCsv, type CsvTable } from './export-csv.js';

export interface Exported<T> {
  readonly table: CsvTable<T>;
  readonly total: number;
  readonly isMinimum?: boolean | undefined;
}

/** Starts the export of everything that the filters of a list show. */
export function CsvExport<T>({ table, total, isMinimum = false }: Exported<T>) {
  const { t } = useText();
  const { number } = useFormat();
  const start = () =>
    void exportCsv(table, {
      running: t('exportRunning', { name: table.name }),
      progress: (done) =>
        isMinimum || done > total
          ? t('exportRows', { done: number(done) })
          : t('exportProgress', { done: number(done), total: number(total) }),
      cancel: t('exportCancel'),
      cancelled: t('exportCancelled'),
      locked: t('exportLocked', { name: table.name }),
      failed: t('exportFailed'),
      done: (rows, file) => t('exportDone', { rows: number(rows), file }),
    });
  return (
    <Button variant="default" size="xs" disabled={!total} onClick={start}>
      {t('exportCsv')}
    </Button>
  );
}
