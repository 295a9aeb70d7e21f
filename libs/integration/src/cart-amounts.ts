import { invalidField, MAX_MONEY, Refused } from '@stockbook/contracts';
import { CartTooLarge } from '@stockbook/promotions';

/** Refuses a cart that makes amounts which no answer and no order can carry. */
export function refuseLargeAmounts(amounts: readonly number[]): void {
  if (amounts.every((amount) => Math.abs(amount) <= MAX_MONEY)) return;
  throw new Refused(invalidField('products', 'The amounts of products have more than 11 digits.'));
}

/** Refuses a cart whose evaluation would take too long. */
export function unlessTooLarge<T>(evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof CartTooLarge) throw new Refused(invalidField('products', error.message));
    throw error;
  }
}
