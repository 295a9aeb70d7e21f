import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { linesOf, Visitors } from './console.fixture.js';

const MANY = 130;

describeInBrowser('the frame of all pages', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    const mug = await stockItem(owner, shop, 12, { name: 'Blue mug', sku: 'MUG-1', price: 9.5 });
    await stockItem(owner, shop, 1, { name: '=HYPERLINK("http://evil")', sku: 'POT-1', price: 34.9 });
    const { inventory } = owner.api;
    for (let number = 1; number <= MANY; number++) ok(await inventory.item.add({ name: `Spoon ${number}`, price: 2 }));
    const customer = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.com' };
    const order = orderOf(shop, [{ item_id: mug, quantity: 1 }], { ...customer, imported_order_id: 'WEB-77' });
    ok(await owner.api.sale.order.add(order));
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const menu = async (page: Page, button: string | RegExp, item: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  test('a view keeps what a list shows under a name, and the menu opens the list with it', async () => {
    const page = await visitors.visitAs(owner, 'items?q=mug&columns=sku');
    await page.getByText('1 to 1 of 1').waitFor();
    await menu(page, 'Views', 'Save this view');
    await page.getByRole('textbox', { name: 'Name' }).fill('Mugs');
    await page.keyboard.press('Enter');
    await menu(page, 'View: Mugs', 'Open the list with this view');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Items' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    expect(page.url()).toMatch(/q=mug/);

    await menu(page, 'View: Mugs', 'Rename this view');
    await page.getByRole('textbox', { name: 'Name' }).fill('All mugs');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').fill('spoon');
    await page.getByText(`1 to 50 of ${MANY}`).waitFor();
    await menu(page, 'Views', 'All mugs');
    await page.getByText('1 to 1 of 1').waitFor();
    await menu(page, 'View: All mugs', 'Delete this view');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Save this view']);
  });

  test('an export has all rows that the filters show, as plain texts, and goes on behind other pages', async () => {
    const page = await visitors.visitAs(owner, 'items?columns=sku.price');
    const exported = async (): Promise<string[]> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await page.getByRole('link', { name: 'Orders' }).click();
      return linesOf(await download);
    };
    const lines = await exported();
    expect(lines).toHaveLength(MANY + 3);
    expect(lines.slice(0, 3)).toEqual([
      '\ufeffName,SKU,Price',
      'Blue mug,MUG-1,9.5',
      `"'=HYPERLINK(""http://evil"")",POT-1,34.9`,
    ]);
    const message = page.getByRole('alert').filter({ hasText: `${MANY + 2} rows are in items-` });
    await message.getByRole('button', { name: 'Close' }).waitFor();
    await page.goto(`${visitors.world.url}/console/items?q=spoon%2013&columns=-`);
    await page.getByText('1 to 2 of 2').waitFor();
    expect(await exported()).toEqual(['\ufeffName', 'Spoon 13', 'Spoon 130']);
  });

  test('the palette finds items, orders, customers and actions, and a sheet lists the keys of the page', async () => {
    const page = await visitors.visitAs(owner, 'items');
    await page.getByText('1 to 50 of').waitFor();
    const find = async (text: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Item, order').fill(text);
      await page.locator('[data-action][data-selected]', { hasText: option }).waitFor();
      await page.keyboard.press('Enter');
    };
    await find('MUG-1', /Blue mug/);
    await page.getByRole('heading', { name: 'Blue mug' }).waitFor();
    await find('WEB-77', /Order WEB-77/);
    await page.getByRole('heading', { name: 'Order WEB-77' }).waitFor();
    await find('Items', 'Items');
    await page.getByText('1 to 50 of').waitFor();

    await page.keyboard.press('j');
    await page.getByText('51 to 100 of').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('j?k');
    expect(await page.getByRole('searchbox').inputValue()).toBe('j?k');
    await page.getByRole('heading', { name: 'Items' }).click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('row', { name: 'Next page of the list J' }).waitFor();
    await sheet.getByLabel('Use single keys').uncheck();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Item, order').waitFor();
    expect(await sheet.count()).toBe(0);
  });
});
