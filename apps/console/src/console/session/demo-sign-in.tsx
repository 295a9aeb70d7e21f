import { Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../text/language.js';
import { OwnFailure, useWordsOf } from '../text/own-failure.js';
import { Entry } from './entry.js';
import { useSession } from './session.js';
import { signInToDemo } from './signing-in.js';

interface Props {
  readonly code: string;
  readonly onDone: () => void;
}

/** Signs in by a link that `npm start` prints. Opened again where somebody is signed in, it leads to the console. */
export function DemoSignIn({ code, onDone }: Props) {
  const { t } = useText();
  const wordsOf = useWordsOf();
  const { session } = useSession();
  const { mutate, error } = useMutation({
    mutationFn: () => signInToDemo(code),
    onSuccess: onDone,
    onError: (error) => {
      if (!session || !(error instanceof OwnFailure && error.text === 'demoUsed')) return;
      notifications.show({ message: t('demoStillSignedIn', { user: session.apiKey }) });
      onDone();
    },
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <Entry title={t('demo')} failure={error ? wordsOf(error) : undefined}>
      {!error && <Loader role="progressbar" aria-label={t('loading')} />}
    </Entry>
  );
}
