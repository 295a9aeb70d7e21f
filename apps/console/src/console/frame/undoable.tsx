import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../api/query-client.js';
import { onSessionChange } from '../session/session.js';
import { useText } from '../text/language.js';
import { useWordsOf } from '../text/own-failure.js';

const SHOWN_MS = 30_000;
const UNDONE_MS = 4_000;

/** Takes back what was done, with a key that stays the same when an answer is lost. Returns what to say then. */
export type Undo = (idempotencyKey: string) => Promise<string>;

/** Says what was done, with the way back for as long as its user is there. */
export function showUndoable(message: string, undo: Undo): void {
  const id = notifications.show({
    message: (
      <UndoMessage
        {...{ message, undo }}
        onUndone={(message) => notifications.update({ id, message, autoClose: UNDONE_MS })}
      />
    ),
    autoClose: SHOWN_MS,
    onClose: () => stopListening(),
  });
  const stopListening = onSessionChange(() => notifications.hide(id));
}

interface Props {
  readonly message: string;
  readonly undo: Undo;
  readonly onUndone: (message: string) => void;
}

function UndoMessage({ message, undo, onUndone }: Props) {
  const { t } = useText();
  const wordsOf = useWordsOf();
  const [key] = useState(() => crypto.randomUUID());
  // Messages stand outside of the provider of queries.
  const { mutate, isPending, error } = useMutation(
    { networkMode: 'always', mutationFn: () => undo(key), onSuccess: onUndone },
    queryClient,
  );
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text size="sm">{message}</Text>
        {error && (
          <Text size="sm" c="var(--danger)" role="alert">
            {wordsOf(error)}
          </Text>
        )}
      </div>
      <Button variant="light" size="compact-sm" style={{ flex: 'none' }} loading={isPending} onClick={() => mutate()}>
        {t('undo')}
      </Button>
    </Group>
  );
}
