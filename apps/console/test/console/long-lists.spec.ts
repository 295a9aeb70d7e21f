import { ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import { describeInBrowser } from '../browser.fixture.js';
import { linesOf, Visitors } from './console.fixture.js';

/** More than a page of the API has. */
const MANY = 101;
/** A search counts no more matches than these. */
const COUNTED = 5_000;

describeInBrowser('long lists', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const open = (path: string) => visitors.visitAs(owner, path);
  const query = (sql: string, values: readonly unknown[]) =>
    visitors.world.assembly.running.inventory.db.source.query(sql, [...values]);
  const times = <T>(work: (number: number) => Promise<T>) =>
    Promise.all(Array.from({ length: MANY }, (_, i) => work(i + 1)));

  test('a reserved piece leads to its reservation, however many came later', async () => {
    const [mug, pot] = [await stockItem(owner, shop, 3), await stockItem(owner, shop, MANY, { name: 'Pot' })];
    const hold = async (item_id: number, comment: string) => {
      const reservation = { location_id: shop.store_id, comment, reservation: [{ item_id, quantity: 1 }] };
      return ok(await owner.api.inventory.reservation.add(reservation)).item_reservation_id;
    };
    const first = await hold(mug, 'Window');
    for (let number = 1; number <= MANY; number++) await hold(pot, `Pot ${number}`);
    const page = await open(`items/${mug}?explain=reserved.${shop.store_id}`);
    await page
      .getByRole('dialog')
      .getByRole('row', { name: `Reservation ${first} ` })
      .waitFor();
  });

  test('the stock at an instant names all locations', async () => {
    const mug = await stockItem(owner, shop, 0);
    const places = await times(async (number) => {
      const { location_id } = ok(await owner.api.inventory.location.add({ name: `Shelf ${number}` }));
      return { location_id, item_id: mug, quantity: number, cost: 1 };
    });
    ok(await owner.api.inventory.addition.add({ addition: places }));
    const page = await open(`items/${mug}?view=ledger&at=2099-01-01T00:00`);
    const shown = page.getByRole('table', { name: 'Stock at an instant' }).getByRole('row', { name: /^Shelf / });
    await shown.first().waitFor();
    expect(await shown.count()).toBe(MANY);
  });

  test('a movement leads to all requests that changed its document', async () => {
    const mug = await stockItem(owner, shop, 0);
    const line = { location_id: shop.store_id, item_id: mug, quantity: 1, cost: 1 };
    const { item_addition_id } = ok(await owner.api.inventory.addition.add({ addition: [line] }));
    for (let number = 1; number <= 11; number++)
      ok(await owner.api.inventory.addition.edit({ item_addition_id, comment: `Note ${number}` }));
    const { flows } = ok(await owner.api.inventory.flow.get({ filter_item_id: mug }));
    const page = await open(`items/${mug}?explain=flow.${flows[0]?.item_flow_id}`);
    const requests = page.getByRole('table', { name: 'Requests behind the document' });
    await requests.getByText('inventory/addition/edit').first().waitFor();
    expect(await requests.getByText('inventory/addition/add').count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Next page' }).click();
    await requests.getByText('inventory/addition/add').waitFor();
  });

  test('the slider begins at the first movement, however many came later', async () => {
    const mug = await stockItem(owner, shop, 1);
    await query(
      "UPDATE inventory.item_flow SET date_added = '2026-01-02 03:04Z' WHERE account_id = $1 AND item_id = $2",
      [owner.account_id, mug],
    );
    const line = { location_id: shop.store_id, item_id: mug, quantity: 1, cost: 1 };
    for (let number = 1; number <= MANY; number++)
      ok(await owner.api.inventory.addition.add({ addition: [line], comment: `${number}` }));
    const page = await open(`items/${mug}?view=ledger`);
    await page.getByRole('slider', { name: 'Move through time' }).press('Home');
    await page.getByText('There was no stock then.').waitFor();
    expect(await page.getByLabel('Day and time').inputValue()).toMatch(/^(2025-12|2026-01-0[12])/);
  });

  test('an export of more matches than a search counts shows its rows without a share, and has them all', async () => {
    await query(
      "INSERT INTO inventory.item (account_id, name) SELECT $1, 'Teapot ' || n FROM generate_series(1, $2::int) n",
      [owner.account_id, COUNTED + MANY],
    );
    const page = await open('items?q=teapot&sort=name&columns=-');
    await page.getByText('1 to 50 of more than 5,000').waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    await page.route('**/inventory/item/get', async (route) => {
      if (++asked > 2) await released;
      await route.continue();
    });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('200 rows', { exact: true }).waitFor();
    release();
    expect(await linesOf(await download)).toHaveLength(COUNTED + MANY + 1);
    await page.getByText('5,101 rows are in items-').waitFor();
  });
});
