import { Alert, Button, Group, Paper, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { ItemAdd } from '@stockbook/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readItemsAnew } from '../api/items.js';
import { useMyself } from '../api/rights.js';
import { ButtonLink } from '../frame/links.js';
import { PageTitle } from '../text/page-title.js';
import { InDoubt } from '../frame/in-doubt.js';
import { NotFound } from '../frame/route-states.js';
import { showUndoable } from '../frame/undoable.js';
import { useOnce } from '../frame/use-once.js';
import { wordsByField } from '../server/failures.js';
import { api } from '../session/session.js';
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
  const { send, isPending, error, refusal, inDoubt, renew } = useOnce(
    (input: ItemAdd, idempotencyKey) => api().inventory.item.add(input, { idempotencyKey }),
    {
      keptAs: 'item/new',
      onStored: ({ item_id, warnings = [] }) => {
        showUndoable([t('itemAdded'), ...warnings].join(' '), async (idempotencyKey) => {
          await api().inventory.item.delete({ item_id }, { idempotencyKey });
          if (location.pathname.endsWith(`/items/${item_id}`)) await navigate({ to: '/items', replace: true });
          void readItemsAnew();
          return t('itemAddUndone');
        });
        void readItemsAnew();
      },
    },
  );
  const errors = refusal ? wordsByField(refusal) : {};
  if (!mayChange('inventory/item')) return <NotFound />;

  const add = (item: ItemAdd) =>
    send(item, {
      onDone: ({ item_id }) =>
        void navigate({ to: '/items/$itemId', params: { itemId: String(item_id) }, replace: true }),
    });
  const save = () => {
    const given = Object.keys(values).filter((field) => values[field]?.trim());
    add({ name: '', ...requestOf(values, given, language) });
  };
  const general = Object.entries(errors).flatMap(([field, words]) => (isField(field) ? [] : words));
  if (inDoubt)
    return (
      <Stack gap="md" maw={720}>
        <PageTitle>{t('itemNew')}</PageTitle>
        <InDoubt sentAt={inDoubt.at} {...{ error, isPending }} onSendAgain={() => add(inDoubt.input)} onRenew={renew} />
      </Stack>
    );
  return (
    <Stack gap="md" maw={720}>
      <PageTitle>{t('itemNew')}</PageTitle>
      <Paper withBorder p="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
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
