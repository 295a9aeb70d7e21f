import { openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

describeInBrowser('an order by hand', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    await stockItem(owner, shop, 2_000, { name: 'Large tray', sku: 'TRAY-10', price: 4 });
  });
  beforeEach(async () => {
    page = await visitors.visitAs(owner, 'orders/new');
    await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const lines = () => page.getByRole('table', { name: 'Lines' });

  test('a code that no item has is never taken for a longer one, however slowly it is sent', async () => {
    await page.keyboard.type('TRAY-1\n');
    const option = page.getByRole('option', { name: /Large tray/ });
    await option.waitFor();
    await page.getByText('No item has exactly the code TRAY-1.').waitFor();
    await page.keyboard.press('Enter');
    await option.waitFor();
    expect(await lines().count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await lines().getByRole('row', { name: 'Large tray' }).waitFor();
  });
});
