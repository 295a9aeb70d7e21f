import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMyself } from '../../api/rights.js';
import { ConflictDialog } from '../../frame/conflict-dialog.js';
import { useText } from '../../text/language.js';
import type { ItemDraft } from './use-item-draft.js';

interface Props {
  readonly draft: ItemDraft;
  readonly children: ReactNode;
}

/** The frame of a form that changes a part of an item: what was refused, the way to save, and a conflict. */
export function DraftForm({ draft, children }: Props) {
  const { t } = useText();
  const { mayChange } = useMyself();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      {draft.general && (
        <Alert mb="sm" color="red" variant="light" role="alert">
          {draft.general}
        </Alert>
      )}
      {children}
      {mayChange('inventory/item') && (
        <Group mt="md" gap="sm">
          <Button type="submit" disabled={!draft.isTouched} loading={draft.isPending}>
            {t('save')}
          </Button>
          {draft.isTouched && (
            <Button variant="subtle" onClick={draft.undo}>
              {t('undoChanges')}
            </Button>
          )}
        </Group>
      )}
      {draft.conflict && <ConflictDialog {...draft.conflict} />}
    </form>
  );
}
