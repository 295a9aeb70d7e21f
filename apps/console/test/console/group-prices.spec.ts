import { ok, openShop, type Shop, stockItem, type TestUser } from '@stockbook/testing';
import { describeInBrowser, seriousFindings } from '../browser.fixture.js';
import { Visitors } from './console.fixture.js';

describeInBrowser('prices of customer groups', () => {
  let visitors: Visitors;
  let owner: TestUser;
  let shop: Shop;
  let trade: number;
  let staff: number;

  beforeAll(async () => {
    visitors = await Visitors.open();
    owner = await visitors.world.account();
    shop = await openShop(owner);
    const add = async (name: string) => ok(await owner.api.sale.customer_group.add({ name })).customer_group_id;
    [trade, staff] = [await add('Trade'), await add('Staff')];
  });
  afterAll(() => visitors.close());
  afterEach(() => expect(visitors.takeFaults()).toEqual([]));

  const pricesOf = async (item_id: number) =>
    ok(await owner.api.inventory.item.get({ item_id })).items[0]?.customer_groups.map(
      ({ customer_group_id, price }) => [customer_group_id, price],
    );

  async function open() {
    const item = await stockItem(owner, shop, 5, { name: 'Blue mug', price: 10 });
    ok(
      await owner.api.inventory.item.edit({ item_id: item, customer_groups: [{ customer_group_id: trade, price: 8 }] }),
    );
    const page = await visitors.visitAs(owner, `items/${item}`);
    const part = page.getByRole('region', { name: 'Prices of customer groups' });
    return { item, page, part, save: () => part.getByRole('button', { name: 'Save' }).click() };
  }

  test('are saved and taken away, and an item without one shows its own price', async () => {
    const { item, page, part, save } = await open();
    expect(await part.getByLabel('Staff').getAttribute('placeholder')).toBe('10');
    await part.getByLabel('Staff').fill('6.5');
    await part.getByLabel('Trade').fill('');
    await save();
    await page.getByText('Saved.').waitFor();
    expect(await pricesOf(item)).toEqual([[staff, 6.5]]);
    await page.reload();
    await part.getByLabel('Staff').waitFor();
    expect(await part.getByLabel('Staff').inputValue()).toBe('6.5');
    expect(await part.getByLabel('Trade').inputValue()).toBe('');
  });

  test('that somebody else has changed are shown beside what was typed, and none is overwritten unseen', async () => {
    const { item, page, part, save } = await open();
    await part.getByLabel('Trade').fill('7');
    const theirs = [
      { customer_group_id: trade, price: 9 },
      { customer_group_id: staff, price: 5 },
    ];
    ok(await owner.api.inventory.item.edit({ item_id: item, customer_groups: theirs }));
    await save();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this record' });
    await dialog.getByRole('row', { name: 'Trade 9 7' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await pricesOf(item)).toEqual([
      [trade, 9],
      [staff, 5],
    ]);
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved.').waitFor();
    // The list is sent whole, with what somebody else has added to it.
    expect(await pricesOf(item)).toEqual([
      [trade, 7],
      [staff, 5],
    ]);
  });

  test('that the API refuses say why at their field, and what is right stays typed', async () => {
    const { item, page, part, save } = await open();
    await part.getByLabel('Staff').fill('-1');
    await part.getByLabel('Trade').fill('7');
    await save();
    await part.getByText(/must/).waitFor();
    expect(await part.getByLabel('Staff').getAttribute('aria-invalid')).toBe('true');
    expect(await part.getByLabel('Trade').getAttribute('aria-invalid')).not.toBe('true');
    expect(await part.getByLabel('Trade').inputValue()).toBe('7');
    expect(await pricesOf(item)).toEqual([[trade, 8]]);
    await part.getByLabel('Staff').fill('6');
    await save();
    await page.getByText('Saved.').waitFor();
    expect(await pricesOf(item)).toEqual([
      [trade, 7],
      [staff, 6],
    ]);
  });
});
