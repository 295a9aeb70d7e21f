import { MOVING } from '../api/stock-rights.js';

/**
 * The sections of the console, in the order of the menu, with the resource that a user must be able to read. Where
 * there are `changes`, the user must be able to change one of them.
 */
export const SECTIONS = [
  { to: '/items', text: 'items', resource: 'inventory/item' },
  { to: '/stock', text: 'stock', resource: 'inventory/item', changes: Object.values(MOVING) },
  { to: '/orders', text: 'orders', resource: 'sale/order' },
] as const;

interface Rights {
  mayRead(resource: string): boolean;
  mayChange(resource: string): boolean;
}

export const sectionsOf = ({ mayRead, mayChange }: Rights) =>
  SECTIONS.filter(
    (section) =>
      mayRead(section.resource) && (!('changes' in section) || section.changes.some((each) => mayChange(each))),
  );
