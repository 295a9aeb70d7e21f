import { eventually, ok, openShop, orderOf, PIXEL, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { keepScreenshot, Visitors } from './console.fixture.js';

const LOAD_MS = 10_000;

describeInBrowser('work on items', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;
  let orderId: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    mug = await stockItem(owner, shop, 5, { name: 'Blue mug', sku: 'MUG-1', price: 10 });
    await stockItem(owner, shop, 2, { name: 'Red mug', sku: 'MUG-2', price: 19.9 });
    const white = await stockItem(owner, shop, 0, { name: 'White mug', sku: 'MUG-3', price: 30 });
    await stockItem(owner, shop, 3, { name: 'Green teapot', sku: 'POT-1', model: 'POT', price: 35 });
    ok(await owner.api.setting.language.add({ name: 'Français', code: 'fr' }));
    const lines = [
      { item_id: mug, quantity: 2 },
      { item_id: white, quantity: 8 },
    ];
    const order = orderOf(shop, lines, { order_status_id: shop.paid_id, total: 100, lastname: 'Hopper' });
    orderId = ok(await owner.api.sale.order.add(order)).order.order_id;
    const ordered = { location_id: shop.depot_id, date_estimated_arrival: '2099-03-01' };
    ok(await owner.api.inventory.purchase_order.add({ ...ordered, item: [{ item_id: white, quantity: 40 }] }));
    await visitors.world.settled();
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = (path: string) => visitors.visitAs(owner, path);
  const stored = async (item_id: number) => ok(await owner.api.inventory.item.get({ item_id })).items[0];
  const find = async (search: string) => ok(await owner.api.inventory.item.get({ search })).items[0]?.item_id ?? 0;

  test('many prices change by a rule with a preview, and no change of somebody else is overwritten', async () => {
    const page = await open('items?q=mug');
    await page.getByRole('link', { name: 'Change prices of all 3' }).click();
    await page.getByLabel('Value').fill('10');
    await page.getByLabel('Round to multiples of').fill('1');
    await page.getByLabel('Then take off').fill('0.01');
    const preview = page.getByRole('table', { name: 'Before and after' });
    await preview.getByRole('row', { name: 'Red mug $19.90 $21.99 +$2.09' }).waitFor();
    await keepScreenshot(page, 'prices');
    expect(await seriousFindings(page)).toEqual([]);

    const white = await find('MUG-3');
    ok(await owner.api.inventory.item.edit({ item_id: white, price: 40 }));
    await page.getByRole('button', { name: 'Change 3 prices' }).click();
    const results = page.getByRole('table', { name: 'Results' });
    await results.getByRole('row', { name: /White mug .* Its price is \$40\.00 now/ }).waitFor();
    await keepScreenshot(page, 'price-results');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await stored(mug)).toMatchObject({ price: 10.99 });
    expect(await stored(white)).toMatchObject({ price: 40 });

    await page.getByRole('button', { name: 'Try 1 again, on what is stored now' }).click();
    await page.getByRole('link', { name: 'Items', exact: true }).first().click();
    await page.getByText('3 prices are saved, 0 not.').waitFor();
    expect(await stored(white)).toMatchObject({ price: 43.99 });
    await page.goBack();
    await results.getByRole('row', { name: 'White mug $40.00 $43.99 Saved' }).waitFor();
  });

  test('the prices of chosen items change alone, and come back', async () => {
    const page = await open('items');
    // Items that another filter hides are not changed unseen.
    await page.getByRole('checkbox', { name: 'Select Red mug' }).check();
    await page.getByRole('searchbox').fill('teapot');
    await page.getByRole('link', { name: 'Change prices of all 1' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Green teapot' }).check();
    await page.getByRole('link', { name: 'Change prices of 1' }).click();
    await page.getByLabel('New price').selectOption('Set to');
    await page.getByLabel('Value').fill('33');
    await page.getByRole('button', { name: 'Change 1 prices' }).click();
    await page.getByText('1 saved, 0 not saved').waitFor();
    const pot = await find('POT-1');
    expect(await stored(pot)).toMatchObject({ price: 33 });
    await page.getByRole('button', { name: 'Put the former prices back' }).click();
    await page.getByRole('row', { name: 'Green teapot $33.00 $35.00 Saved' }).waitFor();
    expect(await stored(pot)).toMatchObject({ price: 35 });
  });

  test('a new item becomes a bundle with translations, and two people who translate it keep both', async () => {
    const page = await open('items');
    await page.getByRole('link', { name: 'New item' }).click();
    await page.getByLabel('Name').fill('Tea set');
    await page.getByLabel('Model').fill('POT');
    await page.keyboard.press('Enter');
    await page.getByText(/already/).waitFor();
    expect(await page.getByLabel('Model').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Model').fill('SET');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tea set' }).waitFor();
    const set = await find('Tea set');

    const parts = page.getByRole('region', { name: 'Parts of the bundle' });
    // A code that an item has is taken at once; for words somebody chooses.
    for (const [typed, name, key] of [
      ['POT-1', 'Green teapot', 'Enter'],
      ['blue mug', 'Blue mug', 'ArrowDown'],
    ] as const) {
      await parts.getByLabel('Add a part').fill(typed);
      await page.getByRole('option', { name: new RegExp(name) }).waitFor();
      await page.keyboard.press(key);
      if (key === 'ArrowDown') await page.keyboard.press('Enter');
      await parts.getByRole('link', { name }).waitFor();
    }
    await parts.getByLabel('Pieces of Blue mug').fill('2');
    await parts.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { bundle, item_bundles = [] } = (await stored(set)) ?? {};
    expect(bundle).toBe(true);
    expect(item_bundles.map(({ name, quantity }) => `${quantity} ${name}`).sort()).toEqual([
      '1 Green teapot',
      '2 Blue mug',
    ]);
    // A bundle has no ledger of its own.
    await page.goto(`${page.url()}?view=ledger`);

    const texts = page.getByRole('region', { name: 'Description and translations' });
    const french = texts.getByRole('group', { name: 'Français' });
    await french.getByLabel('Name').fill('Service à thé');
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByLabel('SKU').fill('SET-1');
    await details.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => (await stored(set))?.sku === 'SET-1', LOAD_MS);
    ok(await owner.api.inventory.item.edit({ item_id: set, gtin: '4006381333931' }));
    await texts.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => (await stored(set))?.translations[0]?.name === 'Service à thé', LOAD_MS);
    await french.getByLabel('Name').fill('Service');
    const languages = ok(await owner.api.setting.language.get({})).languages;
    const language_id = languages.find(({ code }) => code === 'fr')?.language_id ?? 0;
    ok(await owner.api.inventory.item.edit({ item_id: set, translations: [{ language_id, description: 'Bleu' }] }));
    await texts.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this record' });
    await dialog.getByRole('row', { name: 'Français, Description Bleu Bleu' }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await eventually(async () => {
      const [translation] = (await stored(set))?.translations ?? [];
      return translation?.name === 'Service' && translation.description === 'Bleu';
    }, LOAD_MS);
  });

  test('keeps what somebody types while a save is under way', async () => {
    const page = await open(`items/${mug}`);
    const details = page.getByRole('region', { name: 'Details' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/inventory/item/edit', async (route) => {
      const answer = await route.fetch();
      await released;
      await route.fulfill({ response: answer });
    });
    await details.getByLabel('SKU').fill('MUG-1A');
    await details.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => (await stored(mug))?.sku === 'MUG-1A', LOAD_MS);
    await details.getByLabel('SKU').fill('MUG-1B');
    release();
    await page.getByText('Saved.').waitFor();
    expect(await details.getByLabel('SKU').inputValue()).toBe('MUG-1B');
    await details.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => (await stored(mug))?.sku === 'MUG-1B', LOAD_MS);
  });

  test('pictures are cut before they are uploaded, put in order and removed', async () => {
    const page = await open(`items/${mug}`);
    const upload = async (shape: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Add a picture' }).click();
      await (await chooser).setFiles({ name: 'mug.png', mimeType: 'image/png', buffer: await drawing(page) });
      const dialog = page.getByRole('dialog', { name: 'Add a picture' });
      await dialog.getByRole('img', { name: 'Picture of Blue mug' }).waitFor();
      await dialog.getByLabel('Shape').selectOption(shape);
      expect(await seriousFindings(page)).toEqual([]);
      await keepScreenshot(page, `crop-${shape}`);
      await dialog.getByRole('button', { name: 'Upload' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await upload('Square');
    await upload('Free');
    const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('img');
    const shapes = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll('img.picture')].map((each) => each.naturalWidth / each.naturalHeight)`,
      );
    await eventually(async () => (await shapes()).join() === '1,2', LOAD_MS);
    await page.getByRole('button', { name: 'Move picture 2 forward' }).click();
    await eventually(async () => (await shapes()).join() === '2,1', LOAD_MS);
    const { image, images } = (await stored(mug)) ?? {};
    expect(image).toBe(images?.[0]?.image);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await eventually(async () => (await pictures.count()) === 1, LOAD_MS);
    expect(await stored(mug)).toMatchObject({ image: images?.[1]?.image, images: [{ image: images?.[1]?.image }] });
    await page.getByRole('button', { name: 'Undo the last change of pictures' }).click();
    await eventually(async () => (await shapes()).join() === '2,1', LOAD_MS);
  });

  test('a number leads to the movements, the document, the request and the user behind it', async () => {
    const page = await open(`items/${mug}`);
    await page.getByRole('link', { name: '✓ Proved' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/Each of \d+ balances is the sum of its movements, 2 in all/).waitFor();
    await page.keyboard.press('Escape');
    const stock = page.getByRole('table', { name: 'Stock per location' });
    await stock.getByRole('row', { name: /Store/ }).getByRole('link').last().click();
    await panel.getByRole('row', { name: 'On hand 3' }).getByRole('link').click();
    await panel.getByText('2 movements add up to 3 pieces.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await panel.getByRole('link', { name: `order ${orderId}` }).click();
    await panel.getByRole('row', { name: /sale\/order\/add/ }).waitFor();
    await keepScreenshot(page, 'explain');
    await panel.getByRole('link', { name: `order ${orderId}` }).click();
    await page.getByRole('heading', { name: `Order ${orderId}` }).waitFor();
    await page.goBack();
    await panel.getByRole('row', { name: /sale\/order\/add/ }).waitFor();
  });

  test('pieces that are held or under way lead to their documents', async () => {
    const { inventory } = owner.api;
    const pot = await find('POT-1');
    const held = { location_id: shop.store_id, order_id: orderId, reservation: [{ item_id: pot, quantity: 1 }] };
    ok(await inventory.reservation.add(held));
    const way = { from_location_id: shop.store_id, to_location_id: shop.depot_id };
    ok(
      await inventory.transfer_job.ship(
        ok(await inventory.transfer_job.add({ ...way, items: [{ item_id: pot, quantity: 2 }] })),
      ),
    );
    const page = await open(`items/${pot}`);
    const stock = page.getByRole('table', { name: 'Stock per location' });
    const panel = page.getByRole('dialog');
    await stock.getByRole('row', { name: /Depot/ }).getByRole('link').last().click();
    await panel.getByRole('row', { name: /Transfer \d+ from Store .* 2$/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await stock.getByRole('row', { name: /Store/ }).getByRole('link').nth(1).click();
    await panel.getByRole('row', { name: new RegExp(`Reservation \\d+ Order ${orderId} .* 1$`) }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('an item shows the orders that wait for it, what is expected, and its neighbours in the list', async () => {
    const page = await open('items?q=mug&sort=name&order=ASC');
    await page.getByRole('link', { name: 'Blue mug' }).click();
    await page.getByText('1 of 3').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Red mug' }).waitFor();
    await page.getByRole('link', { name: 'Next item' }).click();
    await page.getByRole('heading', { name: 'White mug' }).waitFor();
    await page.getByRole('row', { name: new RegExp(`^${orderId} Ada Hopper .* 8$`) }).waitFor();
    await page.getByRole('row', { name: /^Purchase order \d+ Depot .*2099 40$/ }).waitFor();
    // The API shows no place in the queue, which the number of an order is not.
    await page.getByText('By order number. Whoever began to wait first gets the next pieces.').waitFor();
    await keepScreenshot(page, 'item-supply');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Red mug' }).waitFor();
    await page.getByRole('navigation', { name: 'Items of the list' }).getByRole('link', { name: 'Items' }).click();
    await page.getByText('1 to 3 of 3').waitFor();
  });
});

/** Returns a picture that is twice as wide as high. */
async function drawing(page: Page): Promise<Buffer> {
  const address = await page.evaluate<string>(`{
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 240 });
    canvas.getContext('2d').fillRect(0, 0, 240, 240);
    canvas.toDataURL();
  }`);
  return Buffer.from(address.split(',')[1] ?? PIXEL, 'base64');
}
