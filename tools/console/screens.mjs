import {
  changeStatus,
  choose,
  enrolAndLeave,
  followLink,
  LOCK,
  openMenu,
  press,
  saveStale,
  scan,
  showDialog,
  sendTrial,
  SWITCH_USER,
} from './actions.mjs';

/**
 * Returns the pages of the console and of the documentation, each with its address, from that of the console, and the
 * steps that open it. A link of `newLink` signs the demo's owner in.
 */
export async function screensOf(call, newLink) {
  const { orders } = await call('sale/order/get', { limit: 50, sort: 'date_ordered' });
  const { items } = await call('inventory/item/get', { limit: 50 });
  // A bundle has no ledger.
  const [{ item_id: item, locations }, edited, ...others] = items.filter(({ bundle }) => !bundle);
  const [store, depot] = locations.map(({ location_id }) => location_id);
  const codes = others.slice(0, 3).map(({ sku }) => sku);
  const { flows } = await call('inventory/flow/get', { filter_item_id: item, limit: 1 });
  const longest = [...orders].sort((one, other) => other.products.length - one.products.length);
  const [order, ...more] = longest.map(({ order_id }) => order_id);
  const ids = [order, ...more.slice(0, 2)].join('-');
  const { users } = await call('setting/user/get', { limit: 50 });
  const linkOf = async (name) => {
    const { user_id } = users.find(({ username }) => username === name);
    return (await call('setting/user/addEnrolment', { user_id })).link;
  };
  const scanned = scan('.stock-scan input', codes, '.stock-line[data-state=saved], .stock-line[data-state=unchanged]');
  let edits = 0;
  const change = () => call('inventory/item/edit', { item_id: edited.item_id, name: `${edited.name} ${++edits}` });
  return [
    { name: 'sign-in', path: '', isPublic: true },
    {
      name: 'enrol',
      path: '',
      isPublic: true,
      prepare: async (page) => followLink(page, await linkOf('clerk')),
    },
    ...[LOCK, SWITCH_USER].map((way) => ({
      name: way === LOCK ? 'locked' : 'till',
      path: '',
      isPublic: true,
      prepare: async (page) => {
        await enrolAndLeave(page, await linkOf('clerk'), SWITCH_USER);
        await enrolAndLeave(page, await linkOf('till'), way);
      },
    })),
    { name: 'items', path: 'items' },
    { name: 'items-search', path: 'items?q=mug' },
    { name: 'menu', path: 'items?q=mug', prepare: openMenu },
    { name: 'item', path: `items/${item}` },
    { name: 'item-ledger', path: `items/${item}?view=ledger` },
    { name: 'explain', path: `items/${item}?explain=on_hand.${store}`, prepare: showDialog },
    {
      name: 'explain-movement',
      path: `items/${item}?view=ledger&explain=flow.${flows[0].item_flow_id}`,
      prepare: showDialog,
    },
    { name: 'explain-proof', path: `items/${item}?explain=proof`, prepare: showDialog },
    { name: 'conflict', path: `items/${edited.item_id}`, prepare: saveStale(change) },
    { name: 'item-new', path: 'items/new' },
    {
      name: 'prices',
      path: 'items/prices?q=mug',
      prepare: (page) => page.locator('main input').first().fill('5'),
    },
    ...['receive', 'adjust', 'transfer', 'count'].map((mode) => ({
      name: `stock-${mode}`,
      path: `stock?mode=${mode}&location=${depot}${mode === 'transfer' ? `&to=${store}` : ''}`,
      prepare: scanned,
    })),
    { name: 'orders', path: 'orders' },
    { name: 'orders-chosen', path: 'orders?q=walk-in', prepare: choose(2) },
    { name: 'orders-changed', path: 'orders', prepare: changeStatus },
    { name: 'order', path: `orders/${order}` },
    { name: 'order-new', path: 'orders/new' },
    { name: 'order-new-lines', path: 'orders/new', prepare: scan('main input >> nth=0', codes, 'main tbody tr') },
    { name: 'refund', path: `orders/${order}/refund` },
    { name: 'palette', path: 'items', prepare: press('Control+k') },
    { name: 'keys', path: 'items', prepare: press('?') },
    { name: 'print-labels', path: `print/labels?ids=${item}` },
    { name: 'print-labels-a4', path: `print/labels?ids=${item}&paper=a4&copies=12` },
    ...['pick-list', 'packing-slips', 'receipts', 'invoices'].map((kind) => ({
      name: `print-${kind}`,
      path: `print/${kind}?ids=${ids}`,
    })),
    { name: 'not-found', path: 'nothing-here' },
    { name: 'docs', path: '/docs', isPublic: true },
    { name: 'docs-guide', path: '/docs/guides/webhooks', isPublic: true },
    { name: 'docs-operation', path: '/docs/reference/sale/order/add', isPublic: true },
    {
      name: 'docs-try',
      path: '/docs/reference/inventory/brand/add',
      isPublic: true,
      prepare: sendTrial(newLink),
    },
  ];
}
