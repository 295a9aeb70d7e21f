import { SimpleGrid } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import { DraftForm } from '../edit/draft-form.js';
import { useItemDraft } from '../edit/use-item-draft.js';
import { ItemInputs } from './item-inputs.js';
import { changesOf, FIELD_TEXTS, isField, valuesOf } from './item-fields.js';

/** Changes an item. Fields that nobody has touched are not sent. */
export function ItemForm({ item }: { readonly item: Item }) {
  const { t, language } = useText();
  const { mayRead } = useMyself();
  const { data: brands = [] } = useQuery({ ...itemQueries.brands(), enabled: mayRead('inventory/brand') });
  const brandName = (id: number) => brands.find(({ brand_id }) => brand_id === id)?.name ?? '';
  const draft = useItemDraft(item, {
    valuesOf: (item) => valuesOf(item, language),
    requestOf: (values, item) => changesOf(values, item, language),
    wordsFor: (field, value) => (field === 'brand_id' ? brandName(Number(value)) : value),
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
