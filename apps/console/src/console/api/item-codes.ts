import type { Item } from '@stockbook/client';

type Coded = Pick<Item, 'model' | 'sku' | 'barcode' | 'gtin'>;

const GTIN = /^(?:\d{8}|\d{12,14})$/;
/** The server compares GTINs of all lengths as one of 14 digits. */
const comparedCode = (code: string): string => (GTIN.test(code) ? code.padStart(14, '0') : code);

/** Tells whether one of the item's codes is the text, as the server compares codes. */
export function hasCode({ model, sku, barcode, gtin }: Coded, text: string): boolean {
  const code = text.trim();
  if (!code) return false;
  return [model, sku].includes(code) || [barcode, gtin].some((own) => comparedCode(own) === comparedCode(code));
}

/** Tells whether Enter may take an item that is found first: a text like a code stands for no longer code. */
export const isTakenByEnter = (item: Coded, text: string): boolean =>
  !/^\S*\d\S*$/.test(text.trim()) || hasCode(item, text);
