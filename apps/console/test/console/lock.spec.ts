import { ok, openShop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

const PIN = '2468';
/** The browser complains like this of the network that a test cuts. */
const CUT = 'ERR_INTERNET_DISCONNECTED';

describeInBrowser('a session with a PIN', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let mug: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    mug = await stockItem(owner, await openShop(owner), 1, { name: 'Blue mug', sku: 'MUG-1' });
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults().filter((fault) => !fault.includes(CUT))).toEqual([]));

  /** Returns the address by which a new colleague begins. */
  async function invitation(): Promise<string> {
    const { user_id } = await visitors.world.colleague(owner, { access: ['*'], modify: ['*'] });
    const { link = '' } = ok(await owner.api.setting.user.addEnrolment({ user_id }));
    return visitors.world.url + link;
  }
  const enrol = async (page: Page) => {
    await page.getByRole('textbox', { name: 'New password' }).fill('correct horse battery');
    await page.getByLabel('PIN').fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Items' }).waitFor();
  };
  /** Opens the mug as a colleague, in a browser whose time the test moves. */
  async function open(): Promise<Page> {
    const page = await visitors.visit('/console/');
    await page.context().clock.install();
    await page.goto('about:blank');
    await page.goto(await invitation());
    await enrol(page);
    await page.goto(`${visitors.world.url}/console/items/${mug}`);
    await model(page).waitFor();
    return page;
  }
  const model = (page: Page) => page.getByLabel('Model');
  const locked = (page: Page) => page.getByRole('heading', { name: 'Locked' });
  const pass = (page: Page, minutes: number) => page.context().clock.fastForward(minutes * 60_000);
  const unlock = async (page: Page) => {
    await page.getByLabel('PIN').fill(PIN);
    await page.keyboard.press('Enter');
  };

  test('is locked after a pause without a network too, and its PIN brings back what was typed', async () => {
    const page = await open();
    await model(page).fill('HALF');
    await page.context().setOffline(true);
    await pass(page, 11);
    await locked(page).waitFor();
    expect(await model(page).isVisible()).toBe(false);
    // The browser would forget by now what the page has read.
    await pass(page, 11);
    await unlock(page);
    await page.getByRole('alert').waitFor();
    await page.context().setOffline(false);
    await unlock(page);
    await model(page).waitFor();
    expect(await model(page).inputValue()).toBe('HALF');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
  });

  test('ends an export when it is locked, says so, and saves no file', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Items' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/inventory/item/get', (route) => released.then(() => route.continue()).catch(() => undefined));
    let downloads = 0;
    page.on('download', () => downloads++);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('0 of 1 rows').waitFor();
    await pass(page, 16);
    await locked(page).waitFor();
    await page.getByText('The export of Items ended with the lock or the sign-out.').waitFor();
    release();
    await unlock(page);
    await page.getByText('1 to 1 of 1').waitFor();
    expect(downloads).toBe(0);
  });

  test('is locked in a tab that is opened after a pause', async () => {
    const page = await open();
    const context = page.context();
    const address = page.url();
    await page.close();
    const soon = await context.newPage();
    await soon.goto(address);
    await model(soon).waitFor();
    await soon.close();
    await context.clock.fastForward(11 * 60_000);
    const late = await context.newPage();
    await late.goto(address);
    await locked(late).waitFor();
    await unlock(late);
    await model(late).waitFor();
  });

  test('stays in the browser when somebody signs out whose session it has taken the place of', async () => {
    const page = await open();
    const context = page.context();
    const other = await context.newPage();
    await other.goto(await invitation());
    await enrol(other);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Items' }).waitFor();
  });

  test('stays open in all tabs while one is used, and they are locked and unlocked together', async () => {
    const page = await open();
    const idle = await page.context().newPage();
    await idle.goto(page.url());
    await model(idle).fill('IDLE');
    await pass(page, 6);
    await model(page).fill('USED');
    await model(page).press('End');
    await pass(page, 6);
    expect(await locked(idle).count()).toBe(0);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Lock' }).click();
    for (const tab of [page, idle]) await locked(tab).waitFor();
    await unlock(page);
    for (const tab of [page, idle]) await model(tab).waitFor();
    expect([await model(page).inputValue(), await model(idle).inputValue()]).toEqual(['USED', 'IDLE']);
    await pass(page, 11);
    for (const tab of [page, idle]) await locked(tab).waitFor();
  });
});
