import { type CallOf, type Fault, noReference, Refused, type tax, type TaxCalculated } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { applyTaxes, type Taxation } from '@stockbook/promotions';
import { refuseLargeAmounts, unlessTooLarge } from '../cart-amounts.js';
import type { Settings } from '../settings.js';
import { TaxRow } from './tax.entity.js';

type Calculate = CallOf<typeof tax.calculate>;

export async function calculateTaxes(db: Db, settings: Settings, call: Calculate): Promise<TaxCalculated> {
  const { caller, input } = call;
  const [money, taxes] = await Promise.all([
    settings.moneyOf(caller.account_id, input),
    db.read(TaxRow, 'tax', caller).getMany(),
  ]);
  Refused.ifAny(taxFaults(input, taxes));
  const { products, totals, tax_ids, rounding = 'line' } = input;
  const cart = { ...money, products, totals: totals ?? [], tax_ids, rounding };
  const { total, ...posted } = unlessTooLarge(() => applyTaxes(cart, taxes));
  const lines = [posted, ...posted.products].flatMap((each) => each.totals);
  refuseLargeAmounts([total, ...lines.map(({ price }) => price)]);
  return { products: posted.products.map(toTaxedProduct), totals: [...posted.totals], total };
}

/** Returns faults for taxes that the cart names and the account does not have, or has disabled. */
function taxFaults({ tax_ids = [], products, totals = [] }: Calculate['input'], taxes: readonly TaxRow[]): Fault[] {
  const lists: [string, readonly number[]][] = [
    ['tax_ids', tax_ids],
    ...products.map((product, i): [string, number[]] => [`products[${i}].tax_ids`, product.tax_ids ?? []]),
    ...totals.map((total, i): [string, number[]] => [`totals[${i}].tax_ids`, total.tax_ids ?? []]),
  ];
  const enabled = new Map(taxes.map(({ tax_id, status }) => [tax_id, status]));
  return lists.flatMap(([path, ids]) =>
    [...ids.entries()].flatMap(([i, id]) => {
      const field = `${path}[${i}]`;
      if (!enabled.has(id)) return [noReference(field, 'tax', id)];
      return enabled.get(id) ? [] : [{ code: 'invalid' as const, field, message: `Tax ${id} is disabled.` }];
    }),
  );
}

const toTaxedProduct = ({ totals }: Taxation['products'][number]) => ({ totals: [...totals] });
