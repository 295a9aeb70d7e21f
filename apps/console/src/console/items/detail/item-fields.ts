import type { Item, ItemEdit } from '@stockbook/client';
import type { TextName } from '../../text/language.js';

/** The fields that people change here; the API judges their values. */
export const TEXT_FIELDS = ['name', 'model', 'sku', 'barcode', 'gtin'] as const;
export const NUMBER_FIELDS = ['price', 'cost', 'weight'] as const;
export const FIELDS = [...TEXT_FIELDS, ...NUMBER_FIELDS] as const;
export type Field = (typeof FIELDS)[number];

/** The form holds texts, so that somebody may type whatever they like. */
export type Values = Record<Field, string>;

export const FIELD_TEXTS: Readonly<Record<Field, TextName>> = {
  name: 'name',
  model: 'model',
  sku: 'sku',
  barcode: 'barcode',
  gtin: 'gtin',
  price: 'price',
  cost: 'cost',
  weight: 'weight',
};

export const valuesOf = (item: Item): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, String(item[field] ?? '')])) as Values;

/** Returns the fields that differ from the item, as a request takes them. */
export function changesOf(values: Values, item: Item): ItemEdit {
  const stored = valuesOf(item);
  const changed = FIELDS.filter((field) => values[field] !== stored[field]);
  return Object.fromEntries(changed.map((field) => [field, isNumber(field) ? numberIn(values[field]) : values[field]]));
}

const isNumber = (field: Field): boolean => (NUMBER_FIELDS as readonly Field[]).includes(field);

/** Returns the text itself if it is no number: the API says what is wrong with it. */
const numberIn = (text: string): number | string => {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() && Number.isFinite(number) ? number : text;
};
