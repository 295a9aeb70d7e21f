import { SimpleGrid } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useText } from '../../text/language.js';
import { DraftForm } from '../edit/draft-form.js';
import { useItemDraft } from '../edit/use-item-draft.js';
import { ItemInputs } from './item-inputs.js';
import { changesOf, FIELD_TEXTS, isField, valuesOf } from './item-fields.js';

/** Changes an item. Fields that nobody has touched are not sent. */
export function ItemForm({ item }: { readonly item: Item }) {
  const { t } = useText();
  const draft = useItemDraft(item, {
    valuesOf,
    requestOf: changesOf,
    labelOf: (field) => (isField(field) ? t(FIELD_TEXTS[field]) : field),
  });
  return (
    <DraftForm draft={draft}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ItemInputs values={draft.values} errors={draft.errors} onChange={draft.set} />
      </SimpleGrid>
    </DraftForm>
  );
}
