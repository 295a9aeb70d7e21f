import { ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';
import { readyToScan, scan, typed } from './stock.fixture.js';

describeInBrowser('receiving a purchase order', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    page = await visitors.visitAs(owner, 'stock');
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = async (query: string) => {
    await page.goto(`${visitors.world.url}/console/stock?location=${shop.store_id}&${query}`);
    await readyToScan(page);
  };
  const item = (name: string, quantity: number, fields = {}) => stockItem(owner, shop, quantity, { name, ...fields });
  const line = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
  const saved = (page: Page, name: string, state = 'Saved') =>
    line(page, name).getByText(state, { exact: true }).waitFor();

  test('a purchase order is received at its costs, and more than it asks for only when somebody says so', async () => {
    const jug = await item('Jug', 0, { barcode: '4006381111116', cost: 9 });
    const ordered = { location_id: shop.store_id, item: [{ item_id: jug, quantity: 3, cost: 7 }] };
    const { purchase_order_id } = ok(await owner.api.inventory.purchase_order.add(ordered));
    await open(`mode=receive&order=${purchase_order_id}`);
    await page.getByRole('button', { name: 'Receive 3 of Jug' }).click();
    await saved(page, 'Jug');
    await line(page, 'Jug').getByText('3 of 3 received').waitFor();
    await scan(page, '4006381111116');
    await line(page, 'Jug')
      .getByRole('alert')
      .getByText(/asks for 3/)
      .waitFor();
    expect(await line(page, 'Jug').getByLabel('Quantity of Jug').getAttribute('aria-invalid')).toBe('true');
    await line(page, 'Jug')
      .getByRole('button', { name: /Receive more/ })
      .click();
    await line(page, 'Jug').getByText('4 of 3 received').waitFor();
    await scan(page, '4006381111116');
    await line(page, 'Jug')
      .getByRole('alert')
      .getByText(/5 pieces would be received/)
      .waitFor();
    await line(page, 'Jug').getByLabel('Quantity of Jug').fill('4');
    await page.keyboard.press('Enter');
    await saved(page, 'Jug');
    const { additions } = ok(await owner.api.inventory.addition.get({ filter_purchase_order_id: purchase_order_id }));
    expect(additions.map(({ items }) => items)).toMatchObject([[{ item_id: jug, quantity: 4, cost: 7 }]]);
  });

  test('a purchase order in another currency takes an item that it does not name at the cost of the item', async () => {
    ok(await owner.api.setting.currency.add({ code: 'VND', value: 25_000, decimal_place: 0 }));
    const vase = await item('Vase', 0, { barcode: '4006381666664', cost: 4 });
    const tile = await item('Tile', 0, { barcode: '4006381777773', cost: 9 });
    const lamp = await item('Lamp', 0, { barcode: '4006381888882', sku: 'LAMP-1', cost: 2 });
    const vases = { item_id: vase, quantity: 3, cost: 90_000 };
    const ordered = { location_id: shop.store_id, currency: 'VND', currency_value: 20_000, item: [vases] };
    const { purchase_order_id } = ok(await owner.api.inventory.purchase_order.add(ordered));
    await open(`mode=receive&order=${purchase_order_id}`);
    await scan(page, '4006381666664');
    await saved(page, 'Vase');
    await scan(page, '4006381777773');
    await page.getByRole('button', { name: /Receive more/ }).click();
    await saved(page, 'Tile');
    expect(await line(page, 'Tile').getByLabel('Cost of Tile in VND').inputValue()).toBe('180000');
    await typed(page, 'lamp', false);
    await page.getByRole('option', { name: /Lamp/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Receive more/ }).click();
    await saved(page, 'Lamp');
    const { additions } = ok(await owner.api.inventory.addition.get({ filter_purchase_order_id: purchase_order_id }));
    const costs = additions.map(({ currency, currency_value, items: [received] }) => {
      const { item_id, cost = 0 } = received ?? {};
      return { item_id, currency, cost, base: cost / currency_value };
    });
    expect(costs).toEqual([
      { item_id: lamp, currency: 'VND', cost: 40_000, base: 2 },
      { item_id: tile, currency: 'VND', cost: 180_000, base: 9 },
      { item_id: vase, currency: 'VND', cost: 90_000, base: 3.6 },
    ]);
  });
});
