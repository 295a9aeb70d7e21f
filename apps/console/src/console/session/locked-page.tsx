import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';
import { Entry } from './entry.js';
import { unlock } from './idle-lock.js';
import { endSession, leaveTill, type SignedIn } from './session.js';
import { TillPeople } from './till-people.js';

/** The page of a locked session, which takes its PIN alone. */
export function LockedPage({ session }: { readonly session: SignedIn }) {
  const { t } = useText();
  const [pin, setPin] = useState('');
  // The server hears of the lock once it answers. A refusal says that it knows, or that the session has ended.
  useQuery({
    queryKey: ['lock', session.session],
    queryFn: ({ signal }) => session.api.request('sign_in/lock', {}, { signal }),
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });
  const { mutate, isPending, error } = useMutation({ networkMode: 'always', mutationFn: () => unlock(session, pin) });
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
          <Group justify="space-between" gap="xs">
            <Button variant="subtle" size="compact-sm" onClick={() => void leaveTill()}>
              {t('signInAsOther')}
            </Button>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void endSession('left')}>
              {t('signOut')}
            </Button>
          </Group>
        </Stack>
      </form>
      <TillPeople />
    </Entry>
  );
}
