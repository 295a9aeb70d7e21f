import type { Item, ItemEdit } from '@stockbook/client';
import type { TextName } from '../../text/language.js';
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

export const valuesOf = (item: Item): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, String(item[field] ?? '')]));

/** Returns the fields that differ from the item, as a request takes them. */
export const changesOf = (values: Values, item: Item): ItemEdit => requestOf(values, differing(values, valuesOf(item)));

/** Returns these fields as a request takes them. */
export const requestOf = (values: Values, fields: readonly string[]): ItemEdit =>
  Object.fromEntries(
    fields.map((field) => [field, isNumber(field) ? numberIn(values[field] ?? '') : (values[field] ?? '')]),
  );

const isNumber = (field: string): boolean => (NUMBER_FIELDS as readonly string[]).includes(field);

/** Returns the text itself if it is no number: the API says what is wrong with it. */
const numberIn = (text: string): number | string => {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() && Number.isFinite(number) ? number : text;
};
