import { wordsOf } from '../server/failures.js';
import { type TextName, useText } from './language.js';

/** A failure that the page finds itself, with the name of its words. */
export class OwnFailure extends Error {
  constructor(readonly text: TextName) {
    super(text);
  }
}

/** Returns a function that gives the words of any failure. */
export function useWordsOf(): (error: unknown) => string {
  const { t } = useText();
  return (error) => (error instanceof OwnFailure ? t(error.text) : wordsOf(error));
}
