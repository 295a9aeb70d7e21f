import { Big } from 'big.js';
import { allocate, least, sumDecimals, ZERO } from '../allocate.js';
import { amountText, MONEY_DECIMALS } from '../amount.js';
import { CartTooLarge } from '../cart-too-large.js';
import type { TotalLine } from '../rules.js';
import { toLine } from '../units.js';
import { isTaxCode, taxCode } from './tax-code.js';
import type { Taxation, TaxedCart, TaxedLine, TaxedTotal, TaxRule } from './tax-rules.js';

/** Quotients have 20 decimals; a sum rounded at this place is what the exact fractions add up to. */
const SUM_DECIMALS = 15;

const MOST_TAXES_OF_CART = 20_000;

/** A line of goods with its share of the totals, or a totals line with taxes of its own. */
interface Taxable {
  readonly value: Big;
  /** Fixed taxes count once for each of these units. */
  readonly units: number;
  readonly taxes: readonly TaxRule[];
}
interface TaxAmount {
  readonly tax: TaxRule;
  readonly amount: Big;
}

/** Pure and exact, as `applyPromotions`, whose totals it takes. A value of 0 or below bears no tax. */
export function applyTaxes(cart: TaxedCart, rules: readonly TaxRule[]): Taxation {
  const decimals = Math.min(cart.decimal_place, MONEY_DECIMALS);
  const lineTotals = cart.products.map(({ totals = [] }) => withoutTaxes(totals));
  const totals = withoutTaxes(cart.totals);
  const values = cart.products.map((product, i) => valueWithTotals(product, lineTotals[i] ?? []));
  const taxesOf = taxChooser(cart, rules);
  const goods = shared(values, totals).map((value, i): Taxable => {
    const { quantity, tax_ids } = cart.products[i]!;
    return { value, units: quantity, taxes: taxesOf(tax_ids) };
  });
  const others = taxedTotals(totals, taxesOf);
  const count = [...goods, ...others].reduce((sum, { taxes }) => sum + taxes.length, 0);
  if (count > MOST_TAXES_OF_CART)
    throw new CartTooLarge(`The lines of a cart may have ${MOST_TAXES_OF_CART} taxes together.`);
  const exactly = (taxable: Taxable) => exactAmounts(taxable, cart.currency_value);
  const booked = (taxable: Taxable) => roundedAmounts(exactly(taxable), taxable.value, decimals);

  const onGoods = cart.rounding === 'line' ? goods.map(booked) : goods.map(() => []);
  const onTotals =
    cart.rounding === 'line'
      ? addedUp(others.flatMap(booked))
      : roundedAmounts(
          addedUp([...goods, ...others].flatMap(exactly)),
          containingTaxes([...goods, ...others]),
          decimals,
        );
  const added = [...onGoods.flat(), ...onTotals].filter(({ tax }) => !tax.inclusive).map(({ amount }) => amount);
  const total = sumDecimals([...values, ...totals.map(({ price }) => new Big(price)), ...added]);
  return {
    products: onGoods.map((amounts, i) => ({ totals: [...(lineTotals[i] ?? []), ...amounts.flatMap(toTotals)] })),
    totals: [...totals.map(posted), ...onTotals.flatMap(toTotals)],
    total: total.toNumber(),
  };
}

/** A cart that was calculated before has these lines already. */
const withoutTaxes = <T extends TotalLine>(totals: readonly T[]): T[] => totals.filter(({ code }) => !isTaxCode(code));

const valueWithTotals = (product: TaxedLine, totals: readonly TotalLine[]): Big =>
  new Big(amountText(toLine({ item_id: 0, ...product }, 0).value)).plus(
    sumDecimals(totals.map(({ price }) => new Big(price))),
  );

function taxChooser({ tax_ids }: TaxedCart, rules: readonly TaxRule[]) {
  const sorted = [...rules].sort((a, b) => a.sort_order - b.sort_order || a.tax_id - b.tax_id);
  const chosen = (ids: readonly number[]) => {
    const wanted = new Set(ids);
    return sorted.filter((tax) => wanted.has(tax.tax_id));
  };
  const ofCart = tax_ids ? chosen(tax_ids) : sorted.filter(({ status }) => status);
  return (ids?: readonly number[]): readonly TaxRule[] => (ids ? chosen(ids) : ofCart);
}

