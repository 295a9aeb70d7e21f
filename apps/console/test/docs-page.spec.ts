import { DemoAccess } from '@stockbook/gateway';
import { buildPages, ok, type TestUser, World } from '@stockbook/testing';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describeInBrowser, seriousFindings, TestBrowser } from './browser.fixture.js';

/** The bytes that a first visit may load, compressed. */
const FIRST_LOAD_BYTES = 150_000;
/** The time until a first visit shows the page; other work on the machine may hold up two of three visits. */
const FIRST_LOAD_MS = 1_000;

describeInBrowser('the documentation', () => {
  let world: World;
  let browser: TestBrowser;
  let docs: string;
  let addresses: readonly string[];
  beforeAll(async () => {
    buildPages();
    [world, browser] = await Promise.all([World.shared(), TestBrowser.open()]);
    docs = `${world.url}/docs`;
    addresses = JSON.parse(await readFile(new URL('../dist/pages.json', import.meta.url), 'utf8')).pages.docs;
  });
  afterAll(() => browser.close());
  afterEach(() => expect(browser.faults.splice(0)).toEqual([]));

  test('loads little, and nothing from elsewhere', async () => {
    const page = await browser.page(docs);
    await page.waitForLoadState('networkidle');
    const responses = browser.responses.splice(0);
    expect(responses.length).toBeGreaterThan(2);
    const sizes = await Promise.all(
      responses.map(async (response) => (await response.request().sizes()).responseBodySize),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES);
    expect(responses.filter((response) => !response.url().startsWith(world.url))).toEqual([]);
  });

  test('is there within a second at the first visit', async () => {
    const visit = async () => {
      const page = await browser.page(docs);
      await page.locator('main h1').first().waitFor();
      const ms: number = await page.evaluate('performance.now()');
      await page.context().close();
      return ms;
    };
    const [fastest = 0] = [await visit(), await visit(), await visit()].sort((one, other) => one - other);
    process.stderr.write(`The documentation is there after ${Math.round(fastest)} ms.\n`);
    expect(fastest).toBeLessThan(FIRST_LOAD_MS);
  });

  test('has every page that it links to, and every section', async () => {
    const page = await browser.page(docs);
    const [links, sections] = [new Map<string, string>(), new Set<string>()];
    for (const address of addresses) {
      await go(page, address);
      expect([address, await page.locator('h1').first().innerText()]).not.toContain('There is no such page');
      const found: { ids: string[]; hrefs: string[] } = await page.evaluate(`({
        ids: [...document.querySelectorAll('main [id]')].map(({ id }) => id),
        hrefs: [...document.querySelectorAll('main a')].map(({ href }) => href),
      })`);
      for (const id of found.ids) sections.add(`${address}#${id}`);
      for (const href of found.hrefs)
        if (href.startsWith(docs)) links.set(href.slice(docs.length).replace(/^\//, ''), address);
    }
    const isThere = (link: string) => (link.includes('#') ? sections.has(link) : addresses.includes(link));
    expect([...links].filter(([link]) => !isThere(link))).toEqual([]);
    expect(links.size).toBeGreaterThan(100);
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('is accessible (%s, %i pixels wide)', async (colorScheme, width) => {
    const page = await browser.page(docs, { colorScheme, viewport: { width, height: 844 } });
    for (const address of ['', 'guides/webhooks', 'reference', 'reference/sale/order/add', 'files/stockbook.py']) {
      await go(page, address);
      expect([address, await seriousFindings(page)]).toEqual([address, []]);
      const isWider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect([address, await page.evaluate(isWider)]).toEqual([address, false]);
    }
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('webhook');
    await page.getByRole('option').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('is searched by keyboard: guides, operations and fields', async () => {
    const page = await browser.page(`${docs}/guides/signing`);
    const search = async (key: string, text: string) => {
      await page.keyboard.press(key);
      await page.getByRole('combobox').fill(text);
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
    };
    await search('/', 'refund');
    await page.waitForURL('**/reference/sale/credit_note');
    await search('Control+k', 'filter_shipping_tracking');
    await page.waitForURL('**/reference/sale/order/get');
    await search('/', 'old platform getBytes');
    await page.waitForURL('**/guides/signing#traps');
    await page.goBack();
    await page.waitForURL('**/reference/sale/order/get');
  });

  test('answers a request to try, signed with a key that stays in memory', async () => {
    const user = await world.account();
    const page = await browser.page(`${docs}/reference/inventory/brand/add`);
    await signIn(page, user);
    const answer = page.getByRole('region', { name: 'Answer of the server' });
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await answer.getByText('"dry_run": true').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('checkbox').uncheck();
    await send.click();
    await answer.getByText(/"brand_id": [1-9]/).waitFor();
    expect(ok(await user.api.inventory.brand.get({})).total).toBe(1);
    await page.getByRole('textbox').fill('{ "nmae": "Meadow" }');
    await send.click();
    await answer.getByText('unknown_field').first().waitFor();
    // Its status is a refusal, which the browser reports too.
    browser.faults.splice(0).forEach((fault) => expect(fault).toContain('400'));
    const { api_secret } = user.credentials;
    const kept = await page.evaluate(
      'document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage })',
    );
    expect(kept).not.toContain(api_secret);
    await page.reload();
    await page.getByRole('button', { name: 'Use a key', exact: true }).waitFor();
  });

  test('answers a request to try as the demo account, by the link that a start prints', async () => {
    const { credentials } = await world.account();
    const demo = new DemoAccess();
    let code = '';
    demo.open(credentials, (newCode) => (code = newCode()));
    const gateway = await World.withGateway({ demo });
    try {
      const page = await browser.page(`${gateway.url}/docs/reference/inventory/brand/add#demo=${code}`);
      await page.getByText(`${credentials.api_key} · ${credentials.domain}`).waitFor();
      expect(page.url()).not.toContain(code);
      await page.getByRole('button', { name: 'Send' }).click();
      const answer = page.getByRole('region', { name: 'Answer of the server' });
      await answer.getByText('"dry_run": true').waitFor();
      await page.reload();
      await page.getByText(`${credentials.api_key} · ${credentials.domain}`).waitFor();

      const used = code;
      const other = await browser.page(`${gateway.url}/docs#demo=${used}`);
      await other.getByRole('alert').getByText('The terminal of the server shows').waitFor();
      expect(code).not.toBe(used);
      browser.faults.splice(0).forEach((fault) => expect(fault).toContain('403'));
    } finally {
      await gateway.close();
    }
  });

  async function signIn(page: Page, { credentials: { domain, api_key, api_secret } }: TestUser): Promise<void> {
    await page.getByRole('button', { name: 'Use a key', exact: true }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Domain').fill(domain);
    await page.getByLabel('API key').fill(api_key);
    await page.getByLabel('API secret').fill(api_secret);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText(`${api_key} · ${domain}`).waitFor();
  }

  /** Follows a link without loading the page anew. */
  async function go(page: Page, address: string): Promise<void> {
    const target = address ? `${docs}/${address}` : docs;
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(target)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('main .loading').waitFor({ state: 'detached' });
    await page.locator('main h1').first().waitFor();
  }
});
