import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';
import { Entry } from './entry.js';
import { unlock } from './idle-lock.js';
import { endSession, type SignedIn } from './session.js';

/** The page of a locked session, which takes its PIN alone. */
export function LockedPage({ session }: { readonly session: SignedIn }) {
  const { t } = useText();
  const [pin, setPin] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: () => unlock(session, pin) });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Entry title={t('locked')} note={session.apiKey} failure={error ? wordsOf(error) : undefined}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('pin')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            value={pin}
            onChange={(event) => setPin(event.currentTarget.value)}
          />
          <Button type="submit" loading={isPending} disabled={!pin}>
            {t('unlock')}
          </Button>
          <Button variant="subtle" onClick={() => void endSession('left')}>
            {t('signInAsOther')}
          </Button>
        </Stack>
      </form>
    </Entry>
  );
}
