import type { TaxRule } from './tax-rules.js';

const CODE = /^tax(_included)?\.\d{1,16}(\.|$)/;

/** Returns `tax.5.VAT`, or `tax_included.5.VAT` for the line that takes off again a tax that prices contain. */
export const taxCode = ({ tax_id, code }: Pick<TaxRule, 'tax_id' | 'code'>, kind: 'tax' | 'tax_included'): string =>
  `${kind}.${tax_id}${code ? `.${code}` : ''}`;

export const isTaxCode = (code: string): boolean => CODE.test(code);
