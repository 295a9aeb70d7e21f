/** The dialog's code is loaded with the first press of its key. */
const withDialog = (key) => async (page) => {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
};

/** Returns the pages of the console, each with its address below it and the steps that open it. */
export async function screensOf(call) {
  const { orders } = await call('sale/order/get', { limit: 1 });
  const { items } = await call('inventory/item/get', { limit: 50 });
  const [{ order_id: order }] = orders;
  // A bundle has no ledger.
  const { item_id: item } = items.find(({ bundle }) => !bundle);
  return [
    { name: 'sign-in', path: '', isPublic: true },
    { name: 'items', path: 'items' },
    { name: 'items-search', path: 'items?q=mug' },
    { name: 'item', path: `items/${item}` },
    { name: 'item-ledger', path: `items/${item}?view=ledger` },
    { name: 'item-new', path: 'items/new' },
    { name: 'prices', path: 'items/prices' },
    ...['receive', 'adjust', 'transfer', 'count'].map((mode) => ({
      name: `stock-${mode}`,
      path: `stock?mode=${mode}`,
    })),
    { name: 'orders', path: 'orders' },
    { name: 'order', path: `orders/${order}` },
    { name: 'order-new', path: 'orders/new' },
    { name: 'refund', path: `orders/${order}/refund` },
    { name: 'palette', path: 'items', prepare: withDialog('Control+k') },
    { name: 'keys', path: 'items', prepare: withDialog('?') },
    { name: 'print-labels', path: `print/labels?ids=${item}` },
    { name: 'print-labels-a4', path: `print/labels?ids=${item}&paper=a4&copies=12` },
    ...['pick-list', 'packing-slips', 'receipts', 'invoices'].map((kind) => ({
      name: `print-${kind}`,
      path: `print/${kind}?ids=${order}`,
    })),
    { name: 'not-found', path: 'nothing-here' },
  ];
}
