import { positiveIn, oneOf, textIn } from '../frame/search-values.js';

export const PRINT_KINDS = ['labels', 'pick-list', 'packing-slips', 'receipts', 'invoices'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

export const PAPERS = ['roll', 'a4'] as const;
export const CODES = ['auto', 'code128', 'ean', 'qr'] as const;

/** The address holds what is printed, and how. */
export interface PrintSearch {
  ids?: string | undefined;
  paper?: (typeof PAPERS)[number] | undefined;
  code?: (typeof CODES)[number] | undefined;
  copies?: number | undefined;
  skip?: number | undefined;
}

export const MOST_RECORDS = 200;
export const MOST_COPIES = 100;

export const readPrintSearch = (given: Record<string, unknown>): PrintSearch => ({
  ids: textIn(given['ids']),
  paper: oneOf(PAPERS, given['paper']),
  code: oneOf(CODES, given['code']),
  copies: positiveIn(given['copies']),
  skip: positiveIn(given['skip']),
});

export const namedIn = ({ ids = '' }: PrintSearch): readonly number[] => [
  ...new Set(ids.split('-').flatMap((id) => positiveIn(id) ?? [])),
];

export const idsOf = (search: PrintSearch): readonly number[] => namedIn(search).slice(0, MOST_RECORDS);
