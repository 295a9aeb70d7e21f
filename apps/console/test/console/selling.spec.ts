import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

const WIDE_BARCODE = '4006381333931';

describeInBrowser('selling', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;
  let teapot: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    const { api } = owner;
    mug = await stockItem(owner, shop, 50, { name: 'Blue mug', sku: 'MUG-1', barcode: WIDE_BARCODE });
    teapot = await stockItem(owner, shop, 1, { name: 'Green teapot', sku: 'POT-1', price: 30 });
    await stockItem(owner, shop, 40, { name: 'Tea spoon', sku: 'SPOON-1', price: 2.5 });
    ok(await api.setting.payment_method.add({ name: 'Card', sort_order: 1 }));
    const ada = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@engines.test', telephone: '+44 20 7946 0000' };
    ok(await api.sale.customer.add(ada));
    const off = { percent: 10, coupons: ['TEN'] };
    ok(await api.extension.total.promotion.add({ name: 'Ten off', type: 'percent', configuration: off }));
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = (path: string) => visitors.visitAs(owner, path);
  const newest = async () => ok(await owner.api.sale.order.get({ limit: 1 }));
  const items = (page: Page) => page.getByRole('combobox', { name: 'Add an item' });
  const lines = (page: Page) => page.getByRole('table', { name: 'Lines' });
  /** The option that Enter takes. */
  const firstFound = (page: Page, hasText: string) => page.locator('[data-combobox-selected]').filter({ hasText });
  const isPlacing = (page: Page) =>
    page.waitForRequest('**/sale/order/add', { timeout: 1_500 }).then(
      () => true,
      () => false,
    );
  const sale = (fields: Parameters<typeof orderOf>[2] = {}, quantity = 2) =>
    orderOf(shop, [{ item_id: mug, quantity }], { total: 10 * quantity, order_status_id: shop.paid_id, ...fields });
  const placed = async (fields: Parameters<typeof orderOf>[2] = {}, quantity?: number) =>
    ok(await owner.api.sale.order.add(sale(fields, quantity))).order;

  test('three lines, a customer and a coupon by the keyboard alone make the order that the page shows', async () => {
    const page = await open('orders');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.keyboard.press('n');
    await items(page).waitFor();
    // A scanner types faster than the list opens.
    await page.keyboard.type(`${WIDE_BARCODE}\n3*SPOON-1\n`);
    await lines(page).getByRole('row', { name: 'Tea spoon' }).waitFor();
    await page.keyboard.type('green');
    await firstFound(page, 'Green teapot').waitFor();
    await page.keyboard.press('Enter');
    await lines(page)
      .getByRole('row', { name: /Green teapot/ })
      .waitFor();
    await page.keyboard.type('+');
    await page.getByRole('row', { name: 'Total $77.50' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('7946');
    await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('ada@engines.test').waitFor();
    await page.getByRole('textbox', { name: 'Coupon' }).fill('NONE');
    await page.keyboard.press('Enter');
    await page.getByText(/no coupon NONE|NONE.*(unknown|not)/i).waitFor();
    await page.getByRole('textbox', { name: 'Coupon' }).fill('TEN');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'Total $69.75' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    const { orders, total } = await newest();
    expect(orders).toMatchObject([
      {
        ...{ email: 'ada@engines.test', total: 69.75, order_status: 'Pending', payment_method: 'Cash' },
        products: [
          { name: 'Blue mug', quantity: 1 },
          { name: 'Tea spoon', quantity: 3 },
          { name: 'Green teapot', quantity: 2 },
        ],
      },
    ]);
    expect(total).toBe(1);
  });

  test("the API's words stand at the line that they name, and payments are split", async () => {
    const page = await open('orders/new');
    await items(page).waitFor();
    await page.keyboard.type('MUG-1\n');
    await page.getByLabel('Quantity of Blue mug').fill('0');
    await lines(page)
      .getByText(/products\[0\]\.quantity must be/)
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Quantity of Blue mug').fill('2');
    await page.getByRole('button', { name: 'Split the payment' }).click();
    await page.getByLabel('Amount of payment 1').fill('5');
    await page.getByLabel('Method of payment 2').selectOption({ label: 'Card' });
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    const payments = [
      { payment_method: 'Cash', total: 5 },
      { payment_method: 'Card', total: 15 },
    ];
    expect((await newest()).orders).toMatchObject([{ total: 20, payments, name: 'Walk-in customer' }]);
    await page.goto(`${visitors.world.url}/console/orders/new`);
    await items(page).waitFor();
    // What a scanner has read belongs to the order, though it is not found yet.
    await page.keyboard.type('MUG-1\nunknown\n');
    await page.keyboard.press('Control+Enter');
    await page.getByText('“unknown” is typed and not chosen yet').waitFor();
    await items(page).fill('');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    // Sales over the counter add no customer each.
    expect(ok(await owner.api.sale.customer.get({ filter_name: 'Walk-in' })).total).toBe(1);
  });

  test('a killed tab loses nothing, and a cut network doubles nothing', async () => {
    const before = (await newest()).total;
    let page = await open('orders/new');
    const again = async () => {
      const [context, address] = [page.context(), page.url()];
      await page.close();
      page = await context.newPage();
      await page.goto(address);
      await lines(page)
        .getByRole('row', { name: /Blue mug/ })
        .waitFor();
    };
    await items(page).waitFor();
    await page.keyboard.type('MUG-1\n');
    await page.waitForURL(/draft=/);
    await again();
    await page.getByLabel('Quantity of Blue mug').fill('4');
    await page.route('**/inventory/item/get', (route) => route.abort());
    await page.keyboard.press('F2');
    await page.keyboard.type('SPOON-1\n');
    await page.getByText('inventory/item/get got no answer').waitFor();
    await page.unroute('**/inventory/item/get');
    await page.keyboard.press('Enter');
    await lines(page)
      .getByRole('row', { name: /Tea spoon/ })
      .waitFor();
    await again();
    await page.keyboard.press('F4');
    await page.keyboard.type('Grace Hopper');
    await page.getByRole('option', { name: 'New customer: Grace Hopper' }).waitFor();
    await page.keyboard.press('Enter');
    await again();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Hopper');

    // The answer is lost on its way, and then the requests are.
    const order = '**/sale/order/add';
    const network = page.context();
    await network.route(order, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Control+Enter');
    await page.getByText('The server has not answered yet').waitFor();
    await network.unroute(order);
    await network.route(order, (route) => route.abort());
    await again();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('got no answer').waitFor();
    await network.unroute(order);
    await page.waitForURL(/orders\/\d+$/);
    const { orders, total } = await newest();
    expect(orders).toMatchObject([{ name: 'Grace Hopper', products: [{ quantity: 4 }, { quantity: 1 }] }]);
    expect(total).toBe(before + 1);
    await page.goto(`${visitors.world.url}/console/orders/new`);
    await page.getByText('Scan or search the first item').waitFor();
    expect(await page.getByRole('button', { name: /Unfinished/ }).count()).toBe(0);
    expect(visitors.takeFaults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  });

  test('a status is changed with its comment, and never over one that somebody else has set', async () => {
    const { order_id } = await placed({ order_status_id: shop.pending_id });
    const page = await open(`orders/${order_id}`);
    await page.getByLabel('New status').selectOption({ label: 'Paid' });
    await page.getByRole('textbox', { name: 'Comment' }).fill('Paid at the door');
    const { order_status_id } = ok(await owner.api.setting.order_status.add({ name: 'Returned' }));
    ok(await owner.api.sale.order.addHistory({ order_id, order_status_id }));
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: /Somebody else has changed this/ });
    await dialog.getByRole('row', { name: 'Status Returned Paid' }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('table', { name: 'History' }).getByText('Paid at the door').waitFor();
    expect(ok(await owner.api.sale.order.get({ order_id })).orders).toMatchObject([{ order_status: 'Paid' }]);

    await page.getByRole('button', { name: 'Change or add a payment' }).click();
    await page.getByRole('button', { name: 'Split the payment' }).click();
    await page.getByLabel('Amount of payment 1').fill('8');
    await page.getByRole('region', { name: 'Payments' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'Card $12.00' }).waitFor();
  });

  test('a line says what it waits for, and an order what webhooks were told', async () => {
    const url = 'https://shop.example.com/stockbook';
    const { webhook_id } = ok(await owner.api.integration.webhook.add({ url, events: ['sale_order'] }));
    ok(await owner.api.integration.webhook.edit({ webhook_id, enabled: false }));
    const products = [{ item_id: teapot, quantity: 900, name: 'Green teapot' }];
    const paid = { order_status_id: shop.paid_id };
    const { order_id } = ok(await owner.api.sale.order.add(orderOf(shop, products, paid))).order;
    const page = await open(`orders/${order_id}`);
    await lines(page).getByText('Store: short by 899, 900 wanted, 1 available').waitFor();
    await visitors.world.settled();
    await page.reload();
    await page.getByRole('table', { name: 'Deliveries of webhooks' }).getByText('sale_order.added').waitFor();
    const large = [{ item_id: teapot, quantity: 1, name: 'Green teapot (large)' }];
    const behind = ok(await owner.api.sale.order.add(orderOf(shop, large, paid))).order;
    const other = await open(`orders/${behind.order_id}`);
    await lines(other)
      .getByText(/^Store: older orders first: 1, 1 wanted/)
      .waitFor();
    await other.evaluate("localStorage.setItem('stockbook-language', 'vi')");
    await other.reload();
    await other.getByText(/^Store: chờ 1 đơn cũ hơn, cần 1/).waitFor();
  });

  test('nothing behind an open dialog takes a key', async () => {
    const page = await open('orders/new');
    await items(page).waitFor();
    await page.keyboard.type('MUG-1\n');
    await page.getByRole('row', { name: 'Total $10.00' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Item, order').fill('nothing has this name');
    await page.getByText('Nothing matches').waitFor();
    const placing = isPlacing(page);
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('F4');
    expect(await placing).toBe(false);
    await page.getByPlaceholder('Item, order').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
  });

  test('an order waits for its promotions and taxes, or somebody confirms that it goes without', async () => {
    const before = (await newest()).total;
    const page = await open('orders/new');
    const calculate = '**/promotion/calculate';
    await page.route(calculate, (route) => route.abort());
    await items(page).waitFor();
    await page.keyboard.type('2*MUG-1\n');
    await page.getByText('Promotions and taxes could not be computed').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The order is not placed, because its promotions and taxes are not computed').waitFor();
    expect((await newest()).total).toBe(before);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Place it without them' }).check();
    // A changed cart needs its own confirmation.
    await page.getByLabel('Quantity of Blue mug').fill('3');
    await page.getByRole('checkbox', { name: 'Place it without them', checked: false }).check();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    expect(await newest()).toMatchObject({ total: before + 1, orders: [{ total: 30, products: [{ quantity: 3 }] }] });
    expect(visitors.takeFaults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  });
});
