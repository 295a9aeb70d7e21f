import { eventually, ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { keepScreenshot, Visitors } from './console.fixture.js';
import { readyToScan, scan } from './stock.fixture.js';

const HOUR_MS = 3_600_000;

describeInBrowser('lists of moved stock', () => {
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
  const item = (sku: string, quantity = 0) => stockItem(owner, shop, quantity, { name: sku, sku });
  const line = (name: string) => page.getByRole('list', { name: 'Scanned lines' }).getByLabel(name, { exact: true });
  const earlier = () => page.getByRole('region', { name: 'Earlier lists' });
  const scanned = async (sku: string, quantity: string) => {
    await scan(page, sku);
    const field = line(sku).getByLabel(`Quantity of ${sku}`);
    await field.waitFor();
    await eventually(async () => (await field.inputValue()) === quantity);
    await line(sku).getByText('Saved', { exact: true }).waitFor();
  };
  /** Returns the quantities of the receipts of an item, the oldest first. */
  const receipts = async (item_id: number) => {
    const { flows } = ok(await owner.api.inventory.flow.get({ filter_item_id: item_id, order: 'ASC' }));
    const documents = new Map<number, number>();
    for (const { document_id, quantity } of flows)
      documents.set(document_id, (documents.get(document_id) ?? 0) + quantity);
    return [...documents.values()];
  };

  test('a list that was left is not changed by later scans, and its lines can be undone', async () => {
    const cup = await item('CUP');
    await open('mode=receive');
    await scanned('CUP', '1');
    await scanned('CUP', '2');
    await page.getByRole('link', { name: 'Items' }).click();
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    await page.getByRole('link', { name: 'Move stock' }).click();
    await earlier().getByText('CUP').first().waitFor();
    await page.getByRole('combobox', { name: 'Location' }).selectOption(String(shop.store_id));
    await readyToScan(page);
    await scanned('CUP', '1');
    expect(await receipts(cup)).toEqual([2, 1]);
    expect(await seriousFindings(page)).toEqual([]);
    await keepScreenshot(page, 'stock-earlier');
    await earlier().getByRole('button', { name: 'Undo CUP' }).click();
    await earlier().getByText('Undone', { exact: true }).waitFor();
    expect(await receipts(cup)).toEqual([0, 1]);
  });

  test('another purchase order begins another list, and so does the return to the first one', async () => {
    const pot = await item('POT');
    const ordered = { location_id: shop.store_id, item: [{ item_id: pot, quantity: 9 }] };
    const orders = [
      await owner.api.inventory.purchase_order.add(ordered),
      await owner.api.inventory.purchase_order.add(ordered),
    ];
    const [first, second] = orders.map((order) => String(ok(order).purchase_order_id));
    await open(`mode=receive&order=${first}`);
    await scanned('POT', '1');
    for (const order of [second, first]) {
      await page.getByRole('combobox', { name: 'Purchase order' }).selectOption(order!);
      await line('POT').waitFor({ state: 'detached' });
      await readyToScan(page);
      await scanned('POT', '1');
    }
    expect(await receipts(pot)).toEqual([1, 1, 1]);
  });

  test('a list that was cleared is not changed by later scans', async () => {
    const bin = await item('BIN');
    await open('mode=receive');
    await scanned('BIN', '1');
    await scanned('BIN', '2');
    await page.getByRole('button', { name: 'Clear saved lines' }).click();
    await line('BIN').waitFor({ state: 'detached' });
    await scanned('BIN', '1');
    expect(await receipts(bin)).toEqual([2, 1]);
  });

  test('a list whose tab was killed goes on, until nobody has scanned for an hour', async () => {
    const lid = await item('LID');
    await open('mode=receive');
    await scanned('LID', '1');
    const [context, url] = [page.context(), page.url()];
    await page.close();
    page = await context.newPage();
    await page.goto(url);
    await readyToScan(page);
    await scanned('LID', '2');
    expect(await receipts(lid)).toEqual([2]);
    await page.close();
    page = await context.newPage();
    await page.clock.setFixedTime(Date.now() + 2 * HOUR_MS);
    await page.goto(url);
    await earlier().getByText('LID').first().waitFor();
    expect(await line('LID').count()).toBe(0);
  });

  describe('when its user leaves', () => {
    const PIN = '2468';
    /** Holds the requests of a path back until the returned function is called. */
    const hold = async (path: string) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(path, (route) => released.then(() => route.continue()));
      return release;
    };
    const signInAnew = async () => {
      const { user_id } = await visitors.world.colleague(owner, { access: ['*'], modify: ['*'] });
      const { link = '' } = ok(await owner.api.setting.user.addEnrolment({ user_id }));
      // A link of the page that is open would change its hash alone.
      await page.goto('about:blank');
      await page.goto(visitors.world.url + link);
      await page.getByRole('textbox', { name: 'New password' }).fill('correct horse battery');
      await page.getByLabel('PIN').fill(PIN);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    };
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };

    beforeEach(async () => {
      page = await visitors.visit('/console/');
    });

    it('codes that were scanned right before are booked', async () => {
      const [plate, bowl] = [await item('PLATE'), await item('BOWL')];
      await signInAnew();
      await open('mode=receive');
      const answer = await hold('**/inventory/item/get');
      const end = await hold('**/setting/user/endSession');
      await scan(page, 'PLATE');
      await scan(page, 'BOWL');
      await line('BOWL').waitFor();
      await choose('Sign out');
      await page.getByText('You have signed out.').waitFor();
      answer();
      await eventually(async () => (await receipts(bowl)).length > 0);
      expect([await receipts(plate), await receipts(bowl)]).toEqual([[1], [1]]);
      end();
    });

    it('an answer that comes late ends no session of the next user', async () => {
      await item('JUG');
      await signInAnew();
      await choose('Switch user');
      await signInAnew();
      await open('mode=receive');
      const answer = await hold('**/inventory/item/get');
      const locked = page.waitForResponse('**/sign_in/lock');
      await scan(page, 'JUG');
      await choose('Switch user');
      await locked;
      await page.getByRole('region', { name: 'At this till' }).getByRole('button').first().click();
      await page.getByLabel('PIN').fill(PIN);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Move stock' }).waitFor();
      await readyToScan(page);
      const refused = page.waitForResponse('**/inventory/item/get');
      answer();
      expect((await refused).status()).toBe(401);
      await scanned('JUG', '1');
    });
  });
});
