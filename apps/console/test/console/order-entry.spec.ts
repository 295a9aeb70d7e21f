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

  test('a resumed draft has the prices of now, says what they were, and keeps those that were typed', async () => {
    await page.keyboard.type('TRAY-10\n');
    await lines().getByRole('row', { name: 'Large tray' }).waitFor();
    await page.keyboard.type(`${SHORT_BARCODE}\n`);
    await page.getByLabel('Price of Tea spoon').last().fill('1.75');
    await page.waitForURL(/draft=/);
    const [tray, spoon] = ok(await owner.api.inventory.item.get({ order: 'ASC' })).items;
    for (const { item_id } of [tray!, spoon!]) ok(await owner.api.inventory.item.edit({ item_id, price: 5 }));
    try {
      await page.reload();
      await lines()
        .getByRole('row', { name: /Large tray.*It cost \$4\.00 when it was added, and costs \$5\.00 now\./ })
        .waitFor();
      expect(await lines().getByText('It cost').count()).toBe(1);
      await page.getByRole('row', { name: 'Total $6.75' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/orders\/\d+$/);
      const { orders } = ok(await owner.api.sale.order.get({ limit: 1 }));
      expect(orders).toMatchObject([{ total: 6.75, products: [{ price: 5 }, { price: 1.75 }] }]);
    } finally {
      ok(await owner.api.inventory.item.edit({ item_id: tray!.item_id, price: 4 }));
      ok(await owner.api.inventory.item.edit({ item_id: spoon!.item_id, price: 2.5 }));
    }
  });

  test('another draft is resumed while one is begun', async () => {
    const begin = async (pieces: number) => {
      await page.keyboard.type(`${pieces}*TRAY-10\n`);
      await lines().getByRole('row', { name: 'Large tray' }).waitFor();
      await page.waitForURL(/draft=/);
      return page.url();
    };
    const former = await begin(2);
    await page.goto(former.replace(/\?.*/, ''));
    await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
    const latter = await begin(3);
    const resume = async (name: string, url: string) => {
      await page.getByRole('button', { name: 'Unfinished orders' }).click();
      await page.getByRole('menuitem', { name }).first().click();
      await page.waitForURL(url);
    };
    await resume('2 Large tray', former);
    await page.getByRole('row', { name: 'Total $8.00' }).waitFor();
    await resume('3 Large tray', latter);
    await page.getByRole('row', { name: 'Total $12.00' }).waitFor();
  });

  test('each draft of an item says what it cost when it was added, however often its price changed', async () => {
    const tray = ok(await owner.api.inventory.item.get({ search: 'TRAY-10' })).items[0]!;
    const setPrice = async (price: number) => ok(await owner.api.inventory.item.edit({ item_id: tray.item_id, price }));
    const begin = async () => {
      await page.keyboard.type('TRAY-10\n');
      await lines().getByRole('row', { name: 'Large tray' }).waitFor();
      await page.waitForURL(/draft=/);
      return page.url();
    };
    const former = await begin();
    await page.goto(former.replace(/\?.*/, ''));
    await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
    const latter = await begin();
    expect(latter).not.toBe(former);
    try {
      await setPrice(5);
      await page.keyboard.type('TRAY-10\n');
      await lines().getByText('It cost $4.00 when it was added, and costs $5.00 now.').waitFor();
      await page.reload();
      await lines().getByText('It cost $4.00 when it was added, and costs $5.00 now.').waitFor();
      await page.getByRole('button', { name: /Unfinished orders/ }).click();
      await page.getByRole('menuitem').filter({ hasText: /tray/i }).first().click();
      await page.waitForURL(former);
      await lines().getByText('It cost $4.00 when it was added, and costs $5.00 now.').waitFor();
      await setPrice(6);
      await page.reload();
      await lines().getByText('It cost $4.00 when it was added, and costs $6.00 now.').waitFor();
      await setPrice(4);
      await page.reload();
      await page.getByRole('row', { name: 'Total $4.00' }).waitFor();
      await lines().getByText('It cost').waitFor({ state: 'hidden' });
    } finally {
      await setPrice(4);
    }
  });

  test('a resumed draft is not placed before its prices are read, nor with prices that nobody has seen', async () => {
    await page.keyboard.type('TRAY-10\n');
    await lines().getByRole('row', { name: 'Large tray' }).waitFor();
    await page.waitForURL(/draft=/);
    const { item_id } = ok(await owner.api.inventory.item.get({ search: 'TRAY-10' })).items[0]!;
    const { total } = ok(await owner.api.sale.order.get({ limit: 1 }));
    ok(await owner.api.inventory.item.edit({ item_id, price: 5 }));
    try {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/batch$|\/inventory\/item\/get$/, async (route) => {
        if (route.request().postData()?.includes('"item_id"')) await released;
        await route.continue();
      });
      await page.reload();
      await page.getByRole('row', { name: 'Total $4.00' }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.locator('button[data-loading]').waitFor();
      release();
      await page.getByRole('alert').getByText('Prices have changed').waitFor();
      await lines().getByText('It cost $4.00 when it was added, and costs $5.00 now.').waitFor();
      expect(ok(await owner.api.sale.order.get({ limit: 1 })).total).toBe(total);
      await page.getByRole('row', { name: 'Total $5.00' }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/orders\/\d+$/);
      const { orders } = ok(await owner.api.sale.order.get({ limit: 1 }));
      expect(orders).toMatchObject([{ total: 5, products: [{ price: 5 }] }]);
    } finally {
      ok(await owner.api.inventory.item.edit({ item_id, price: 4 }));
    }
  });

  test('the numbers of a draft are the same in another language', async () => {
    await page.keyboard.type('TRAY-10\n');
    await page.getByLabel('Quantity of Large tray').fill('1,000');
    await page.getByLabel('Price of Large tray').last().fill('1.125');
    await page.getByRole('row', { name: 'Total $1,125.00' }).waitFor();
    await page.waitForURL(/draft=/);
    await page.evaluate("localStorage.setItem('stockbook-language', 'vi')");
    await page.reload();
    await page
      .getByRole('row', { name: /1\.125,00/ })
      .first()
      .waitFor();
    expect(await page.getByLabel('Số lượng Large tray').inputValue()).toBe('1000');
    expect(await page.getByLabel('Giá Large tray').last().inputValue()).toBe('1,125');
  });

  test('a draft is discarded once somebody has said so again', async () => {
    await page.keyboard.type('TRAY-10\n');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('Everything that is entered here is lost.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await lines().getByRole('row', { name: 'Large tray' }).waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Discard this order' }).click();
    await page.getByText('Scan or search the first item.').waitFor();
  });

  test('a cut network at the customer and at the calculation loses and doubles nothing', async () => {
    const { total } = ok(await owner.api.sale.order.get({ limit: 1 }));
    await page.keyboard.type('TRAY-10\n');
    await lines().getByRole('row', { name: 'Large tray' }).waitFor();
    await page.route('**/sale/customer/get', (route) => route.abort());
    await page.keyboard.press('F4');
    await page.keyboard.type('Ada');
    await page.getByText('sale/customer/get got no answer').waitFor();
    await page.unroute('**/sale/customer/get');
    await page.keyboard.type(' Lovelace');
    await page.getByRole('option', { name: 'New customer: Ada Lovelace' }).click();
    await page.route('**/calculate', (route) => route.abort());
    await page.getByLabel('Quantity of Large tray').fill('3');
    await page.getByText('The total is without them').waitFor();
    await page.unroute('**/calculate');
    await page.getByRole('row', { name: 'Total $12.00' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    const now = ok(await owner.api.sale.order.get({ limit: 1 }));
    expect(now).toMatchObject({ total: total + 1, orders: [{ name: 'Ada Lovelace', products: [{ quantity: 3 }] }] });
    expect(visitors.takeFaults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);
  });
});
