import { Group } from '@mantine/core';
import { CsvExport } from './export/csv-export.js';
import type { CsvTable } from './export/export-csv.js';
import { PrintMenu, type Printable } from './print-menu.js';
import type { ListName } from './views/kept-views.js';
import { ViewMenu } from './views/view-menu.js';

interface Props<T> {
  readonly list: ListName;
  readonly search: object;
  readonly table: CsvTable<T>;
  readonly total: number;
  readonly resource: Printable;
  readonly shown: readonly number[];
  /** The records that somebody has chosen; without any, the shown ones are printed. */
  readonly chosen?: readonly number[] | undefined;
}

/** Stands above a list: its saved views, and the ways out of it. */
export function ListTools<T>({ list, search, table, total, resource, shown, chosen = [] }: Props<T>) {
  return (
    <Group justify="space-between" gap="xs">
      <ViewMenu list={list} search={search} />
      <Group gap="xs">
        <CsvExport table={table} total={total} />
        <PrintMenu resource={resource} ids={chosen.length ? chosen : shown} isSelection={chosen.length > 0} size="xs" />
      </Group>
    </Group>
  );
}
