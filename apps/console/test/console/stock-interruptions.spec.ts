import { ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page, Route } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';
import { readyToScan, scan, typed } from './stock.fixture.js';

/** The browser complains like this of connections that these tests break themselves. */
const WANTED = /ERR_(FAILED|INTERNET_DISCONNECTED)/;

/** Whether the request or its answer is lost, by the end of the tab or by that of the network. */
const WAYS = [
  { isKilled: true, isAnswered: true },
  { isKilled: false, isAnswered: true },
  { isKilled: true, isAnswered: false },
] as const;
type Way = (typeof WAYS)[number];

interface Step {
  /** The request that does not get through. */
  readonly path: string;
  readonly act: (page: Page, sku: string) => Promise<unknown>;
  /** The state of the line once the request has got through. */
  readonly end: string;
}
const scanned = (path: string, end = 'Saved'): Step => ({ path, end, act: scan });
const set = (path: string, pieces: string): Step => ({ path, end: 'Saved', act: (page) => typed(page, pieces) });
const undone = (path: string): Step => ({
  path,
  end: 'Undone',
  act: (page, sku) => page.getByRole('button', { name: `Undo ${sku}` }).click(),
});

const RECEIPT = {
  query: 'mode=receive',
  steps: [scanned('inventory/addition/add'), scanned('inventory/addition/edit'), undone('inventory/addition/delete')],
  movements: ['addition -2', 'addition 1', 'addition 1'],
};
const FLOWS = [
  { ...RECEIPT, turn: 0 },
  { ...RECEIPT, turn: 1 },
  { ...RECEIPT, turn: 2 },
  {
    query: 'mode=receive',
    steps: [scanned('inventory/item/get')],
    movements: ['addition 1'],
    turn: 0,
  },
  {
    query: 'mode=adjust',
    steps: [
      scanned('inventory/item/get', 'No change'),
      set('inventory/item/editStock', '25'),
      undone('inventory/item/editStock'),
    ],
    movements: ['item_stock -5', 'item_stock 5'],
    turn: 2,
  },
  {
    query: 'mode=transfer',
    steps: [scanned('inventory/transfer/add'), undone('inventory/transfer/delete')],
    movements: ['transfer -1', 'transfer -1', 'transfer 1', 'transfer 1'],
    turn: 0,
  },
  {
    query: 'mode=count',
    steps: [scanned('inventory/stock_take_job/add'), scanned('inventory/stock_take_job/count')],
    movements: [],
    turn: 0,
  },
];

describeInBrowser('interrupted movements of stock', () => {
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
  afterEach(() => expect(visitors.takeFaults().filter((fault) => !WANTED.test(fault))).toEqual([]));

  const addressOf = (query: string) => `stock?location=${shop.store_id}&to=${shop.depot_id}&${query}`;
  const open = async (query: string) => {
    await page.goto(`${visitors.world.url}/console/${addressOf(query)}`);
    await readyToScan(page);
  };
  const lineOf = (page: Page, sku: string) => page.getByRole('listitem', { name: sku, exact: true });

  async function run({ query, steps, turn }: (typeof FLOWS)[number], at: number) {
    const sku = `SKU-${at}`;
    const item_id = await stockItem(owner, shop, 20, { name: sku, sku });
    await open(query);
    for (const [step, { path, act, end }] of steps.entries()) {
      const way = WAYS[(step + turn) % WAYS.length] ?? WAYS[0];
      const lost = loseNext(page, path, way);
      await act(page, sku);
      await lost;
      page = way.isKilled ? await reopened(page) : await reconnected(page);
      await lineOf(page, sku).getByText(end, { exact: true }).waitFor();
    }
    const shown = await lineOf(page, sku).getByLabel(`Quantity of ${sku}`).inputValue();
    const { flows } = ok(await owner.api.inventory.flow.get({ filter_item_id: item_id, limit: 100 }));
    // The last one is the stock that the item began with.
    const booked = flows.slice(0, -1).map(({ document, quantity }) => `${document} ${quantity}`);
    return { query, turn, shown, movements: booked.sort() };
  }

  test('book each line once, and the list shows what the ledger has', async () => {
    const ran = [];
    for (const [at, flow] of FLOWS.entries()) ran.push(await run(flow, at));
    const shown = ['2', '2', '2', '1', '25', '1', '2'];
    expect(ran).toEqual(FLOWS.map(({ query, turn, movements }, at) => ({ query, turn, movements, shown: shown[at] })));
    const { stock_take_jobs } = ok(await owner.api.inventory.stock_take_job.get({ show_counts: true }));
    expect(stock_take_jobs).toMatchObject([{ total: 1, items: [{ quantity: 2 }] }]);
  });

  test('wait for the server in the browser, and a second tab waits for the first', async () => {
    await open('mode=receive');
    const names = ['Lid', 'Cap', 'Cork'];
    for (const name of names) await stockItem(owner, shop, 0, { name, sku: name });
    await page.context().setOffline(true);
    for (const name of names) await scan(page, name);
    await page.getByText('The server does not answer').waitFor();
    await scan(page, 'Cork');
    expect(await page.getByText('Waits for the server', { exact: true }).count()).toBe(3);
    const other = await page.context().newPage();
    await page.context().setOffline(false);
    await other.goto(page.url());
    await other.getByText('Another tab of this browser').waitFor();
    for (const name of names) await lineOf(page, name).getByText('Saved', { exact: true }).waitFor();
    await page.close();
    await lineOf(other, 'Cork').getByText('Saved', { exact: true }).waitFor();
    expect(await lineOf(other, 'Cork').getByLabel('Quantity of Cork').inputValue()).toBe('2');
    page = other;
  });

  test('are not sent again by themselves when the server no longer knows their key', async () => {
    await open('mode=receive');
    const item_id = await stockItem(owner, shop, 0, { name: 'Bell', sku: 'Bell' });
    const lost = loseNext(page, 'inventory/addition/add', { isKilled: true, isAnswered: true });
    await scan(page, 'Bell');
    await lost;
    const context = page.context();
    await page.close();
    const later = await context.newPage();
    await later.clock.setFixedTime(Date.now() + 25 * 3_600_000);
    await later.goto(`${visitors.world.url}/console/${addressOf('mode=receive')}`);
    await lineOf(later, 'Bell').getByText('Not certain', { exact: true }).waitFor();
    await later.getByRole('button', { name: 'It is booked' }).click();
    await lineOf(later, 'Bell').waitFor({ state: 'detached' });
    expect(ok(await owner.api.inventory.flow.get({ filter_item_id: item_id })).flows).toMatchObject([{ quantity: 1 }]);
  });
});

/** Resolves when a request of this path was lost. All that follow are lost too, until the network is back. */
function loseNext(page: Page, path: string, { isKilled, isAnswered }: Way): Promise<void> {
  return new Promise((resolve) => {
    const lose = async (route: Route) => {
      if (isAnswered) await route.fetch();
      resolve();
      // A tab that is killed waits for its answer until then.
      if (!isKilled) await route.abort();
    };
    void page.route(`**/${path}`, lose);
  });
}

async function reopened(page: Page): Promise<Page> {
  const [context, url] = [page.context(), page.url()];
  await page.close();
  const again = await context.newPage();
  await again.goto(url);
  return again;
}

async function reconnected(page: Page): Promise<Page> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  return page;
}