/** Totals lines that name no taxes are discounts, and costs like shipping. */
function shared(values: readonly Big[], totals: readonly TaxedTotal[]): Big[] {
  const sum = sumDecimals(totals.filter(({ tax_ids }) => !tax_ids).map(({ price }) => new Big(price)));
  const worth = values.map((value) => (value.gt(0) ? value : ZERO));
  const goods = sumDecimals(worth);
  if (sum.lt(0)) {
    const parts = allocate(least(sum.abs(), goods), worth, { decimals: MONEY_DECIMALS, isCapped: true });
    return values.map((value, i) => value.minus(parts[i] ?? ZERO));
  }
  const parts = allocate(sum, goods.gt(0) ? worth : values.map(() => new Big(1)), { decimals: MONEY_DECIMALS });
  return values.map((value, i) => value.plus(parts[i] ?? ZERO));
}

/** Groups totals lines with the same taxes of their own, so that a promotion on the shipping lowers its tax. */
function taxedTotals(
  totals: readonly TaxedTotal[],
  taxesOf: (ids: readonly number[]) => readonly TaxRule[],
): Taxable[] {
  const groups = new Map<string, { value: Big; ids: readonly number[] }>();
  for (const { tax_ids, price } of totals) {
    if (!tax_ids) continue;
    const key = [...new Set(tax_ids)].sort((a, b) => a - b).join();
    groups.set(key, { value: (groups.get(key)?.value ?? ZERO).plus(price), ids: tax_ids });
  }
  return [...groups.values()].map(({ value, ids }) => ({
    value,
    units: 0,
    taxes: taxesOf(ids).filter(({ type }) => type === 'P'),
  }));
}

/** Fixed taxes that a price contains share it where they would take more than it. */
function exactAmounts({ value, units, taxes }: Taxable, currency_value: number): TaxAmount[] {
  if (value.lte(0)) return [];
  const perUnit = ({ rate }: TaxRule) => new Big(rate).times(currency_value).times(units);
  const contained = taxes.filter(({ inclusive }) => inclusive);
  const fixed = sumDecimals(contained.filter(({ type }) => type === 'F').map(perUnit));
  const percent = sumDecimals(contained.filter(({ type }) => type === 'P').map(({ rate }) => new Big(rate)));
  const rest = value.minus(least(fixed, value));
  const fixedAmount = (tax: TaxRule) =>
    tax.inclusive && fixed.gt(value) ? value.times(perUnit(tax)).div(fixed) : perUnit(tax);
  return taxes.map((tax) => ({
    tax,
    amount: tax.type === 'P' ? rest.times(tax.rate).div(percent.plus(100)) : fixedAmount(tax),
  }));
}

/** Taxes that prices contain take no more than the value that contains them. */
function roundedAmounts(amounts: readonly TaxAmount[], value: Big, decimals: number): TaxAmount[] {
  const rounded = amounts.map(({ tax, amount }) => ({ tax, amount: amount.round(SUM_DECIMALS).round(decimals) }));
  const contained = rounded.filter(({ tax }) => tax.inclusive);
  const wanted = contained.map(({ amount }) => amount);
  if (sumDecimals(wanted).lte(value)) return rounded;
  const parts = allocate(value, wanted, { decimals, isCapped: true });
  const most = new Map(contained.map((each, i) => [each, parts[i] ?? ZERO]));
  return rounded.map((each) => ({ tax: each.tax, amount: most.get(each) ?? each.amount }));
}

const containingTaxes = (taxables: readonly Taxable[]): Big =>
  sumDecimals(
    taxables
      .filter(({ value, taxes }) => value.gt(0) && taxes.some(({ inclusive }) => inclusive))
      .map(({ value }) => value),
  );

function addedUp(amounts: readonly TaxAmount[]): TaxAmount[] {
  const sums = new Map<TaxRule, Big>();
  for (const { tax, amount } of amounts) sums.set(tax, (sums.get(tax) ?? ZERO).plus(amount));
  return [...sums].map(([tax, amount]) => ({ tax, amount }));
}

/** A tax that prices contain is posted with its opposite: an order shows its amount, and the total stays. */
function toTotals({ tax, amount }: TaxAmount): TotalLine[] {
  const { name, sort_order } = tax;
  const line = { code: taxCode(tax, 'tax'), name, price: amount.toNumber(), sort_order };
  if (!tax.inclusive) return [line];
  return [line, { code: taxCode(tax, 'tax_included'), name, price: 0 - line.price, sort_order }];
}

const posted = ({ code, name, price, sort_order, allocations }: TotalLine): TotalLine => ({
  code,
  name,
  price,
  sort_order,
  ...(allocations && { allocations }),
});
