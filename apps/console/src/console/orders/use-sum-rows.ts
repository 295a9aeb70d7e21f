import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { rowsOf, type Sums } from './sums.js';

/** Returns the rows above the total of an order, with their names and amounts as people read them. */
export function useSumRows(sums: Sums, currency: string): readonly { readonly name: string; readonly text: string }[] {
  const { t } = useText();
  const { money } = useFormat();
  return rowsOf(sums).map(({ kind, name, amount }) => ({
    name: { goods: t('orderGoods'), rest: t('orderRest'), amount: name, contained: t('orderContained', { tax: name }) }[
      kind
    ],
    text: money(amount, currency),
  }));
}
