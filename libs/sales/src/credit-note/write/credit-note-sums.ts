import { type Fault, invalidField, MAX_MONEY, noReference, Refused } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import { sumLineCosts } from '../../order/record/order-sums.js';
import { lockOrders, readLines } from '../../order/record/order-records.js';
import { creditedTotalOf, creditsOf } from '../../order/credit/credited-lines.js';
import type { CreditNoteRow } from '../record/credit-note.entity.js';
import type { PlacedCredit } from './credit-note-lines.js';
import type { Sold } from './credit-shares.js';

type Summed = Pick<CreditNoteRow, 'total' | 'has_own_total' | 'totals'>;
type Crediting = Pick<CreditNoteRow, 'total' | 'allow_over_credit'>;

/** Returns the sums of a credit note with these lines; a total that was given stays. */
export function sumsOfNote(
  { total, has_own_total, totals }: Summed,
  lines: readonly PlacedCredit[],
  faults: Fault[],
): Pick<CreditNoteRow, 'total' | 'cost'> {
  const sum = sumOf(totals.map(({ price }) => price)).plus(sumOf(lines.map((line) => line.total)));
  if (!has_own_total && (sum.lt(0) || sum.gt(MAX_MONEY)))
    faults.push(
      invalidField('totals', `Lines and totals add up to ${sum.toFixed()}: the least is 0, the most 11 digits.`),
    );
  return { total: has_own_total ? total : sum.toNumber(), cost: sumLineCosts(lines) };
}

const sumOf = (amounts: readonly number[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));

/** Locks the order (0 for none) until the end of the transaction. */
export async function holdSold(tx: Tx, order_id: number, credit_note_id = 0): Promise<Sold | undefined> {
  if (!order_id) return undefined;
  const [order] = await lockOrders(tx, [order_id]);
  if (!order) throw new Refused(noReference('order_id', 'order', order_id));
  const [lines, credited] = await Promise.all([
    readLines(tx, tx.account_id, [order_id]),
    creditsOf(tx, tx.account_id, order_id, credit_note_id),
  ]);
  return { order, lines, credited };
}

/** A credit note that asks for no more than before stays as it is. */
export async function overCreditFaults(
  tx: Tx,
  sold: Sold | undefined,
  wanted: Crediting,
  before?: Crediting & Pick<CreditNoteRow, 'credit_note_id'>,
): Promise<Fault[]> {
  const isNoMore = before && wanted.total <= before.total && !before.allow_over_credit;
  if (!sold || wanted.allow_over_credit || isNoMore) return [];
  const { order_id, total, currency } = sold.order;
  const others = new Big((await creditedTotalOf(tx, order_id, before?.credit_note_id)).total);
  if (others.plus(wanted.total).lte(total)) return [];
  const message =
    `Order ${order_id} has a total of ${total} ${currency}, of which ${others.toFixed()} is credited already, ` +
    `so not ${wanted.total} more; allow_over_credit: true allows it.`;
  return [{ code: 'over_credit', field: 'total', message }];
}

export function currencyFaults(currency: string, order: { order_id: number; currency: string } | undefined): Fault[] {
  if (!order || currency === order.currency) return [];
  return [
    invalidField('currency', `currency must be ${order.currency}, that of order ${order.order_id}; it is ${currency}.`),
  ];
}
