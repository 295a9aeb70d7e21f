import { ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { keepScreenshot, linesOf, sizeOf, Visitors } from './console.fixture.js';

describeInBrowser('items', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    const { brand_id } = ok(await owner.api.inventory.brand.add({ name: 'Clay & Co' }));
    mug = await stockItem(owner, shop, 12, { name: 'Blue mug', sku: 'MUG-1', model: 'BM', brand_id });
    await stockItem(owner, shop, 0, { name: 'Green teapot', sku: 'POT-1', price: 34.9 });
    await stockItem(owner, shop, 3, { name: 'Red mug', sku: 'MUG-2', cost: 771.25 });
    for (let number = 1; number <= 60; number++) {
      const name = `Spoon ${String(number).padStart(2, '0')}`;
      ok(await owner.api.inventory.item.add({ name, sku: `SP-${number}`, price: number }));
    }
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const names = (page: Page) => page.getByRole('table', { name: 'Items' }).getByRole('link').allTextContents();
  const open = (path: string) => visitors.visitAs(owner, path);

  test('the list finds as somebody types, and the address holds all that it shows', async () => {
    const page = await open('items');
    await page.getByText('1 to 50 of 63').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('51 to 63 of 63').waitFor();

    await page.getByRole('searchbox').pressSequentially('mug');
    await page.getByText('1 to 2 of 2').waitFor();
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL(/sort=name/);
    await page.getByRole('row').nth(1).getByText('Blue mug').waitFor();
    expect(await names(page)).toEqual(['Blue mug', 'Red mug']);
    await page.getByRole('combobox', { name: 'Brand' }).selectOption({ label: 'Clay & Co' });
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Average cost' }).check();
    await page.getByRole('columnheader', { name: 'Average cost' }).waitFor();

    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('mug');
    await page.getByRole('columnheader', { name: 'Average cost' }).waitFor();
    await page.getByRole('link', { name: 'Blue mug' }).click();
    await page.getByRole('heading', { name: 'Blue mug' }).waitFor();
    await page.goBack();
    await page.getByText('1 to 1 of 1').waitFor();
  });

  test('a filter offers all brands, however many there are', async () => {
    const names = Array.from({ length: 101 }, (_, i) => `Brand ${i}`);
    for (const name of names) ok(await owner.api.inventory.brand.add({ name }));
    const page = await open('items');
    const brands = page.getByRole('combobox', { name: 'Brand' });
    await brands.getByRole('option', { name: 'Brand 100', exact: true }).waitFor({ state: 'attached' });
    const offered = await brands.getByRole('option').allTextContents();
    expect(offered.filter((name) => names.includes(name))).toHaveLength(names.length);
    expect(offered.slice(1, 3)).toEqual(['Brand 0', 'Brand 1']);
  });

  test('an address that names no record shows that there is no such page, and asks the API for none', async () => {
    const page = await open('items/abc');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const address of ['items/abc', 'items/0', 'orders/abc']) {
      await page.goto(`${visitors.world.url}/console/${address}`);
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    }
    expect(asked.filter((path) => path.endsWith('/get') && !path.startsWith('/setting/'))).toEqual([]);
    const seller = await visitors.world.colleague(owner, { access: ['sale/*'], modify: [] });
    const main = (await visitors.visitAs(seller, 'items/abc')).getByRole('main');
    await main.getByRole('link', { name: 'Orders' }).waitFor();
    expect(await main.getByRole('link').count()).toBe(1);
  });

  test("an item is changed by its fields that differ, and the API's words stand at the field", async () => {
    const page = await open(`items/${mug}`);
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByLabel('Price').fill('12.5');
    await details.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(ok(await owner.api.inventory.item.get({ item_id: mug })).items).toMatchObject([
      { price: 12.5, quantity: 12 },
    ]);

    await details.getByLabel('Price').fill('123456789012');
    await details.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/price must be/).waitFor();
    expect(await details.getByLabel('Price').getAttribute('aria-invalid')).toBe('true');
  });

  test('a price has the signs of the language, and an unclear one is not saved', async () => {
    const weighed = ok(await owner.api.inventory.item.add({ name: 'Scale', weight: 1.125 })).item_id;
    const page = await visitors.visitAs(owner, `items/${weighed}`, { locale: 'vi' });
    const details = page.getByRole('region', { name: 'Chi tiết' });
    const price = details.getByLabel('Giá', { exact: true });
    await price.fill('199.000');
    await details.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByText('Đã lưu.').waitFor();
    const stored = async () => ok(await owner.api.inventory.item.get({ item_id: weighed })).items[0];
    expect(await stored()).toMatchObject({ price: 199_000, weight: 1.125 });
    expect(await details.getByLabel('Khối lượng (kg)').inputValue()).toBe('1,125');
    for (const text of ['1234.567', 'rẻ']) {
      await price.fill(text);
      await details.getByText('Hãy viết một số rõ ràng, như 1.234,5.').waitFor();
      expect(await price.getAttribute('aria-invalid')).toBe('true');
      await details.getByRole('button', { name: 'Lưu', exact: true }).click();
    }
    expect(await stored()).toMatchObject({ price: 199_000 });
  });

  test('two people who change one item see both sides, and nothing is overwritten unseen', async () => {
    const page = await open(`items/${mug}`);
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByLabel('Model').fill('MINE');
    ok(await owner.api.inventory.item.edit({ item_id: mug, model: 'THEIRS', gtin: '4006381333931' }));
    await details.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this record' });
    await dialog.getByRole('row', { name: 'Model THEIRS MINE' }).waitFor();
    await keepScreenshot(page, 'conflict');
    expect(await seriousFindings(page)).toEqual([]);
    expect(ok(await owner.api.inventory.item.get({ item_id: mug })).items).toMatchObject([{ model: 'THEIRS' }]);
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const { items } = ok(await owner.api.inventory.item.get({ item_id: mug }));
    expect(items).toMatchObject([{ model: 'MINE', gtin: '4006381333931' }]);
  });

  test('the ledger shows every movement with its document and balance, and the stock at any instant', async () => {
    const received = { location_id: shop.store_id, item_id: mug, quantity: 5, cost: 2.5 };
    ok(await owner.api.inventory.addition.add({ addition: [received] }));
    const page = await open(`items/${mug}?view=ledger`);
    await page.getByRole('row', { name: /addition \d+ .*Store \+5 17/ }).waitFor();
    await page
      .getByRole('img', { name: /On hand after each of the latest \d+ movements/ })
      .locator('canvas')
      .waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const [head, ...rows] = await linesOf(await download);
    expect(head).toBe('\ufeffTime,Document,Location,Quantity,Balance,User,Comment');
    expect(rows.map((row) => row.split(',').slice(2, 5).join())).toEqual(['Store,12,12', 'Store,5,17']);
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('out');
    await page.getByText('Nothing has moved yet.').waitFor();
    await page.getByLabel('Day and time').fill('2099-01-01T00:00');
    await page.getByRole('row', { name: /Store 17/ }).waitFor();
    expect(page.url()).toContain('at=2099');

    const slider = page.getByRole('slider', { name: 'Move through time' });
    await slider.press('Home');
    await page.getByText('There was no stock then.').waitFor();
    const first = await page.getByLabel('Day and time').inputValue();
    expect(page.url()).toContain(`at=${encodeURIComponent(first)}`);
    expect(await slider.getAttribute('aria-valuetext')).toContain(first.slice(11));
    await slider.press('End');
    await page.getByRole('row', { name: /Store 17/ }).waitFor();
    await keepScreenshot(page, 'slider');
    await page.setViewportSize(sizeOf('phone'));
    await keepScreenshot(page, 'slider-phone');
  });
});
