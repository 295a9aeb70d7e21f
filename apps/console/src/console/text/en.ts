import { common } from './en/common.js';
import { frame } from './en/frame.js';
import { itemWork } from './en/item-work.js';
import { items } from './en/items.js';
import { orders } from './en/orders.js';
import { print } from './en/print.js';
import { session } from './en/session.js';
import { stock } from './en/stock.js';

/** The words of the console; the API has its own. */
export const en = { ...common, ...session, ...items, ...itemWork, ...orders, ...stock, ...print, ...frame } as const;
