import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Route } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

describeInBrowser('changes of many orders', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    mug = await stockItem(owner, shop, 50, { name: 'Blue mug', sku: 'MUG-1' });
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = (path: string) => visitors.visitAs(owner, path);
  const placed = async (lastname: string) => {
    const fields = { lastname, total: 20, order_status_id: shop.paid_id };
    return ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: mug, quantity: 2 }], fields))).order;
  };

  test('many orders change their status together, each with its own outcome, while somebody is elsewhere', async () => {
    const free = await placed('Bulk');
    const locked = await placed('Bulk');
    ok(await owner.api.sale.order.edit({ order_id: locked.order_id, locked: true }));
    const theirs = await placed('Bulk');
    const page = await open('orders?q=bulk');
    await page.getByText('1 to 3 of 3').waitFor();
    ok(await owner.api.sale.order.edit({ order_id: free.order_id, shipping_tracking: 'TRACK-1' }));
    const { order_status_id } = ok(await owner.api.setting.order_status.add({ name: 'Checked' }));
    ok(await owner.api.sale.order.addHistory({ order_id: theirs.order_id, order_status_id }));
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
    await page.getByLabel('New status').selectOption({ label: 'Pending' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/batch', (route) => released.then(() => route.continue()));
    await page.getByRole('button', { name: 'Change 3' }).click();
    await page.getByText('the work goes on as long as this tab is open').waitFor();
    expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false);
    release();
    await page.getByText('To Pending: 1 of 3 changed, 2 refused').waitFor();
    await page.getByRole('link', { name: 'Items' }).click();
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    const outcomes = page.getByRole('table', { name: 'Change of many orders' });
    await outcomes.getByRole('row', { name: new RegExp(`Order ${locked.order_id} Refused .*locked`) }).waitFor();
    const stale = 'Somebody has changed the order meanwhile. Its status is Checked now.';
    await outcomes.getByRole('row', { name: `Order ${theirs.order_id} Refused ${stale}` }).waitFor();
    await outcomes.getByRole('row', { name: `Order ${free.order_id} Changed` }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('matches that are not all counted are more than the total; a change of all asks first, and stops', async () => {
    const [order] = [await placed('Many'), await placed('Many')];
    const statuses = async () => {
      const { orders } = ok(await owner.api.sale.order.get({ search: 'Many' }));
      return orders.map(({ order_status }) => order_status);
    };
    const page = await open('orders');
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).waitFor();
    await page.route('**/sale/order/get', manyMatches(order));
    await page.getByRole('searchbox').fill('many');
    await page.getByText('1 to 50 of more than 200').waitFor();
    for (const first of [51, 101, 151, 201]) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText(`${first} to `).waitFor();
    }
    await page.getByText('201 to 203 of 203').waitFor();
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('151 to 200 of more than 200').waitFor();

    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
    await page.getByRole('button', { name: 'Choose all that are found, more than 200' }).click();
    await page.getByLabel('New status').selectOption({ label: 'Pending' });
    const change = page.getByRole('button', { name: 'Change more than 200' });
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'Change more than 200 orders?' });
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.unroute('**/sale/order/get');
    await page.route('**/sale/order/get', (route) => released.then(() => route.continue()));
    await change.click();
    await dialog.getByRole('button', { name: 'Change them all' }).click();
    await page.getByText('To Pending: 0 of more than 200 changed, 0 refused').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await page.getByText('The change is stopped').waitFor();
    expect(await statuses()).toEqual(['Paid', 'Paid']);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('To Pending: 2 of 2 changed, 0 refused').waitFor();
    expect(await statuses()).toEqual(['Pending', 'Pending']);
  });

  test('a change that somebody stops ends behind what was sent, and goes on from there', async () => {
    await Promise.all(Array.from({ length: 51 }, () => placed('Stopped')));
    await visitors.world.settled();
    const page = await open('orders?q=stopped');
    await page.getByText('1 to 50 of 51').waitFor();
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
    await page.getByRole('button', { name: 'Choose all 51 that are found' }).click();
    await page.getByLabel('New status').selectOption({ label: 'Pending' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/batch', (route) => released.then(() => route.continue()));
    const sent = page.waitForRequest('**/batch');
    await page.getByRole('button', { name: 'Change 51' }).click();
    await sent;
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await page.getByText('The change is stopped').waitFor();
    await page.getByText('To Pending: 50 of 51 changed, 0 refused').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('To Pending: 51 of 51 changed, 0 refused').waitFor();
  });
});

/** Answers a list with the same five pages of orders, and counts only the first 200. */
function manyMatches(order: object) {
  return async (route: Route): Promise<void> => {
    const page = Number(/"page":(\d+)/.exec(route.request().postData() ?? '')?.[1]);
    const orders = Array.from({ length: page < 5 ? 50 : 3 }, (_, i) => ({ ...order, order_id: page * 1_000 + i }));
    await route.fulfill({ json: { orders, total: 200, total_is_minimum: true } });
  };
}
