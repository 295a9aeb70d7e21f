import type { CallOf, currency, Fault } from '@stockbook/contracts';
import type { CurrencyRow } from './currency.entity.js';

type Given = CallOf<typeof currency.edit>['input'];

export const codeFaults = (field: string, code: string): Fault[] => {
  const message = `${field} must be a currency code of three capital letters, like USD.`;
  return /^[A-Z]{3}$/.test(code) ? [] : [{ code: 'invalid', field, message }];
};

export const currencyFaults = ({ code, value }: Partial<Given>): Fault[] => [
  ...(code === undefined ? [] : codeFaults('code', code)),
  ...(value === undefined || value > 0
    ? []
    : [{ code: 'invalid', field: 'value', message: 'value must be greater than 0.' } as const]),
];

/** All rates count in units of the base currency, and orders and costs are kept in it. */
export function baseCurrencyFaults(row: CurrencyRow, { code = row.code, value = 1 }: Partial<Given>): Fault[] {
  const reason = `${row.code} is the base currency of the company`;
  return [
    ...(code === row.code
      ? []
      : [{ code: 'invalid', field: 'code', message: `code must stay ${row.code}: ${reason}.` } as const]),
    ...(value === 1 ? [] : [{ code: 'invalid', field: 'value', message: `value must be 1: ${reason}.` } as const]),
  ];
}
