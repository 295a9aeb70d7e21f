import { DemoAccess } from '@stockbook/gateway';
import { ok, type TestUser, World } from '@stockbook/testing';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { keepScreenshot, ServedConsole, Visitors } from './console.fixture.js';

const PASSWORD = 'correct horse battery';

describeInBrowser('sign-in', () => {
  let visitors: Visitors;
  let owner: TestUser;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  /** Returns a colleague who has used no link yet, and the address of theirs. */
  async function newcomer() {
    const user = await visitors.world.colleague(owner, { access: ['*'], modify: ['*'] });
    const { link } = ok(await owner.api.setting.user.addEnrolment({ user_id: user.user_id }));
    return { user, address: link ?? '' };
  }

  const nameOf = ({ user }: Awaited<ReturnType<typeof newcomer>>) => user.credentials.api_key.split('@')[0] ?? '';

  test('a link leads to a password, a locked session opens by its PIN, and a wrong password says so', async () => {
    const { user, address } = await newcomer();
    const page = await visitors.visit('/console/');
    await page.goto(visitors.world.url + address);
    await page.getByText(user.credentials.api_key).waitFor();
    expect(page.url()).not.toContain('api_secret');
    await page.getByRole('textbox', { name: 'New password' }).fill('short');
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await page
      .getByText(/password must/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByLabel('PIN').fill('2468');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Items' }).waitFor();

    await page.getByRole('button', { name: `Menu of ${nameOf({ user, address })}` }).click();
    await page.getByRole('menuitem', { name: 'Lock' }).click();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.reload();
    await page.getByLabel('PIN').fill('1111');
    await page.keyboard.press('Enter');
    await page.getByText('The PIN is wrong').waitFor();
    await page.getByLabel('PIN').fill('2468');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Items' }).waitFor();

    const other = await visitors.visit('/console/items?q=mug');
    await other.getByLabel('Account (domain)').fill(user.credentials.domain);
    await other.getByLabel('E-mail').fill(user.credentials.api_key);
    await other.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await other.keyboard.press('Enter');
    await other.getByRole('alert').getByText('is wrong').waitFor();
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('searchbox').waitFor();
    expect(await other.getByRole('searchbox').inputValue()).toBe('mug');
  });

  test('the browser keeps a key that no script can read, and forgets it when the session ends elsewhere', async () => {
    const { user, address } = await newcomer();
    const page = await visitors.visit(address);
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    expect(await page.evaluate(KEPT_KEY)).toBe('InvalidAccessError');

    const { sessions } = ok(await owner.api.setting.user.getSession({ filter_user_id: user.user_id }));
    for (const { session_id } of sessions) ok(await owner.api.setting.user.endSession({ session_id }));
    await page.goto(`${visitors.world.url}/console/items?q=mug`);
    await page.getByText('Your session has ended').waitFor();
    expect(await page.evaluate(KEPT_KEY)).toBe('none');
    expect(page.url()).toContain('/items?q=mug');
  });

  test('a page says in the language of its reader that it got no demo account', async () => {
    const page = await visitors.visit('/console/#demo=unknown', { locale: 'vi' });
    await page.getByRole('alert').getByText('Máy chủ chỉ cho').waitFor();
  });

  test('a demo link signs one browser in once, and opened again it leaves the session of that browser', async () => {
    const { api, credentials } = await visitors.world.account();
    const demo = new DemoAccess();
    let code = '';
    demo.open(credentials, (newCode) => (code = newCode()));
    const gateway = await World.withGateway({ demo });
    const served = await ServedConsole.of(gateway.url);
    try {
      const link = `/console/#demo=${code}`;
      const page = await served.visit(link);
      await page.getByRole('heading', { name: 'Items' }).waitFor();
      expect(page.url()).not.toContain(code);

      const again = await page.context().newPage();
      await again.goto(gateway.url + link);
      await again.getByText(`You are still signed in as ${credentials.api_key}`).waitFor();
      await again.getByRole('heading', { name: 'Items' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Items' }).waitFor();
      expect(ok(await api.setting.user.getSession({})).sessions).toHaveLength(1);

      const other = await served.visit(link);
      await other.getByRole('alert').getByText('The terminal in which Stockbook runs shows a new one').waitFor();
      await other.goto('about:blank');
      await other.goto(`${gateway.url}/console/#demo=${code}`);
      await other.getByRole('heading', { name: 'Items' }).waitFor();
      expect(served.takeFaults()).toEqual([]);
    } finally {
      await served.close();
      await gateway.close();
    }
  });

  test('a shared computer keeps nothing beyond the page', async () => {
    const { address } = await newcomer();
    const page = await visitors.visit(address);
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByLabel(/shared computer/).check();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    expect(await page.evaluate(KEPT_KEY)).toBe('none');
  });

  test('people of a till take turns by their PINs, and none sees what another has read', async () => {
    const page = await visitors.visit('/console/');
    const [ada, grace] = [await newcomer(), await newcomer()];
    const enrol = async ({ address }: typeof ada, pin: string) => {
      // A link of the page that is open would change its hash alone.
      await page.goto('about:blank');
      await page.goto(visitors.world.url + address);
      await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
      await page.getByLabel('PIN').fill(pin);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    };
    const switchUser = async () => {
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Switch user' }).click();
    };
    await enrol(ada, '1111');
    await switchUser();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await enrol(grace, '2222');
    await switchUser();
    const people = page.getByRole('region', { name: 'At this till' }).getByRole('button');
    await people.nth(1).waitFor();
    expect(await people.allTextContents()).toEqual([ada, grace].map(({ user }) => user.credentials.api_key));

    await people.first().click();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.getByLabel('PIN').fill('2222');
    await page.keyboard.press('Enter');
    await page.getByText('The PIN is wrong').waitFor();
    await page.getByLabel('PIN').fill('1111');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Menu of ${nameOf(ada)}` }).waitFor();

    await switchUser();
    await people.filter({ hasText: grace.user.credentials.api_key }).click();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await keepScreenshot(page, 'till');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('PIN').fill('2222');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Menu of ${nameOf(grace)}` }).waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'the ways in are accessible, %s, in English and Vietnamese',
    async (colorScheme) => {
      const page = await visitors.visit('/console/', { colorScheme });
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await keepScreenshot(page, `sign-in-${colorScheme}`);
      expect(await seriousFindings(page)).toEqual([]);
      const { address } = await newcomer();
      const other = await visitors.visit(address, { colorScheme, width: 'phone', locale: 'vi' });
      await other.getByRole('heading', { name: 'Chào mừng' }).waitFor();
      await keepScreenshot(other, `enrol-${colorScheme}-phone`);
      expect(await seriousFindings(other)).toEqual([]);
    },
  );
});

/** Returns what the browser says to a script that asks for the key, or that there is none. */
const KEPT_KEY = `new Promise((resolve) => {
  const opening = indexedDB.open('stockbook');
  opening.onsuccess = () => {
    const { result } = opening;
    if (!result.objectStoreNames.contains('session')) return resolve('none');
    const reading = result.transaction('session').objectStore('session').get('session');
    reading.onsuccess = () => reading.result
      ? crypto.subtle.exportKey('raw', reading.result.key).then(() => 'exported', ({ name }) => name).then(resolve)
      : resolve('none');
  };
})`;
