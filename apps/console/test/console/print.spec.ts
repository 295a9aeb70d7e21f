import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { scan } from './barcodes.fixture.js';
import { Visitors } from './console.fixture.js';

const EAN = '4006381333931';

describeInBrowser('print', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;
  let pot: number;
  let orderId: number;
  let orders: string;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    mug = await stockItem(owner, shop, 12, { name: 'Blue mug', sku: 'MUG-1', barcode: EAN, price: 9.5 });
    pot = await stockItem(owner, shop, 5, { name: 'Green teapot', sku: 'POT-1', price: 34.9 });
    const placed = [mug, pot].map((item_id) => ({
      location_id: shop.store_id,
      location: item_id === mug ? 'B2' : 'A10',
    }));
    ok(await owner.api.inventory.item.edit({ item_id: mug, locations: placed.slice(0, 1) }));
    ok(await owner.api.inventory.item.edit({ item_id: pot, locations: placed.slice(1) }));
    const lines = [
      { item_id: mug, quantity: 2, name: 'Blue mug', price: 9.5 },
      { item_id: pot, quantity: 1, name: 'Green teapot', price: 34.9 },
    ];
    const first = orderOf(shop, lines, { imported_order_id: 'WEB-1001', total: 53.9, city: 'Leeds' });
    orderId = ok(await owner.api.sale.order.add(first)).order.order_id;
    const second = orderOf(shop, [{ item_id: mug, quantity: 3, name: 'Blue mug' }], { imported_order_id: 'WEB-1002' });
    orders = `${orderId}-${ok(await owner.api.sale.order.add(second)).order.order_id}`;
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const paper = (page: Page) => page.locator('.paper');

  /** Returns the size of each page that the browser would print, in mm. */
  async function printed(page: Page): Promise<{ sizes: string[]; codes: string[] }> {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    const millimetres = (points = '') => Math.round((Number(points) / 72) * 25.4);
    await page.emulateMedia({ media: 'print' });
    // Printers have more dots than screens.
    await page.evaluate(`document.body.style.zoom = 3`);
    const codes = await scan(await page.screenshot({ fullPage: true }));
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    await page.evaluate(`document.body.style.zoom = ''`);
    await page.emulateMedia({ media: null });
    return { sizes: boxes.map(([, width, height]) => `${millimetres(width)} x ${millimetres(height)}`), codes };
  }

  test('labels of the items of a list fit a roll or a sheet, and a scanner reads their codes', async () => {
    const page = await visitors.visitAs(owner, 'items?sort=name&order=ASC');
    await page.getByText('1 to 2 of 2').waitFor();
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('menuitem', { name: 'Labels' }).click();
    await paper(page).getByText('Blue mug').waitFor();
    expect(await printed(page)).toEqual({ sizes: ['57 x 32', '57 x 32'], codes: ['Code128 POT-1', `EAN13 ${EAN}`] });

    await page.getByLabel('Code').selectOption('qr');
    await page.getByLabel('Paper').selectOption('a4');
    await page.getByLabel('Copies').fill('13');
    await page.waitForURL(/copies=13/);
    const { sizes, codes } = await printed(page);
    expect(sizes).toEqual(['210 x 297', '210 x 297']);
    expect(new Set(codes)).toEqual(new Set([`QRCode ${EAN}`, 'QRCode POT-1']));
    await page.reload();
    await paper(page).first().waitFor();
    expect(await paper(page).getByText('Blue mug').count()).toBe(13);
  });

  test('a page of labels says that it has the first 200 alone', async () => {
    const ids = Array.from({ length: 201 }, (_, place) => mug + place);
    const page = await visitors.visitAs(owner, `print/labels?ids=${ids.join('-')}`);
    await page.getByRole('alert').getByText('Only the first 200 of 201 are here').waitFor();
  });

  test('a pick list adds up the chosen orders in the order of the shelves', async () => {
    const page = await visitors.visitAs(owner, `print/pick-list?ids=${orders}`);
    await paper(page).getByRole('row').nth(3).waitFor();
    expect(await paper(page).getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/Bin/),
      'Store',
      expect.stringMatching(/A10\s+Green teapot\s+POT-1\s+1\s+WEB-1001/),
      expect.stringMatching(/B2\s+Blue mug\s+MUG-1\s+5\s+WEB-1001, WEB-1002/),
    ]);
    expect((await printed(page)).sizes).toEqual(['210 x 297']);
  });

  test('an order has a packing slip without prices, a receipt of 80 mm, and an invoice with its number', async () => {
    const page = await visitors.visitAs(owner, `orders/${orderId}`);
    const choose = async (name: string) => {
      await page.goto(`${visitors.world.url}/console/orders/${orderId}`);
      await page.getByRole('button', { name: 'Print' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Packing slips');
    await paper(page).getByText('Leeds').waitFor();
    expect(await paper(page).innerText()).not.toMatch(/9\.50|34\.90/);
    expect(await printed(page)).toEqual({ sizes: ['210 x 297'], codes: ['Code128 WEB-1001'] });
    await choose('Receipts');
    await paper(page).getByText('$53.90').first().waitFor();
    const { sizes, codes } = await printed(page);
    expect(sizes).toEqual([expect.stringMatching(/^80 x \d{2,3}$/)]);
    expect(codes).toEqual(['Code128 WEB-1001']);

    const template = '<style>h1 { color: rgb(1, 2, 3) }</style><h1 style="width: 99px">{{invoice.number}}</h1>';
    const { invoice } = owner.api.extension.module;
    const { invoice_template_id } = ok(await invoice.add({ name: 'Plain', template }));
    for (let round = 0; round < 2; round++) {
      await choose('Invoices');
      if (round === 0) await page.getByRole('button', { name: 'Issue the numbers' }).click();
      const heading = page.frameLocator('iframe').getByRole('heading', { name: '1' });
      await heading.waitFor();
      const style = await page.evaluate(STYLE);
      expect(style).toEqual({ color: 'rgb(1, 2, 3)', width: '99px' });
    }
    // An invoice that was shown before follows its order and its template.
    ok(await invoice.edit({ invoice_template_id, template: '<h1>Second of {{invoice.number}}</h1>' }));
    await page.goBack();
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('menuitem', { name: 'Invoices' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Second of' }).waitFor();
  });

  test('invoice numbers are issued for chosen orders, when somebody says so, and never for void ones', async () => {
    const { invoice } = owner.api.extension.module;
    ok(await invoice.add({ name: 'Other', template: '<h1>{{invoice.number}}</h1>' }));
    ok(await invoice.render({ order_id: orderId }));
    const { order_status_id } = ok(await owner.api.setting.order_status.add({ name: 'Cancelled', void: true }));
    const add = async (imported_order_id: string, fields = {}) => {
      const order = orderOf(shop, [{ item_id: mug, quantity: 1 }], { imported_order_id, ...fields });
      return ok(await owner.api.sale.order.add(order)).order.order_id;
    };
    const [open, cancelled] = [await add('WEB-8'), await add('WEB-9', { order_status_id })];
    // An order that has a number is refused another series.
    const hasNumber = async (order_id: number) =>
      Boolean((await invoice.render({ order_id, series: 'OTHER', dry_run: true })).error);
    const page = await visitors.visitAs(owner, 'orders');
    const print = page.getByRole('button', { name: 'Print' });
    await print.click();
    expect(await page.getByRole('menuitem', { name: 'Invoices: only of chosen orders' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    for (const number of ['WEB-1001', 'WEB-8', 'WEB-9']) {
      await page.getByRole('checkbox', { name: `Choose order ${number}`, exact: true }).check();
    }
    await print.click();
    await page.getByRole('menuitem', { name: 'Invoices' }).click();
    await page.getByText('Issue invoice numbers: 1').waitFor();
    await page.getByRole('listitem').getByText('WEB-8 · Pending').waitFor();
    await page.getByText('Orders that have a number: WEB-1001').waitFor();
    await page.getByText('Void orders get no number: WEB-9').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await hasNumber(open)).toBe(false);
    await page.getByRole('button', { name: 'Issue the numbers' }).click();
    await page.getByText(/Numbers: \d+, \d+$/).waitFor();
    expect(await Promise.all([open, cancelled].map(hasNumber))).toEqual([true, false]);
  });

  test('a receipt adds up, with taxes on top and contained ones, as the page of its order does', async () => {
    const taxed = {
      name: 'Blue mug',
      price: 10,
      totals: [{ code: 'tax.5.VAT', name: 'VAT', price: 2, sort_order: 5 }],
    };
    const totals = [
      { code: 'shipping', name: 'Shipping', price: 6, sort_order: 1 },
      { code: 'tax.7.LEVY', name: 'Levy', price: 1, sort_order: 9 },
      { code: 'tax_included.7.LEVY', name: 'Levy', price: -1, sort_order: 9 },
    ];
    const order = orderOf(shop, [{ item_id: mug, quantity: 1, ...taxed }], { totals, total: 18 });
    const { order_id } = ok(await owner.api.sale.order.add(order)).order;
    const sums = ['Goods $10.00', 'Shipping $6.00', 'VAT $2.00', 'Contains Levy $1.00', 'Total $18.00'];
    const rowsOf = async (table: Locator) => {
      const rows = await table.getByRole('row').allInnerTexts();
      return rows.map((text) => text.replace(/\s+/g, ' ').trim());
    };
    const page = await visitors.visitAs(owner, `orders/${order_id}`);
    const shown = page.getByRole('table', { name: 'Totals' });
    await shown.waitFor();
    expect(await rowsOf(shown)).toEqual(sums);
    await page.goto(`${visitors.world.url}/console/print/receipts?ids=${order_id}`);
    await paper(page).waitFor();
    expect(await rowsOf(paper(page))).toEqual(['Blue mug 1 × $10.00 $10.00', ...sums, 'Cash $18.00']);
  });

  test('a receipt has the address of the company, and the next order its currency', async () => {
    ok(await owner.api.setting.company.edit({ address: '1 Pier Road', telephone: '+44 113 496 0000', tax_no: 'GB1' }));
    const page = await visitors.visitAs(owner, `orders/${orderId}`);
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('menuitem', { name: 'Receipts' }).click();
    for (const line of ['1 Pier Road', '+44 113 496 0000', /GB1/]) await paper(page).getByText(line).waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
    await page.keyboard.type('MUG-1\n');
    await page.getByRole('row', { name: /Blue mug/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/orders\/\d+$/);
    expect(ok(await owner.api.sale.order.get({ limit: 1 })).orders).toMatchObject([{ currency: 'USD', total: 9.5 }]);
  });
});

const STYLE = `(() => {
  const heading = document.querySelector('iframe').contentDocument.querySelector('h1');
  const { color, width } = getComputedStyle(heading);
  return { color, width };
})()`;
