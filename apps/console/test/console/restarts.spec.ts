import { eventually, ok, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { ServedConsole } from './console.fixture.js';
import { KilledServer } from './killed-server.fixture.js';
import { readyToScan, scan, typed } from './stock.fixture.js';

/** The browser complains like this while there is no server. */
const WANTED = /ERR_(CONNECTION_\w+|FAILED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/;

describeInBrowser('a server that is killed and started again', () => {
  let server: KilledServer;
  let visitors: ServedConsole;
  let owner: TestUser;
  let store_id: number;
  let page: Page;

  beforeAll(async () => {
    server = await KilledServer.start();
    visitors = await ServedConsole.of(server.url);
    owner = await server.owner();
    const { channels } = ok(await owner.api.integration.channel.get({ filter_type: 'pos', order: 'ASC' }));
    store_id = Number(channels[0]?.configuration['location_id']);
    page = await visitors.visitAs(owner, 'items');
  });
  afterAll(async () => {
    await visitors.close();
    await server.end();
  });
  afterEach(() => expect(visitors.takeFaults().filter((fault) => !WANTED.test(fault))).toEqual([]));

  const open = (path: string) => page.goto(`${server.url}/console/${path}`);
  const item = async (sku: string) => {
    const locations = [{ location_id: store_id, quantity: 20 }];
    return ok(await owner.api.inventory.item.add({ name: sku, sku, price: 10, cost: 2.5, locations })).item_id;
  };
  /** Returns what has moved since the stock that the item began with. */
  const movedOf = async (filter_item_id: number) => {
    const { flows } = ok(await owner.api.inventory.flow.get({ filter_item_id, limit: 100 }));
    return flows.slice(0, -1).map(({ document, quantity }) => `${document} ${quantity}`);
  };
  const newest = async () => ok(await owner.api.sale.order.get({ limit: 1 }));

  // A read that is done is like one that was never asked for.
  describe.each([false, true])('when the request is done: %s', (isDone) => {
    /** Does something whose request the server does not survive, and starts the server again. */
    const killing = async (path: string, act: () => Promise<unknown>, notice?: string) => {
      if (isDone && /\/(get|calculate)$/.test(path)) return act();
      const killed = server.killedAt(page, path, isDone);
      await act();
      await killed;
      if (notice) await page.getByText(notice).waitFor();
      return server.startAgain();
    };

    it('a receipt is booked once, step by step, and goes on by itself', async () => {
      const sku = `TRAY-${isDone}`;
      const item_id = await item(sku);
      await open(`stock?mode=receive&location=${store_id}`);
      await readyToScan(page);
      const line = page.getByRole('listitem', { name: sku, exact: true }).first();
      const undo = () => page.getByRole('button', { name: `Undo ${sku}` }).click();
      const step = async (path: string, act: () => Promise<unknown>, end = 'Saved') => {
        await killing(path, act, 'The server does not answer');
        await line.getByText(end, { exact: true }).waitFor();
      };
      await step('inventory/item/get', () => scan(page, sku));
      await step('inventory/addition/edit', () => scan(page, sku));
      await step('inventory/addition/delete', undo, 'Undone');
      await step('inventory/addition/add', () => scan(page, sku));
      expect(await line.getByLabel(`Quantity of ${sku}`).inputValue()).toBe('1');
      expect(await movedOf(item_id)).toEqual(['addition 1', 'addition -2', 'addition 1', 'addition 1']);
    });

    it('an order is placed once, and its page goes on by itself', async () => {
      const sku = `CUP-${isDone}`;
      const item_id = await item(sku);
      const before = (await newest()).total;
      await open('orders/new');
      await page.getByRole('combobox', { name: 'Add an item' }).waitFor();
      await killing('inventory/item/get', () => typed(page, sku, false));
      await page.getByRole('option', { name: new RegExp(sku) }).waitFor();
      await page.keyboard.press('Enter');
      const quantity = page.getByLabel(`Quantity of ${sku}`);
      const notComputed = 'Promotions and taxes could not be computed';
      await killing('extension/total/promotion/calculate', () => quantity.fill('3'), notComputed);
      await page.getByText(notComputed).waitFor({ state: 'hidden' });
      await page.keyboard.press('F4');
      await killing('sale/customer/get', () => typed(page, 'Lovelace', false));
      await page.getByRole('option', { name: /Ada Lovelace/ }).click();
      await killing('sale/order/add', () => page.keyboard.press('Control+Enter'), 'The server has not answered yet');
      await page.waitForURL(/orders\/\d+$/);
      await eventually(async () => (await newest()).orders[0]?.products[0]?.deducted === true);
      const { orders, total } = await newest();
      expect(orders).toMatchObject([{ name: 'Ada Lovelace', products: [{ quantity: 3 }] }]);
      expect([total, await movedOf(item_id)]).toEqual([before + 1, ['order -3']]);
      expect(ok(await owner.api.inventory.flow.verify({}))).toMatchObject({ ok: true });
    });
  });
});
