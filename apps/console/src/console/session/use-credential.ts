import { useMutation } from '@tanstack/react-query';
import { wordsByField } from '../server/failures.js';
import { useWordsOf } from '../text/own-failure.js';
import type { Credential } from './signing-in.js';

interface Fields {
  readonly errors: object;
  setErrors(errors: Record<string, string>): void;
}

/** Runs a sign-in; the API's words stand at the fields that they name. */
export function useCredential(form: Fields, work: (credential: Credential) => Promise<void>) {
  const wordsOf = useWordsOf();
  const { mutate, isPending, error } = useMutation({
    mutationFn: work,
    onError: (error) => form.setErrors(wordsByField(error)),
  });
  return { mutate, isPending, words: error ? wordsOf(error) : undefined };
}
