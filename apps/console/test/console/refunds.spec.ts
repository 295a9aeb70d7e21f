import { ok, openShop, orderOf, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

describeInBrowser('refunds', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let mug: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    mug = await stockItem(owner, shop, 50, { name: 'Blue mug', sku: 'MUG-1' });
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = (path: string) => visitors.visitAs(owner, path);
  const lines = (page: Page) => page.getByRole('table', { name: 'Lines' });
  const notesOf = async (order_id: number) =>
    ok(await owner.api.sale.credit_note.get({ filter_order_id: order_id })).credit_notes;
  const quantityOf = (page: Page) => page.getByLabel('Quantity of Blue mug that comes back');
  const placed = async (fields: Parameters<typeof orderOf>[2] = {}) => {
    const paid = { total: 30, order_status_id: shop.paid_id, ...fields };
    return ok(await owner.api.sale.order.add(orderOf(shop, [{ item_id: mug, quantity: 3 }], paid))).order;
  };
  const ADD = '**/sale/credit_note/add';
  /** The server gives back, and its answer is lost on its way. */
  const loseAnswers = (page: Page) =>
    page.context().route(ADD, async (route) => {
      await route.fetch();
      await route.abort();
    });
  const expectLostAnswersOnly = () =>
    expect(visitors.takeFaults().filter((fault) => !fault.includes('net::ERR_FAILED'))).toEqual([]);

  test('an order is found by telephone, a piece of it refunded at what was paid, and the refund undone', async () => {
    const { order_id } = await placed({ telephone: '+1 555 0100 777' });
    await visitors.world.settled();
    const page = await open('orders');
    await page.getByRole('searchbox').fill('0100 777');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('link', { name: String(order_id), exact: true }).click();
    await lines(page).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Quantity of Blue mug that comes back').fill('1');
    await page.getByText('To give back: $10.00').waitFor();
    await page.keyboard.press('Control+Enter');
    const notes = page.getByRole('table', { name: 'Credit notes' });
    await notes.getByRole('row', { name: /1 Blue mug Back to stock \$10\.00/ }).waitFor();
    await lines(page).getByText('1 given back').waitFor();

    // A payment out of goodwill leaves less than the next piece.
    const products = [{ name: 'Delay', quantity: 1, price: 15 }];
    ok(await owner.api.sale.credit_note.add({ order_id, products }));
    await page.getByRole('link', { name: 'Refund' }).click();
    await page.getByText('To give back: $20.00').waitFor();
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('alert').getByText('25 is credited already, so not 20 more').waitFor();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await notes
      .getByRole('row', { name: /Blue mug/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await notes.getByRole('row', { name: /Blue mug/ }).waitFor({ state: 'detached' });
    expect(await notesOf(order_id)).toMatchObject([{ total: 15 }]);
  });

  test('a line that a promotion has lowered is refunded at what was paid', async () => {
    const configuration = { percent: 10, coupons: ['TEN'] };
    const { promotion } = owner.api.extension.total;
    ok(await promotion.add({ name: 'Ten off', type: 'percent', configuration }));
    const products = [{ item_id: mug, quantity: 3, price: 10 }];
    const cart = { channel_id: shop.channel_id, currency: 'USD', coupons: ['TEN'], products };
    const [line] = ok(await promotion.calculate(cart)).products;
    const lowered = orderOf(shop, [{ ...products[0]!, totals: line!.totals }], {
      total: 27,
      order_status_id: shop.paid_id,
    });
    const { order_id } = ok(await owner.api.sale.order.add(lowered)).order;
    const page = await open(`orders/${order_id}/refund`);
    await page.getByRole('row', { name: /Blue mug.*\$27\.00/ }).waitFor();
    await page.getByText('To give back: $27.00').waitFor();
    await quantityOf(page).fill('1');
    await page.getByText('To give back: $9.00').waitFor();
    await page.keyboard.press('Control+Enter');
    const notes = page.getByRole('table', { name: 'Credit notes' });
    await notes.getByRole('row', { name: /1 Blue mug .*\$9\.00/ }).waitFor();
    expect(await notesOf(order_id)).toMatchObject([{ total: 9, products: [{ quantity: 1 }] }]);
    await page.getByRole('link', { name: 'Refund' }).click();
    await page.getByText('To give back: $18.00').waitFor();
  });

  test('a refund whose answer is lost is sent again by itself, is done once, and says so', async () => {
    const { order_id } = await placed();
    const page = await open(`orders/${order_id}/refund`);
    await quantityOf(page).fill('1');
    await loseAnswers(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('The server has not answered yet').waitFor();
    await page.context().unroute(ADD);
    await page.getByText(/Credit note \d+ is added/).waitFor();
    await page.waitForURL(/orders\/\d+$/);
    await lines(page).getByText('1 given back').waitFor();
    await page.getByRole('link', { name: 'Refund' }).click();
    await page.getByText('of 2', { exact: true }).waitFor();
    expect(await notesOf(order_id)).toMatchObject([{ products: [{ quantity: 1 }] }]);
    expectLostAnswersOnly();
  });

  test('a refund without an answer is still in doubt after a reload, and done once', async () => {
    const { order_id } = await placed();
    const page = await open(`orders/${order_id}/refund`);
    await page.getByText('To give back: $30.00').waitFor();
    await loseAnswers(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('The server has not answered yet').waitFor();
    await page.reload();
    await page.getByText('The server has not answered yet').waitFor();
    await page.context().unroute(ADD);
    await page.getByText(/Credit note \d+ is added/).waitFor();
    await page.waitForURL(/orders\/\d+$/);
    await lines(page).getByText('3 given back').waitFor();
    await page.getByRole('link', { name: 'Refund' }).click();
    await page.getByText('Everything of this order is given back already').waitFor();
    expect(await notesOf(order_id)).toMatchObject([{ products: [{ quantity: 3 }] }]);
    expectLostAnswersOnly();
  });

  test('Enter in the form gives nothing back; on its button it does', async () => {
    const { order_id } = await placed();
    const page = await open(`orders/${order_id}`);
    await lines(page).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(...(request.url().endsWith('credit_note/add') ? [request.url()] : [])));
    await page.keyboard.press('r');
    await page.getByRole('checkbox', { name: 'Blue mug' }).and(page.locator(':focus')).press('Enter');
    await quantityOf(page).fill('1');
    await page.keyboard.press('Enter');
    await page.getByText('To give back: $10.00').waitFor();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Refund' }).press('Enter');
    await lines(page).getByText('1 given back').waitFor();
    expect(await notesOf(order_id)).toMatchObject([{ products: [{ quantity: 1 }] }]);
  });
});
