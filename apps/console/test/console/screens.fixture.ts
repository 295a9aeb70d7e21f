import type { Page } from 'playwright-core';
import { scan, typed } from './stock.fixture.js';
import type { Stocked } from './stocked.fixture.js';

export type Right = `${'access' | 'modify'} ${string}`;

/** A selector, with the rights without which it finds nothing. */
type Shown = readonly [selector: string, ...needs: Right[]];

export interface Screen {
  readonly name: string;
  /** The path of the route, as the router has it. */
  readonly route: string;
  readonly path: (stocked: Stocked) => string;
  /** The page itself, and then its parts. */
  readonly shows: readonly [Shown, ...Shown[]];
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const READ_ITEM = 'access inventory/item';
const EDIT_ITEM = 'modify inventory/item';
const READ_ORDER = 'access sale/order';
const READ_INVOICE = 'access extension/module/invoice';
const EDIT_ORDER = 'modify sale/order';

const MENU = 'role=navigation[name="Menu"]';
const heading = (name: string) => `role=heading[name="${name}"]`;
const region = (name: string) => `role=region[name="${name}"]`;
const button = (name: string) => `role=button[name="${name}"]`;
const link = (name: string) => `role=link[name="${name}"]`;
const tab = (name: string) => `role=tab[name="${name}"]`;

const explained = (what: keyof typeof EXPLAINED): Screen => ({
  name: `explanation of ${what}`,
  route: '/items/$itemId',
  path: (stocked) => `items/${stocked.mug}?explain=${what}.${EXPLAINED[what].of(stocked)}`,
  shows: [[`role=dialog >> text=/${EXPLAINED[what].text}/`, READ_ITEM, ...EXPLAINED[what].needs]],
});
const EXPLAINED = {
  on_hand: { of: ({ store_id }: Stocked) => store_id, text: 'add up to', needs: ['access inventory/flow'] },
  reserved: {
    of: ({ store_id }: Stocked) => store_id,
    text: 'Reservation \\d',
    needs: ['access inventory/reservation'],
  },
  quantity: { of: ({ store_id }: Stocked) => store_id, text: 'On hand', needs: [] },
  incoming: { of: ({ depot_id }: Stocked) => depot_id, text: 'Transfer \\d', needs: ['access inventory/transfer_job'] },
  flow: {
    of: ({ flow }: Stocked) => flow,
    text: 'sale\\/order\\/add',
    needs: ['access inventory/flow', 'access setting/audit'],
  },
  proof: { of: () => 0, text: 'Each of', needs: ['access inventory/flow'] },
} as const satisfies Record<string, { of: (stocked: Stocked) => number; text: string; needs: readonly Right[] }>;

const moving = (mode: string, resource: string, place: (stocked: Stocked) => string): Screen => ({
  name: `stock: ${mode}`,
  route: '/stock',
  path: (stocked) => `stock?mode=${mode}&${place(stocked)}`,
  shows: [
    [`role=tab[selected][name=/${mode}/i]`, READ_ITEM, `modify ${resource}`],
    ['role=listitem[name="Blue mug"]', READ_ITEM, `modify ${resource}`],
  ],
  prepare: async (page) => {
    if (await page.getByRole('listitem', { name: 'Blue mug' }).count()) return;
    await page.locator('input:focus').waitFor();
    await scan(page, 'MUG-1');
  },
});

const printed = (kind: string, needs: readonly Right[], ids: (stocked: Stocked) => number): Screen => ({
  name: `print: ${kind}`,
  route: '/print/$kind',
  path: (stocked) => `print/${kind}?ids=${ids(stocked)}`,
  shows: [['.paper', ...needs]],
});

/** Every page of the console, with the states that show most. A route that is missing here fails the spec of pages. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'start',
    route: '/',
    path: () => '',
    shows: [
      [heading('Items'), READ_ITEM],
      [`${MENU} >> ${link('Items')}`, READ_ITEM],
      [`${MENU} >> ${link('Orders')}`, READ_ORDER],
    ],
  },
  {
    name: 'items',
    route: '/items',
    path: () => 'items?columns=sku.quantity.price.average_cost',
    shows: [
      [link('Blue mug'), READ_ITEM],
      [link('New item'), EDIT_ITEM],
      [link('Change prices of all 3'), READ_ITEM, EDIT_ITEM],
      [`role=checkbox[name="Select Blue mug"]`, READ_ITEM, EDIT_ITEM],
      ['role=combobox[name="Brand"]', 'access inventory/brand'],
    ],
  },
  {
    name: 'palette',
    route: '/items',
    path: () => 'items',
    shows: [
      ['input[placeholder^="Item, order"]'],
      ['[data-action] >> text=MUG-1', READ_ITEM],
      ['[data-action] >> text=Order MUG-77', READ_ORDER],
    ],
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Item, order').fill('mug');
    },
  },
  {
    name: 'keys',
    route: '/items',
    path: () => 'items',
    shows: [['role=dialog[name="Keyboard shortcuts"]']],
    prepare: (page) => page.keyboard.press('?'),
  },
  {
    name: 'item',
    route: '/items/$itemId',
    path: ({ mug }) => `items/${mug}`,
    shows: [
      [heading('Blue mug'), READ_ITEM],
      [tab('Ledger'), READ_ITEM, 'access inventory/flow'],
      [link('✓ Proved'), READ_ITEM, 'access inventory/flow'],
      [button('Save'), READ_ITEM, EDIT_ITEM],
      [button('Add a picture'), READ_ITEM, EDIT_ITEM],
      [`${region('Orders that wait for it')} >> role=link`, READ_ITEM, READ_ORDER, 'access setting/order_status'],
      [
        `${region('Expected from suppliers')} >> text=/Purchase order \\d/`,
        READ_ITEM,
        'access inventory/purchase_order',
      ],
      [`${region('Prices of customer groups')} >> text=Trade`, READ_ITEM, 'access sale/customer_group'],
    ],
  },
  {
    name: 'bundle',
    route: '/items/$itemId',
    path: ({ set }) => `items/${set}`,
    shows: [
      [`${region('Parts of the bundle')} >> ${link('Blue mug')}`, READ_ITEM],
      [button('Remove Blue mug'), READ_ITEM, EDIT_ITEM],
    ],
  },
  {
    name: 'ledger',
    route: '/items/$itemId',
    path: ({ mug }) => `items/${mug}?view=ledger&at=2099-01-01T00:00`,
    shows: [
      ['role=table[name="Movements"] >> text=/order/', READ_ITEM, 'access inventory/flow'],
      ['role=img >> canvas', READ_ITEM, 'access inventory/flow'],
    ],
  },
  ...(['on_hand', 'reserved', 'quantity', 'incoming', 'flow', 'proof'] as const).map(explained),
  { name: 'new item', route: '/items/new', path: () => 'items/new', shows: [[button('Add the item'), EDIT_ITEM]] },
  {
    name: 'prices',
    route: '/items/prices',
    path: () => 'items/prices',
    shows: [['role=table[name="Before and after"]', READ_ITEM, EDIT_ITEM]],
    prepare: (page) => page.getByLabel('Value').fill('10'),
  },
  moving('receive', 'inventory/addition', ({ purchaseOrder }) => `order=${purchaseOrder}`),
  moving('adjust', 'inventory/item', ({ store_id }) => `location=${store_id}`),
  moving('transfer', 'inventory/transfer', ({ store_id, depot_id }) => `location=${store_id}&to=${depot_id}`),
  moving('count', 'inventory/stock_take_job', ({ store_id }) => `location=${store_id}`),
  {
    name: 'orders',
    route: '/orders',
    path: () => 'orders',
    shows: [
      ['role=cell[name="Ada Lovelace"]', READ_ORDER],
      [link('New order'), READ_ITEM, EDIT_ORDER],
      [tab('Paid'), 'access setting/order_status'],
      ['role=checkbox[name="Choose all of this page"]', READ_ORDER, EDIT_ORDER, 'access setting/order_status'],
    ],
  },
  {
    name: 'orders: chosen',
    route: '/orders',
    path: () => 'orders',
    shows: [[button('Choose none'), READ_ORDER, EDIT_ORDER, 'access setting/order_status']],
    prepare: (page) => page.getByRole('checkbox', { name: 'Choose all of this page' }).check(),
  },
  {
    name: 'order',
    route: '/orders/$orderId',
    path: ({ order }) => `orders/${order}`,
    shows: [
      ['role=table[name="Lines"] >> text=Blue mug', READ_ORDER],
      ['role=table[name="History"] >> text=Paid', READ_ORDER],
      [region('Change the status'), READ_ORDER, EDIT_ORDER],
      [button('Change or add a payment'), READ_ORDER, EDIT_ORDER, 'access setting/payment_method'],
      [link('Refund'), READ_ORDER, 'access sale/credit_note', 'modify sale/credit_note'],
      ['role=table[name="Credit notes"]', READ_ORDER, 'access sale/credit_note'],
      [button('Undo'), READ_ORDER, 'access sale/credit_note', 'modify sale/credit_note'],
      [region('Deliveries of webhooks'), READ_ORDER, 'access integration/webhook'],
    ],
  },
  {
    name: 'order: print menu',
    route: '/orders/$orderId',
    path: ({ order }) => `orders/${order}`,
    shows: [
      ['role=menuitem[name="Packing slips"]', READ_ORDER],
      ['role=menuitem[name="Invoices"]', READ_ORDER, READ_INVOICE],
    ],
    prepare: (page) => page.getByRole('button', { name: 'Print' }).click(),
  },
  {
    name: 'new order',
    route: '/orders/new',
    path: () => 'orders/new',
    shows: [
      ['role=button[name=/^Place the order/]', READ_ITEM, EDIT_ORDER],
      ['role=row[name=/Blue mug/]', READ_ITEM, EDIT_ORDER],
      ['role=combobox[name="Find the customer"]', READ_ITEM, EDIT_ORDER, 'access sale/customer'],
    ],
    prepare: async (page) => {
      await typed(page, 'MUG-1');
      await page.getByRole('row', { name: /Blue mug/ }).waitFor();
      await typed(page, 'teapot', false);
      await page.getByRole('option', { name: /Green teapot/ }).waitFor();
    },
  },
  {
    name: 'refund',
    route: '/orders/$orderId/refund',
    path: ({ order }) => `orders/${order}/refund`,
    shows: [['role=button[name=/^Refund/]', READ_ORDER, 'access sale/credit_note', 'modify sale/credit_note']],
  },
  printed('labels', [READ_ITEM], ({ mug }) => mug),
  printed('pick-list', [READ_ORDER], ({ order }) => order),
  printed('packing-slips', [READ_ORDER], ({ order }) => order),
  printed('receipts', [READ_ORDER], ({ order }) => order),
  {
    ...printed('invoices', [READ_ORDER, READ_INVOICE], ({ order }) => order),
    prepare: async (page) => {
      const issue = page.getByRole('button', { name: 'Issue the numbers' });
      await issue.or(page.locator('.paper')).first().waitFor();
      if (await issue.isVisible()) await issue.click();
    },
  },
];
