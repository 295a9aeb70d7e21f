import type { en } from './en.js';
import { common } from './vi/common.js';
import { frame } from './vi/frame.js';
import { itemWork } from './vi/item-work.js';
import { items } from './vi/items.js';
import { orders } from './vi/orders.js';
import { print } from './vi/print.js';
import { session } from './vi/session.js';
import { stock } from './vi/stock.js';

/** The words of the console in Vietnamese. */
export const vi: Readonly<Record<keyof typeof en, string>> = {
  ...common,
  ...session,
  ...items,
  ...itemWork,
  ...orders,
  ...print,
  ...frame,
  ...stock,
};
