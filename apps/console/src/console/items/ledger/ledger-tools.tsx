import { Group } from '@mantine/core';
import type { Item, ItemFlow, ItemFlowPage } from '@stockbook/client';
import { readAllFlows } from '../../api/items.js';
import { CsvExport } from '../../frame/export/csv-export.js';
import type { CsvColumn } from '../../frame/export/export-csv.js';
import { useText } from '../../text/language.js';
import { useDocumentName } from '../explain/document-name.js';
import { flowRequestOf, type LedgerSearch } from '../ledger-search.js';

interface Props {
  readonly found: ItemFlowPage;
  readonly item: Item;
  readonly search: LedgerSearch;
}

export function LedgerTools({ found: { total, total_is_minimum }, item, search }: Props) {
  const { t } = useText();
  const documentOf = useDocumentName();
  const columns: readonly CsvColumn<ItemFlow>[] = [
    { heading: t('time'), value: ({ date_added }) => date_added },
    { heading: t('document'), value: documentOf },
    { heading: t('location'), value: ({ location_id, location }) => (location_id ? location : t('inTransit')) },
    { heading: t('quantity'), value: ({ quantity }) => quantity },
    { heading: t('balance'), value: ({ balance }) => balance },
    { heading: t('user'), value: ({ user }) => user },
    { heading: t('comment'), value: ({ comment }) => comment },
  ];
  const request = flowRequestOf(item.item_id, search);
  return (
    <Group justify="flex-end" mb="xs">
      <CsvExport
        table={{ name: t('movements'), columns, read: (signal) => readAllFlows(request, signal) }}
        total={total}
        isMinimum={total_is_minimum}
      />
    </Group>
  );
}
