import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

describeInBrowser('what was done', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    mug = await stockItem(owner, shop, 50, { name: 'Blue mug', sku: 'MUG-1' });
    ok(await owner.api.setting.payment_method.add({ name: 'Card', sort_order: 1 }));
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = (path: string) => visitors.visitAs(owner, path);
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();
  const order = async (order_id: number) => ok(await owner.api.sale.order.get({ order_id })).orders[0];

  test('a new item is taken back', async () => {
    const page = await open('items/new');
    await page.getByLabel('Name').fill('Misprint');
    await page.keyboard.press('Enter');
    await page.getByText('The item is added.').waitFor();
    await page.getByRole('heading', { name: 'Misprint' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await undo(page);
    await page.getByText('The item is deleted again.').waitFor();
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    expect(ok(await owner.api.inventory.item.get({ search: 'Misprint' })).items).toEqual([]);
  });

  test('a new item whose answer is lost is added once, also after a reload', async () => {
    const add = '**/inventory/item/add';
    const page = await open('items/new');
    await page.getByLabel('Name').fill('Saucer');
    await page.route(add, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Enter');
    await page.getByText('The server has not answered yet').waitFor();
    await page.reload();
    await page.getByText('The server has not answered yet').waitFor();
    await page.unroute(add);
    await page.getByRole('heading', { name: 'Saucer' }).waitFor();
    expect(ok(await owner.api.inventory.item.get({ search: 'Saucer' })).total).toBe(1);
    expect(visitors.takeFaults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  });

  test('a new order is taken back with its stock', async () => {
    const page = await open('orders/new');
    await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
    await page.keyboard.type('MUG-1\n');
    await page.getByRole('table', { name: 'Lines' }).getByRole('row', { name: 'Blue mug' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    const order_id = Number(/\d+$/.exec(page.url())?.[0]);
    await undo(page);
    await page.getByText(`Order ${order_id} is deleted, and its stock given back.`).waitFor();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    expect(await order(order_id)).toBeUndefined();
    await visitors.world.settled();
    expect(ok(await owner.api.inventory.item.get({ item_id: mug })).items).toMatchObject([{ quantity: 50 }]);
  });

  test('a status is taken back, unless somebody else has changed it since', async () => {
    const pending = orderOf(shop, [{ item_id: mug, quantity: 1 }], { order_status_id: shop.pending_id });
    const { order_id } = ok(await owner.api.sale.order.add(pending)).order;
    const page = await open(`orders/${order_id}`);
    const setPaid = async () => {
      await page.getByLabel('New status').selectOption({ label: 'Paid' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').filter({ hasText: 'Saved.' }).waitFor();
    };
    await setPaid();
    await undo(page);
    await page.getByText('The status is Pending again.').waitFor();
    expect(await order(order_id)).toMatchObject({ order_status: 'Pending' });
    // A message stays as long as the pointer is on it.
    await page.mouse.move(0, 0);
    await page.getByText('The status is Pending again.').waitFor({ state: 'hidden' });
    await setPaid();
    const { order_status_id } = ok(await owner.api.setting.order_status.add({ name: 'Returned' }));
    ok(await owner.api.sale.order.addHistory({ order_id, order_status_id }));
    await undo(page);
    await page.getByText('Somebody else has changed the status since.').waitFor();
    expect(await order(order_id)).toMatchObject({ order_status: 'Returned' });
  });

  test('a status is taken back although stock changes the order meanwhile and the answer is lost', async () => {
    const pending = orderOf(shop, [{ item_id: mug, quantity: 1 }], { order_status_id: shop.pending_id });
    const { order_id } = ok(await owner.api.sale.order.add(pending)).order;
    await visitors.world.settled();
    const page = await open(`orders/${order_id}`);
    await page.getByLabel('New status').selectOption({ label: 'Paid' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Saved.' }).waitFor();
    let isChanged = false;
    await page.route('**/sale/order/addHistory', async (route) => {
      if (isChanged) {
        await route.fetch();
        return route.abort();
      }
      isChanged = true;
      ok(await owner.api.sale.order.edit({ order_id, shipping_tracking: 'TRACK-1' }));
      await route.continue();
    });
    await undo(page);
    await page.getByText('sale/order/addHistory got no answer').waitFor();
    await page.unroute('**/sale/order/addHistory');
    await undo(page);
    await page.getByText('The status is Pending again.').waitFor();
    const { histories } = ok(await owner.api.sale.order.getHistory({ order_id }));
    const byOwner = histories.filter(({ user_id }) => user_id).map(({ order_status }) => order_status);
    expect(byOwner).toEqual(['Pending', 'Paid', 'Pending']);
    expect(await order(order_id)).toMatchObject({ order_status: 'Pending' });
    expect(visitors.takeFaults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  });

  test('the statuses of many orders are taken back, each to its own', async () => {
    const placed = async (order_status_id: number) => {
      const fields = { order_status_id, lastname: 'Several' };
      return ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: mug, quantity: 1 }], fields))).order.order_id;
    };
    const { order_status_id: packed } = ok(await owner.api.setting.order_status.add({ name: 'Packed' }));
    const [first, second] = [await placed(shop.paid_id), await placed(packed)];
    const page = await open('orders?q=several');
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('textbox', { name: 'Comment' }).fill('On hold');
    await page.getByLabel('New status').selectOption({ label: 'Pending' });
    await page.getByRole('button', { name: 'Change 2' }).click();
    await page.getByText('To Pending: 2 of 2 changed, 0 refused').waitFor();
    const { histories } = ok(await owner.api.sale.order.getHistory({ order_id: first }));
    expect(histories.map(({ comment }) => comment)).toContain('On hold');
    await undo(page);
    await page.getByText('To their former status: 2 of 2 changed, 0 refused').waitFor();
    expect(await order(first)).toMatchObject({ order_status: 'Paid' });
    expect(await order(second)).toMatchObject({ order_status: 'Packed' });
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});
