/** The sections of the console, in the order of the menu, with the resource that a user must be able to read. */
export const SECTIONS = [
  { to: '/items', text: 'items', resource: 'inventory/item' },
  { to: '/orders', text: 'orders', resource: 'sale/order' },
] as const;
