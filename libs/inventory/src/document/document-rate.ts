import { Refused } from '@stockbook/contracts';
import type { AccountRate } from '../references.js';

interface Priced {
  readonly currency: string;
  readonly currency_value: number;
}

/** Returns the currency and rate of an edited document: those given, else those that it has. */
export function editedRate(stored: Priced, given: Partial<Priced>, { rate, faults }: AccountRate): Priced {
  const { currency = stored.currency } = given;
  const isNew = currency !== stored.currency;
  if (isNew) Refused.ifAny(faults);
  const currency_value = given.currency_value || (isNew ? rate : stored.currency_value);
  if (currency || currency_value === 1) return { currency, currency_value };
  const message = `currency_value ${currency_value} is the rate of no currency: give currency as well.`;
  throw new Refused({ code: 'invalid', field: 'currency_value', message });
}
