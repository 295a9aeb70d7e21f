import { Alert, Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { Item } from '@stockbook/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { staleFault, wordsByField } from '../../server/failures.js';
import { itemQueries, useItemChange } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import { ConflictDialog } from './conflict-dialog.js';
import { changesOf, FIELD_TEXTS, FIELDS, NUMBER_FIELDS, valuesOf } from './item-fields.js';

/** Changes an item. Fields that nobody has touched are not sent. */
export function ItemForm({ item: shown }: { readonly item: Item }) {
  const { t } = useText();
  const { view_cost, mayChange } = useMyself();
  const client = useQueryClient();
  const [item, setItem] = useState(shown);
  const [theirs, setTheirs] = useState<Item>();
  const form = useForm({ initialValues: valuesOf(item) });
  const { mutate, isPending, error } = useItemChange();
  const isAllowed = mayChange('inventory/item');

  const begin = (item: Item) => {
    setItem(item);
    setTheirs(undefined);
    form.setValues(valuesOf(item));
    form.clearErrors();
  };
  const isTouched = Object.keys(changesOf(form.values, item)).length > 0;
  // The page reads the item anew now and then; what somebody types stays.
  useEffect(() => {
    if (!isTouched && shown.revision !== item.revision) begin(shown);
  });

  const save = (over: Item) =>
    mutate(
      { item: over, fields: changesOf(form.values, item) },
      {
        onSuccess: async () => {
          begin((await client.fetchQuery({ ...itemQueries.one(item.item_id), staleTime: 0 })) ?? item);
          notifications.show({ message: t('saved') });
        },
        onError: async (error) => {
          if (staleFault(error))
            setTheirs((await client.fetchQuery({ ...itemQueries.one(item.item_id), staleTime: 0 })) ?? undefined);
          else form.setErrors(wordsByField(error));
        },
      },
    );
  const general = error && !staleFault(error) ? wordsByField(error)[''] : undefined;
  return (
    <form onSubmit={form.onSubmit(() => save(item))}>
      {general && (
        <Alert mb="sm" color="red" variant="light" role="alert">
          {general}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {FIELDS.filter((field) => field !== 'cost' || view_cost).map((field) => (
          <TextInput
            key={field}
            label={t(FIELD_TEXTS[field])}
            readOnly={!isAllowed}
            inputMode={(NUMBER_FIELDS as readonly string[]).includes(field) ? 'decimal' : undefined}
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
      {isAllowed && (
        <Group mt="md" gap="sm">
          <Button type="submit" disabled={!isTouched} loading={isPending}>
            {t('save')}
          </Button>
          {isTouched && (
            <Button variant="subtle" onClick={() => begin(item)}>
              {t('undoChanges')}
            </Button>
          )}
        </Group>
      )}
      {theirs && (
        <ConflictDialog
          base={item}
          theirs={theirs}
          values={form.values}
          onTakeTheirs={() => begin(theirs)}
          onSaveMine={() => {
            setTheirs(undefined);
            save(theirs);
          }}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </form>
  );
}
