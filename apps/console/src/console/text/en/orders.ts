/** The words of orders. */
export const orders = {
  searchOrders: 'Number, name, e-mail, telephone',
  allStatuses: 'All',
  order: 'Order',
  orderNumber: 'Order {number}',
  channel: 'Channel',
  ordered: 'Ordered',
  lines: 'Lines',
  totals: 'Totals',
  payments: 'Payments',
  history: 'History',
  noHistory: 'Nothing has changed yet.',
  lineDeducted: 'Deducted',
  lineShort: '{deducted} of {quantity}',
  lineWaiting: 'Waiting',
} as const;
