import { Group } from '@mantine/core';
import { CsvExport, type Exported } from './export/csv-export.js';
import { PrintMenu, type Printable } from './print-menu.js';
import type { ListName } from './views/kept-views.js';
import { ViewMenu } from './views/view-menu.js';

interface Props<T> extends Exported<T> {
  readonly list: ListName;
  readonly search: object;
  readonly resource: Printable;
  readonly shown: readonly number[];
  /** The records that somebody has chosen; without any, the shown ones are printed. */
  readonly chosen?: readonly number[] | undefined;
}

/** Stands above a list: its saved views, and the ways out of it. */
export function ListTools<T>({ list, search, resource, shown, chosen = [], ...exported }: Props<T>) {
  return (
    <Group justify="space-between" gap="xs">
      <ViewMenu list={list} search={search} />
      <Group gap="xs">
        <CsvExport {...exported} />
        <PrintMenu resource={resource} ids={chosen.length ? chosen : shown} isSelection={chosen.length > 0} size="xs" />
      </Group>
    </Group>
  );
}
