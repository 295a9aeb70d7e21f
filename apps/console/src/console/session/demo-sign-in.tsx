import { Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../text/language.js';
import { useWordsOf } from '../text/own-failure.js';
import { Entry } from './entry.js';
import { signInToDemo } from './signing-in.js';

interface Props {
  readonly code: string;
  readonly onDone: () => void;
}

/** Signs in by the link that `npm start` prints. */
export function DemoSignIn({ code, onDone }: Props) {
  const { t } = useText();
  const wordsOf = useWordsOf();
  const { mutate, error } = useMutation({ mutationFn: () => signInToDemo(code), onSuccess: onDone });
  useEffect(() => mutate(), [mutate]);
  return (
    <Entry title={t('demo')} failure={error ? wordsOf(error) : undefined}>
      {!error && <Loader role="progressbar" aria-label={t('loading')} />}
    </Entry>
  );
}
