import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';

/** Writes the total of a list: a search does not count all that match, so there may be more. */
export function useCount() {
  const { t } = useText();
  const { number } = useFormat();
  return (total: number, isMinimum = false): string =>
    isMinimum ? t('moreThan', { total: number(total) }) : number(total);
}
