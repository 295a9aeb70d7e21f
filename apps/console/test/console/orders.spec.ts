import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import { describeInBrowser } from '../browser.fixture.js';
import { linesOf, Visitors } from './console.fixture.js';

describeInBrowser('orders', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let plenty: number;
  let orderId: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    plenty = await stockItem(owner, shop, 10, { name: 'Blue mug', sku: 'MUG-1' });
    const scarce = await stockItem(owner, shop, 1, { name: 'Red mug' });
    const none = await stockItem(owner, shop, 0, { name: 'Green teapot' });
    const lines = [
      { item_id: plenty, quantity: 2, name: 'Blue mug' },
      { item_id: scarce, quantity: 3, name: 'Red mug' },
      { item_id: none, quantity: 1, name: 'Green teapot' },
    ];
    const totals = [{ name: 'Shipping', code: 'shipping', price: 4.5, sort_order: 1 }];
    const paid = orderOf(shop, lines, { order_status_id: shop.paid_id, totals, total: 64.5 });
    orderId = ok(await owner.api.sale.order.add(paid)).order.order_id;
    const pending = orderOf(shop, [{ item_id: plenty, quantity: 1 }], { firstname: 'Grace', lastname: 'Hopper' });
    ok(await owner.api.sale.order.add(pending));
    await visitors.world.settled();
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  test('are found by status and by what somebody types', async () => {
    const page = await visitors.visitAs(owner, 'orders');
    await page.getByText('1 to 2 of 2').waitFor();
    await page.getByRole('tab', { name: 'Paid' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    expect(page.url()).toMatch(/status=\d+/);
    await page.goBack();
    await page.getByText('1 to 2 of 2').waitFor();
    await page.getByRole('searchbox').fill('hopper');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('cell', { name: 'Grace Hopper' }).waitFor();
  });

  test('are exported as the filters show them', async () => {
    const page = await visitors.visitAs(owner, 'orders?q=hopper');
    await page.getByText('1 to 1 of 1').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const [head, ...rows] = await linesOf(await download);
    expect(head).toBe('\ufeffOrder,Customer,Channel,Status,Ordered,Total,Currency');
    expect(rows).toEqual([expect.stringMatching(/^\d+,Grace Hopper,.*,Pending,2\d{3}-.*,10,USD$/)]);
  });

  test('name their items to who may not read items, and show the history page by page', async () => {
    for (let number = 1; number <= 101; number++)
      ok(await owner.api.sale.order.addHistory({ order_id: orderId, comment: `Note ${number}` }));
    const clerk = await visitors.world.colleague(owner, { access: ['sale/*', 'setting/*'], modify: [] });
    const page = await visitors.visitAs(clerk, `orders/${orderId}`);
    await page.getByRole('table', { name: 'Lines' }).getByText('Blue mug').waitFor();
    expect(await page.getByRole('link', { name: 'Blue mug' }).count()).toBe(0);
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText('Note 101').waitFor();
    expect(await history.getByText('Note 1', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next page' }).click();
    await history.getByText('Note 1', { exact: true }).waitFor();
  });

  test('show what the stock has given for each line, the totals and the history', async () => {
    const page = await visitors.visitAs(owner, `orders/${orderId}`);
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByRole('row', { name: /Blue mug.*Deducted/ }).waitFor();
    await lines.getByRole('row', { name: /Red mug.*(1 of 3|Waiting)/ }).waitFor();
    await lines.getByRole('row', { name: /Green teapot.*Waiting/ }).waitFor();
    await page.getByRole('row', { name: 'Shipping $4.50' }).waitFor();
    await page.getByRole('table', { name: 'History' }).getByText('Paid').first().waitFor();
  });

  test('show the customer with the address, and nothing for what is not known', async () => {
    const known = { company: 'Engines Ltd', email: 'ada@engines.test', telephone: '+44 20 7946 0000' };
    const street = { address_1: '12 St James Square', address_2: 'Flat 3' };
    const town = { postcode: 'SW1Y 4JH', city: 'London', country: 'United Kingdom' };
    const sold = orderOf(shop, [{ item_id: plenty, quantity: 1 }], { ...known, ...street, ...town });
    const { order_id } = ok(await owner.api.sale.order.add(sold)).order;
    const page = await visitors.visitAs(owner, `orders/${order_id}`);
    const rows = page.getByRole('region', { name: 'Customer' }).getByRole('paragraph');
    await rows.first().waitFor();
    const shown = [...Object.values(known), ...Object.values(street), 'SW1Y 4JH London', 'United Kingdom'];
    expect(await rows.allTextContents()).toEqual(['Ada Lovelace', ...shown]);
    await page.goto(`${visitors.world.url}/console/orders/${orderId}`);
    await page.getByRole('heading', { name: `Order ${orderId}` }).waitFor();
    expect(await rows.allTextContents()).toEqual(['Ada Lovelace']);
  });

  test("show times of the account's zone, whatever that of the browser is", async () => {
    const tokyo = await visitors.world.account('Asia/Tokyo');
    const shop = await openShop(tokyo);
    const item_id = await stockItem(tokyo, shop, 5, { name: 'Bowl' });
    const placed = orderOf(shop, [{ item_id, quantity: 1 }], { date_ordered: '2026-06-30T23:30:00Z' });
    const { order_id } = ok(await tokyo.api.sale.order.add(placed)).order;
    const page = await visitors.visitAs(tokyo, `orders/${order_id}`);
    await page.getByText('Jul 1, 2026, 8:30').waitFor();
  });

  test('sales over the counter share one customer, whoever sells and reads', async () => {
    const access = ['inventory/*', 'setting/*', 'integration/*', 'extension/*', 'sale/order'];
    const cashier = await visitors.world.colleague(owner, { access, modify: ['sale/order'] });
    const sellTo = async (user: TestUser) => {
      const page = await visitors.visitAs(user, 'orders/new');
      await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
      await page.keyboard.type('MUG-1\n');
      await page.getByRole('row', { name: /Blue mug/ }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/orders\/\d+$/);
      return page;
    };
    for (const user of [cashier, cashier]) await sellTo(user);
    const page = await sellTo(owner);
    const { orders } = ok(await owner.api.sale.order.get({ limit: 3 }));
    expect(orders.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => 'Walk-in customer'));
    expect(new Set(orders.map(({ customer_id }) => customer_id)).size).toBe(1);
    await page.evaluate("localStorage.setItem('stockbook-language', 'vi')");
    await page.reload();
    await page.getByText('Khách lẻ', { exact: true }).waitFor();
    expect(await page.getByText(/@/).count()).toBe(0);
    await page.goto(`${visitors.world.url}/console/orders`);
    await page.getByRole('cell', { name: 'Khách lẻ' }).first().waitFor();
  });
});
