import { ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

const SHORT_BARCODE = '96385074';

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
    await stockItem(owner, shop, 40, { name: 'Tea spoon', barcode: SHORT_BARCODE, price: 2.5 });
    ok(await owner.api.setting.payment_method.add({ name: 'Card', sort_order: 1 }));
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

  test('a barcode that is scanned into a quantity adds its item and leaves the quantity', async () => {
    await page.keyboard.type('TRAY-10\n');
    await page.getByLabel('Quantity of Large tray').fill('3');
    await page.keyboard.press('Enter');
    await page.getByLabel('Quantity of Large tray').focus();
    await page.keyboard.type(`${SHORT_BARCODE}\n`);
    await lines().getByRole('row', { name: 'Tea spoon' }).waitFor();
    expect(await page.getByLabel('Quantity of Large tray').inputValue()).toBe('3');
    expect(await page.getByLabel('Quantity of Tea spoon').inputValue()).toBe('1');
  });

  test('numbers have the signs of the language, and an unclear one is not placed', async () => {
    await page.keyboard.type('TRAY-10\n');
    const [quantity, price] = [page.getByLabel('Quantity of Large tray'), page.getByLabel('Price of Large tray')];
    await price.last().fill('1,200');
    await page.getByRole('row', { name: 'Total $1,200.00' }).waitFor();
    await quantity.fill('1.000');
    await lines().getByText('Write a whole number, like 1,234.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('A field has no clear number.').waitFor();
    await quantity.fill('1,000');
    await price.last().fill('2,5');
    await page.getByRole('row', { name: 'Total $2,500.00' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    const { orders } = ok(await owner.api.sale.order.get({ limit: 1 }));
    expect(orders).toMatchObject([{ total: 2_500, products: [{ quantity: 1_000, price: 2.5 }] }]);
  });
});
