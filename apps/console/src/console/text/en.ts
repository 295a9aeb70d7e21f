import { common } from './en/common.js';
import { itemWork } from './en/item-work.js';
import { items } from './en/items.js';
import { orders } from './en/orders.js';
import { session } from './en/session.js';

/** The words of the console; the API has its own. */
export const en = { ...common, ...session, ...items, ...itemWork, ...orders } as const;
