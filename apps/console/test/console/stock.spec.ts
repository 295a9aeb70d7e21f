import { eventually, ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { keepScreenshot, Visitors } from './console.fixture.js';
import { readyToScan, scan, typed } from './stock.fixture.js';

const MINUTE_MS = 60_000;
const MUG = '4006381333931';

describeInBrowser('moving stock', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    await item('Red cup', 1, { barcode: '4006381999999', sku: 'CUP-R' });
    await item('Blue cup', 1, { barcode: '4006381999999', sku: 'CUP-B' });
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
  const flowsOf = async (filter_item_id: number) => ok(await owner.api.inventory.flow.get({ filter_item_id })).flows;

  test('twenty articles are received by scanner within a minute, with keys alone', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `Bowl ${at + 1}`);
    const ids = await Promise.all(names.map((name, at) => item(name, 0, { barcode: `40063810000${10 + at}` })));
    await open('mode=receive&note=DN-77');
    const begun = Date.now();
    for (const at of names.keys()) {
      await scan(page, `40063810000${10 + at}`);
      if (at === 0) await scan(page, '4006381000010');
      if (at === 1) await typed(page, '12');
      if (at === 2) await typed(page, '+4');
    }
    await eventually(async () => (await page.getByText('Saved', { exact: true }).count()) === 20, MINUTE_MS);
    expect(Date.now() - begun).toBeLessThan(MINUTE_MS);
    const levels = await Promise.all(
      ids.map(async (id) => (await flowsOf(id)).reduce((sum, f) => sum + f.quantity, 0)),
    );
    expect(levels).toEqual([2, 12, 5, ...Array.from({ length: 17 }, () => 1)]);
    expect((await flowsOf(ids[0]!)).map(({ comment }) => comment)).toContain('DN-77');
    await page.getByRole('button', { name: 'Clear saved lines' }).click();
    await page.getByText('Scan the first item').waitFor();
  });

  test('a code of several items offers them, a name is found while it is typed, an unknown code says so', async () => {
    await open('mode=receive');
    await scan(page, '4006381999999');
    const offer = page.getByRole('group', { name: 'Items for 4006381999999' });
    await offer.getByText('Blue cup').click();
    await saved(page, 'Blue cup');
    await typed(page, 'red c', false);
    await page.getByRole('option', { name: /Red cup/ }).waitFor();
    await page.keyboard.press('Enter');
    await saved(page, 'Red cup');
    await scan(page, '9999999999994');
    await line(page, '9999999999994').getByRole('alert').getByText('No item has the code').waitFor();
    await page.getByRole('button', { name: 'Remove 9999999999994' }).click();
    await page.getByRole('button', { name: 'Undo Red cup' }).click();
    await saved(page, 'Red cup', 'Undone');
    const { items } = ok(await owner.api.inventory.item.get({ search: 'CUP-' }));
    expect(items.map(({ name, quantity }) => `${name} ${quantity}`).sort()).toEqual(['Blue cup 2', 'Red cup 1']);
  });

  test('a code that no item has is never taken for a longer one, however slowly it is sent', async () => {
    const bowl = await item('Large bowl', 0, { sku: 'BOWL-770' });
    await open('mode=receive');
    await scan(page, 'BOWL-77');
    const offer = page.getByRole('group', { name: 'Items for BOWL-77' });
    await offer.getByText('Large bowl').waitFor();
    await typed(page, 'BOWL-77', false);
    await page.getByRole('option', { name: /Large bowl/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /Large bowl/ }).waitFor({ state: 'detached' });
    expect(await line(page, 'Large bowl').count()).toBe(0);
    await offer.getByText('Large bowl').click();
    await saved(page, 'Large bowl');
    expect((await flowsOf(bowl)).map(({ quantity }) => quantity)).toEqual([2]);
  });

  test('a quantity and a cost have the signs of the language, and say it where they are unclear', async () => {
    const vat = await item('Vat', 0, { sku: 'VAT-1' });
    await open('mode=receive');
    await scan(page, 'VAT-1');
    await saved(page, 'Vat');
    const [quantity, cost] = [page.getByLabel('Quantity of Vat'), page.getByLabel('Cost of Vat')];
    for (const text of ['1.000', 'many']) {
      await quantity.fill(text);
      await page.keyboard.press('Enter');
      await line(page, 'Vat').getByText('Write a whole number, like 1,234.').waitFor();
      expect(await quantity.inputValue()).toBe(text);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await quantity.fill('1,200');
    await page.keyboard.press('Enter');
    await eventually(async () => (await quantity.inputValue()) === '1200', MINUTE_MS);
    await cost.fill('1234,567');
    await page.keyboard.press('Enter');
    await line(page, 'Vat').getByText('Write a clear number, like 1,234.5.').waitFor();
    await cost.fill('1,234.5');
    await page.keyboard.press('Enter');
    const received = async () => ok(await owner.api.inventory.addition.get({ limit: 1 })).additions[0]?.items[0];
    await eventually(async () => (await received())?.cost === 1234.5, MINUTE_MS);
    expect(await received()).toMatchObject({ item_id: vat, quantity: 1_200, cost: 1_234.5 });
  });

  test('an adjustment shows both sides when somebody else was faster, and is taken back', async () => {
    const mug = await item('Mug', 12, { barcode: MUG });
    const quantity = async () => ok(await owner.api.inventory.item.get({ item_id: mug })).items[0]?.quantity;
    await open('mode=adjust');
    await scan(page, MUG);
    await saved(page, 'Mug', 'No change');
    ok(
      await owner.api.inventory.item.editStock({ items: [{ item_id: mug, location_id: shop.store_id, quantity: 10 }] }),
    );
    await typed(page, '15');
    const conflict = page.getByRole('group', { name: 'Changed elsewhere' });
    await conflict.getByRole('button', { name: 'Keep 10' }).waitFor();
    expect(await conflict.innerText()).toMatch(/You saw\s+12\s+Stored now\s+10\s+Yours\s+15/);
    expect(await seriousFindings(page)).toEqual([]);
    await keepScreenshot(page, 'stock-conflict');
    expect(await quantity()).toBe(10);
    await conflict.getByRole('button', { name: 'Set 15' }).click();
    await saved(page, 'Mug');
    expect(await quantity()).toBe(15);
    await page.getByRole('button', { name: 'Undo Mug' }).click();
    await saved(page, 'Mug', 'Undone');
    expect(await quantity()).toBe(10);
  });

  test("a transfer is refused in the API's words at its line, and moves once it can", async () => {
    const pot = await item('Pot', 2, { barcode: '4006381222225' });
    await open(`mode=transfer&to=${shop.depot_id}`);
    await scan(page, '3*4006381222225');
    await line(page, 'Pot')
      .getByRole('alert')
      .getByText(/short by 1/)
      .waitFor();
    await line(page, 'Pot').getByLabel('Quantity of Pot').fill('2');
    await page.keyboard.press('Enter');
    await saved(page, 'Pot');
    const { items } = ok(await owner.api.inventory.item.get({ item_id: pot }));
    const at = (id: number) => items[0]?.locations.find(({ location_id }) => location_id === id)?.quantity;
    expect([at(shop.store_id), at(shop.depot_id)]).toEqual([0, 2]);
  });

  test('a count takes what is scanned, shows the differences and books them', async () => {
    const [fork, knife] = [
      await item('Fork', 5, { barcode: '4006381333337' }),
      await item('Knife', 2, { barcode: '4006381444448' }),
    ];
    const spare = await item('Spare', 7, { barcode: '4006381555559' });
    await open('mode=count');
    for (const code of ['4006381333337', '4006381444448', '4006381444448', '4006381555559']) await scan(page, code);
    for (const name of ['Fork', 'Knife', 'Spare']) await saved(page, name);
    await page.getByRole('button', { name: 'Undo Spare' }).click();
    await saved(page, 'Spare', 'Undone');
    await line(page, 'Fork').getByText('-4 (expected 5)').waitFor();
    await line(page, 'Knife').getByText('As expected').waitFor();
    await page.getByRole('button', { name: 'Review the count' }).click();
    await page.getByRole('dialog', { name: '2 counted, 1 differ' }).getByRole('row', { name: 'Fork 5 1 -4' }).waitFor();
    await keepScreenshot(page, 'stock-review');
    await page.getByRole('button', { name: 'Book the count' }).click();
    await saved(page, 'Fork', 'Booked');
    const levels = [fork, knife, spare].map(async (item_id) => ok(await owner.api.inventory.item.get({ item_id })));
    expect((await Promise.all(levels)).map(({ items }) => items[0]?.quantity)).toEqual([1, 2, 7]);
  });

  test('the camera reads a code with what this server sends', async () => {
    await item('Tray', 0, { barcode: '4006381333948' });
    await open('mode=receive');
    await page.evaluate(cameraThatSees('4006381333948'));
    await page.getByRole('button', { name: 'Camera' }).click();
    await saved(page, 'Tray');
    expect(await line(page, 'Tray').getByLabel('Quantity of Tray').inputValue()).toBe('1');
  });

  test('the camera reads a code with what the browser has', async () => {
    await item('Pan', 0, { barcode: '4006381333955' });
    await open('mode=receive');
    await page.evaluate(cameraThatSees('4006381333955'));
    await page.evaluate(`globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ['ean_13', 'qr_code', 'unknown'];
      constructor({ formats }) { globalThis.askedFormats = formats.join(); }
      async detect(video) { return video.videoWidth ? [{ rawValue: '4006381333955' }] : []; }
    }`);
    await page.getByRole('button', { name: 'Camera' }).click();
    await saved(page, 'Pan');
    expect(await line(page, 'Pan').getByLabel('Quantity of Pan').inputValue()).toBe('1');
    expect(await page.evaluate('globalThis.askedFormats')).toBe('ean_13,qr_code');
  });

  test('rights decide who moves what', async () => {
    const reader = await visitors.world.colleague(owner, { access: ['*'], modify: ['sale/*'] });
    const looking = await visitors.visitAs(reader);
    await looking.getByRole('link', { name: 'Items' }).waitFor();
    expect(await looking.getByRole('link', { name: 'Move stock' }).count()).toBe(0);
    await looking.goto(`${visitors.url}/console/stock`);
    await looking.getByRole('heading', { name: 'There is no such page' }).waitFor();
    const modify = ['inventory/addition', 'inventory/stock_take_job'];
    const clerk = await visitors.world.colleague(owner, { access: ['*'], modify });
    const page = await visitors.visitAs(clerk);
    await page.getByRole('link', { name: 'Move stock' }).click();
    await page.getByRole('tab', { name: 'Receive' }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Receive', 'Count']);
  });

  test('the page is accessible on a desk and on a telephone, light and dark, in English and Vietnamese', async () => {
    await open('mode=receive');
    await page.evaluate("localStorage.setItem('stockbook-language', 'vi')");
    await open('mode=receive');
    for (const code of ['CUP-R', '4006381999999', '9999999999994']) await scan(page, code);
    await line(page, 'Red cup').getByText('Đã lưu', { exact: true }).waitFor();
    await page.getByRole('group', { name: /4006381999999/ }).waitFor();
    await page.getByText('Không mặt hàng nào có mã').waitFor();
    for (const width of [1280, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await keepScreenshot(page, `stock-${colorScheme}-${width}`);
        expect(await seriousFindings(page)).toEqual([]);
      }
  });
});

/** Returns a script that puts a camera with a picture of an EAN-13 code in the place of the browser's. */
function cameraThatSees(code: string): string {
  const modules = JSON.stringify(ean13(code));
  return `{
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 320 });
    const pencil = canvas.getContext('2d');
    const draw = () => {
      pencil.fillStyle = 'white';
      pencil.fillRect(0, 0, 640, 320);
      pencil.fillStyle = 'black';
      [...${modules}].forEach((bar, at) => bar === '1' && pencil.fillRect(130 + at * 4, 60, 4, 200));
    };
    draw();
    setInterval(draw, 50);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
  }`;
}

/** Returns the bars of an EAN-13 code, each module as 1 or 0. */
function ean13(code: string): string {
  const LEFT = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
  const PARITY = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');
  const [first = 0, ...digits] = [...code].map(Number);
  const inverted = (bars: string) => [...bars].map((bar) => (bar === '1' ? '0' : '1')).join('');
  const left = digits.slice(0, 6).map((digit, at) => {
    const bars = LEFT[digit] ?? '';
    return PARITY[first]?.[at] === 'L' ? bars : [...inverted(bars)].reverse().join('');
  });
  const right = digits.slice(6).map((digit) => inverted(LEFT[digit] ?? ''));
  return ['101', ...left, '01010', ...right, '101'].join('');
}
