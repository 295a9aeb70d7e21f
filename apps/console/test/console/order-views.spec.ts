import { ok, openShop, orderOf, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

const EVERYTHING = { access: ['*'], modify: ['*'] };

describeInBrowser('saved views of orders', () => {
  let visitors: Visitors;
  let owner: TestUser;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    const shop = await openShop(owner);
    const lines = [{ item_id: await stockItem(owner, shop, 10, { name: 'Blue mug' }), quantity: 1 }];
    ok(await owner.api.sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id, lastname: 'Lovelace' })));
    ok(await owner.api.sale.order.add(orderOf(shop, lines, { order_status_id: shop.paid_id, lastname: 'Hopper' })));
    ok(await owner.api.sale.order.add(orderOf(shop, lines, { lastname: 'Hopper' })));
    await visitors.world.settled();
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const views = (page: Page) => page.getByRole('button', { name: /^View/ });

  /** Returns the items of the menu of views, which stays open. */
  async function listed(page: Page): Promise<string[]> {
    await views(page).click();
    await page.getByRole('menuitem').first().waitFor();
    return page.getByRole('menuitem').allTextContents();
  }

  /** A person of an account signs in in this browser, in place of the one before. */
  async function signInInstead(page: Page, { api }: TestUser, colleague: TestUser): Promise<void> {
    const { link = '' } = ok(await api.setting.user.addEnrolment({ user_id: colleague.user_id }));
    // A link of the page that is open would change its hash alone.
    await page.goto('about:blank');
    await page.goto(visitors.world.url + link);
    await page.getByRole('textbox', { name: 'New password' }).fill('correct horse battery');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
  }

  test('keep status and search, for a reload and for another person of the account, until deleted', async () => {
    const page = await visitors.visitAs(owner, 'orders');
    await page.getByRole('tab', { name: 'Paid' }).click();
    await page.getByRole('searchbox').fill('hopper');
    await page.getByText('1 to 1 of 1').waitFor();
    const { search } = new URL(page.url());
    await views(page).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Paid by Hopper');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'View: Paid by Hopper' }).waitFor();

    await page.reload();
    await page.getByRole('button', { name: 'View: Paid by Hopper' }).waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByText('1 to 3 of 3').waitFor();

    const stranger = await visitors.world.account();
    await signInInstead(page, stranger, await visitors.world.colleague(stranger, EVERYTHING));
    expect(await listed(page)).toEqual(['Save this view']);

    await signInInstead(page, owner, await visitors.world.colleague(owner, EVERYTHING));
    expect(await listed(page)).toEqual(['Paid by Hopper', 'Save this view']);
    await page.getByRole('menuitem', { name: 'Paid by Hopper' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    expect(new URL(page.url()).search).toBe(search);
    expect(await page.getByRole('tab', { name: 'Paid', selected: true }).count()).toBe(1);
    expect(await page.getByRole('searchbox').inputValue()).toBe('hopper');

    await views(page).click();
    await page.getByRole('menuitem', { name: 'Delete this view' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    expect(await listed(page)).toEqual(['Save this view']);
  });
});
