import { Alert, Button, Group, Paper, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useNewItem } from '../api/items.js';
import { useMyself } from '../api/rights.js';
import { ButtonLink } from '../frame/links.js';
import { PageTitle } from '../text/page-title.js';
import { NotFound } from '../frame/route-states.js';
import { wordsByField } from '../server/failures.js';
import { useText } from '../text/language.js';
import { isField, requestOf } from './detail/item-fields.js';
import { ItemInputs } from './detail/item-inputs.js';
import type { Values } from './edit/use-item-draft.js';

/** Adds an item. Its pictures, parts and translations are added on its own page. */
export function ItemNewPage() {
  const { t, language } = useText();
  const { mayChange } = useMyself();
  const navigate = useNavigate();
  const [values, setValues] = useState<Values>({});
  // A refused request leaves no key behind, so that one is enough for all tries of this form.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useNewItem();
  const errors = error ? wordsByField(error) : {};
  if (!mayChange('inventory/item')) return <NotFound />;

  const add = () => {
    const given = Object.keys(values).filter((field) => values[field]?.trim());
    mutate(
      { item: { name: '', ...requestOf(values, given, language) }, idempotencyKey },
      {
        onSuccess: ({ item_id, warnings = [] }) => {
          notifications.show({ message: [t('itemAdded'), ...warnings].join(' ') });
          void navigate({ to: '/items/$itemId', params: { itemId: String(item_id) }, replace: true });
        },
      },
    );
  };
  const general = Object.entries(errors).flatMap(([field, words]) => (isField(field) ? [] : words));
  return (
    <Stack gap="md" maw={720}>
      <PageTitle>{t('itemNew')}</PageTitle>
      <Paper withBorder p="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          {general.length > 0 && (
            <Alert mb="sm" color="red" variant="light" role="alert">
              {general.join(' ')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <ItemInputs
              values={values}
              errors={errors}
              onChange={(field, value) => setValues((values) => ({ ...values, [field]: value }))}
              autoFocus
            />
          </SimpleGrid>
          <Group mt="md" gap="sm">
            <Button type="submit" loading={isPending}>
              {t('itemAdd')}
            </Button>
            <ButtonLink to="/items" variant="subtle">
              {t('itemCancel')}
            </ButtonLink>
          </Group>
        </form>
      </Paper>
    </Stack>
  );
}
