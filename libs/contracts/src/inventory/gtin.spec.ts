import { ok, openShop, refused, type TestUser, type Shop, World } from '@stockbook/testing';
import { comparedCode, formsOfCode } from './gtin.js';

test.each([
  ['12345670', ['00000012345670', '0000012345670', '000012345670', '12345670']],
  ['012345678905', ['00012345678905', '0012345678905', '012345678905']],
  ['4006381333931', ['04006381333931', '4006381333931']],
  ['14006381333938', ['14006381333938']],
  ['123456', ['123456']],
  ['MUG-4006381333', ['MUG-4006381333']],
])('%s is also written %j', (code, forms) => {
  expect(formsOfCode(code)).toEqual(forms);
  expect(new Set(forms.map(comparedCode)).size).toBe(1);
});

describe('a barcode', () => {
  let user: TestUser;
  let shop: Shop;
  beforeAll(async () => {
    user = await (await World.shared()).account();
    shop = await openShop(user);
  });
  const add = async (barcode: string) => ok(await user.api.inventory.item.add({ name: 'Mug', barcode })).item_id;
  const find = async (barcode: string) =>
    ok(await user.api.inventory.item.get({ barcode })).items.map((item) => [item.item_id, item.barcode]);
  const stock = (barcode: string) =>
    user.api.inventory.item.editStock({ items: [{ barcode, location_id: shop.store_id, quantity: 3 }] });

  it('finds its item by a GTIN of any length, and is shown as it was given', async () => {
    const item_id = await add(' 036000\u200b291452 ');
    for (const code of ['036000291452', '0036000291452', '00036000291452'])
      expect(await find(code)).toEqual([[item_id, '036000291452']]);
    expect(await find('36000291452')).toEqual([]);
    expect(ok(await stock('0036000291452')).results).toMatchObject([{ item_id, changed: true }]);
    expect(ok(await user.api.inventory.item.edit({ barcode: '00036000291452', name: 'Cup' })).item_id).toBe(item_id);
  });

  it('that several living items have names none of them for a change', async () => {
    const [one, two] = [await add('4006381333931'), await add('04006381333931')];
    const [reason] = refused(await stock('4006381333931'));
    expect(reason).toContain(String(one));
    expect(reason).toContain(String(two));
    ok(await user.api.inventory.item.delete({ item_id: two }));
    expect(ok(await stock('04006381333931')).results).toMatchObject([{ item_id: one }]);
  });
});
