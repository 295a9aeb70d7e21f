import type { Item, ItemEdit } from '@stockbook/client';
import type { TextName } from '../../text/language.js';
import { amountIn, fieldText } from '../../text/numbers.js';
import { differing, type Values } from '../edit/use-item-draft.js';

/** The fields that people change here; the API judges their values. */
const TEXT_FIELDS = ['name', 'model', 'sku', 'barcode', 'gtin'] as const;
export const NUMBER_FIELDS = ['price', 'cost', 'weight', 'brand_id'] as const;
export const FIELDS = [...TEXT_FIELDS, ...NUMBER_FIELDS] as const;
export type Field = (typeof FIELDS)[number];

export const FIELD_TEXTS: Readonly<Record<Field, TextName>> = {
  name: 'name',
  model: 'model',
  sku: 'sku',
  barcode: 'barcode',
  gtin: 'gtin',
  price: 'price',
  cost: 'cost',
  weight: 'weight',
  brand_id: 'brand',
};

export const isField = (name: string): name is Field => name in FIELD_TEXTS;

export const isNumber = (field: string): boolean => (NUMBER_FIELDS as readonly string[]).includes(field);

export function valuesOf(item: Item, language: string): Values {
  const textOf = (value: string | number = '') => (typeof value === 'number' ? fieldText(value, language) : value);
  return Object.fromEntries(FIELDS.map((field) => [field, textOf(item[field])]));
}

/** Returns the fields that differ from the item, as a request takes them. */
export const changesOf = (values: Values, item: Item, language: string): ItemEdit =>
  requestOf(values, differing(values, valuesOf(item, language)), language);

/** Returns these fields as a request takes them. A text that is no number stays: the API says what is wrong with it. */
export function requestOf(values: Values, fields: readonly string[], language: string): ItemEdit {
  const valueOf = (field: string, text: string): string | number => {
    const number = isNumber(field) ? amountIn(text, language) : NaN;
    return Number.isNaN(number) ? text : number;
  };
  return Object.fromEntries(fields.map((field) => [field, valueOf(field, values[field] ?? '')]));
}
