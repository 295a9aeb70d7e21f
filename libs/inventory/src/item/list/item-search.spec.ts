import { ok, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Items = TestUser['api']['inventory']['item'];
const add = async (input: Parameters<Items['add']>[0]) => ok(await user.api.inventory.item.add(input)).item_id;
const search = (text: string, input: Parameters<Items['get']>[0] = {}) =>
  user.api.inventory.item.get({ search: text, ...input });
const found = async (text: string, input = {}) => ok(await search(text, input)).items.map(({ name }) => name);

describe('a search of items', () => {
  it('finds parts of the name, of its translations and of every code, without case and diacritics', async () => {
    const { language_id } = ok(await user.api.setting.language.add({ name: 'German', code: 'de' }));
    await add({
      name: 'Cà phê sữa',
      model: 'CPS-450',
      sku: 'VN-77x1',
      barcode: 'BOX-A9',
      gtin: '4006381333931',
      translations: [{ language_id, name: 'Milchkaffee "Große"' }],
    });
    await add({ name: 'Tea', model: 'TEA-1' });
    for (const part of ['ca phe', 'PHÊ', 'ps-45', '7X1', 'ox-a', '63813', 'lchkaf', 'grosse', 'phe 450'])
      expect([part, await found(part)]).toEqual([part, ['Cà phê sữa']]);
    for (const part of ['%', '_', 'phe tea', 'zz']) expect([part, await found(part)]).toEqual([part, []]);
    expect(await found('')).toEqual(['Tea', 'Cà phê sữa']);
    expect(await found(' . ')).toEqual([]);
  });

  it('shows codes first, then names, beginnings of names, words, beginnings of words, parts', async () => {
    await add({ name: 'lamp' });
    await add({ name: 'Bulb', sku: 'lamp' });
    await add({ name: 'Lampshade' });
    await add({ name: 'Desk lamp' });
    await add({ name: 'Desk lamps' });
    await add({ name: 'Headlamp' });
    expect(await found('lamp')).toEqual(['Bulb', 'lamp', 'Lampshade', 'Desk lamp', 'Desk lamps', 'Headlamp']);
    expect(await found('lamp', { sort: 'name', order: 'ASC' })).toEqual([
      ...['Bulb', 'Desk lamp', 'Desk lamps', 'Headlamp', 'lamp', 'Lampshade'],
    ]);
    expect(await found('lamp', { limit: 2, page: 2 })).toEqual(['Lampshade', 'Desk lamp']);
  });

  it('shows an old item of exactly this name before thousands of newer ones that have its words', async () => {
    const item_id = await add({ name: 'Teapot' });
    await world.assembly.running.inventory.db.source.query(
      `INSERT INTO inventory.item (account_id, name) SELECT $1, 'Green teapot ' || n FROM generate_series(1, 20100) n`,
      [user.account_id],
    );
    const { items, total_is_minimum } = ok(await search('teapot', { limit: 2 }));
    expect({ first: items[0]?.item_id, shown: items.length, total_is_minimum }).toEqual({
      first: item_id,
      shown: 2,
      total_is_minimum: true,
    });
  });

  it('compares barcodes and gtins of all lengths as GTIN-14', async () => {
    await add({ name: 'Twelve', gtin: '036000291452' });
    await add({ name: 'Eight', barcode: '96385074' });
    await add({ name: 'Other', barcode: '0360002914521234' });
    expect(await found('0036000291452')).toEqual(['Twelve']);
    expect((await found('036000291452'))[0]).toBe('Twelve');
    expect(await found('00000096385074')).toEqual(['Eight']);
    expect(await found('00000096385074', { sort: 'name' })).toEqual(['Eight']);
  });

  it('finds words of one or two letters where words begin', async () => {
    await add({ name: 'Ox yoke' });
    await add({ name: 'Fox' });
    expect(await found('ox')).toEqual(['Ox yoke']);
    expect(await found('o y')).toEqual(['Ox yoke']);
  });

  it('has an exact total beside other filters, and hides deleted items', async () => {
    for (let n = 0; n < 5; n++) await add({ name: `Mug ${n}` });
    ok(await user.api.inventory.item.delete({ item_id: await add({ name: 'Mug 9' }) }));
    expect(ok(await search('mug', { limit: 2 }))).toMatchObject({ total: 5, items: [{}, {}] });
    expect(ok(await search('mug', { filter_deleted: true })).total).toBe(6);
    expect(ok(await search('mug', { filter_name: '3' })).total).toBe(1);
  });
});

test('a search of suppliers finds parts of their name and contact, the best match first', async () => {
  const suppliers = user.api.inventory.supplier;
  for (const fields of [
    { name: 'Grand Kiln' },
    { name: 'Acme', email: 'sales@kiln.test' },
    { name: 'Kiln' },
    { name: 'Clay', firstname: 'Zoë', telephone: '+1 555 0100' },
  ])
    ok(await suppliers.add(fields));
  const named = async (input: Parameters<typeof suppliers.get>[0]) => {
    const { total, suppliers: records } = ok(await suppliers.get(input));
    expect(total).toBe(records.length);
    return records.map(({ name }) => name);
  };
  expect(await named({ search: 'KILN' })).toEqual(['Kiln', 'Grand Kiln', 'Acme']);
  expect(await named({ search: 'kiln', limit: 100 })).toEqual(['Kiln', 'Grand Kiln', 'Acme']);
  expect(await named({ search: 'kiln', sort: 'name', order: 'ASC' })).toEqual(['Acme', 'Grand Kiln', 'Kiln']);
  expect(await named({ search: 'zoe 0100' })).toEqual(['Clay']);
  expect(await named({ search: 'zoe kiln' })).toEqual([]);
});
