import type { TextName } from './language.js';
import { common } from './vi/common.js';
import { itemWork } from './vi/item-work.js';
import { items } from './vi/items.js';
import { orders } from './vi/orders.js';
import { session } from './vi/session.js';

/** The words of the console in Vietnamese. */
export const vi: Readonly<Record<TextName, string>> = { ...common, ...session, ...items, ...itemWork, ...orders };
