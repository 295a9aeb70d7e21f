import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let location_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  location_id = ok(
    await user.api.inventory.location.add({ name: 'Shop', stock_warning: 9, stock_danger: 3 }),
  ).location_id;
});

type Items = TestUser['api']['inventory']['item'];
type Add = Parameters<Items['add']>[0];
const items = (): Items => user.api.inventory.item;
const add = async (input: Add) => ok(await items().add(input)).item_id;
const shown = async (item_id: number) => ok(await items().get({ item_id })).items[0]!;
const addLanguage = async (code: string) => ok(await user.api.setting.language.add({ name: code, code })).language_id;
const faultsOf = async (input: Add) => failure(await items().add(input)).error_details;
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

describe('an item', () => {
  it('needs a name alone', async () => {
    const added = ok(await items().add({ name: 'Mug' }));
    expect(added).toEqual({ success: true, item_id: expect.any(Number) });
    expect(ok(await items().get({}))).toEqual({
      total: 1,
      items: [
        {
          item_id: added.item_id,
          revision: 1,
          parent_id: 0,
          channel_group_id: 0,
          brand_id: 0,
          name: 'Mug',
          description: '',
          plain_description: '',
          image: '',
          thumb: '',
          images: [],
          model: '',
          sku: '',
          gtin: '',
          barcode: '',
          quantity: 0,
          price: 0,
          cost: 0,
          weight: 0,
          length: 0,
          width: 0,
          height: 0,
          total_added: 0,
          total_deducted: 0,
          average_cost: 0,
          pool_cost: 0,
          date_added: date,
          date_modified: date,
          locations: [],
          customer_groups: [],
          categories: [],
          translations: [],
          bundle: false,
          item_bundles: [],
        },
      ],
    });
    expect(refused(await items().add({ name: '' }))).toEqual(['name must not be blank.']);
  });

  it('shows every field that it was given', async () => {
    const { inventory, setting, sale } = user.api;
    const { channel_group_id } = ok(await setting.channel_group.add({ name: 'Web' }));
    const { brand_id } = ok(await inventory.brand.add({ name: 'Acme' }));
    const { customer_group_id } = ok(await sale.customer_group.add({ name: 'Wholesale' }));
    const parent_id = await add({ name: 'Cups' });
    const plain = {
      parent_id,
      channel_group_id,
      brand_id,
      name: 'Mug',
      image: 'mug.png',
      model: 'MUG-1',
      sku: 'S-1',
      gtin: '04012345678901',
      barcode: '4012345678901',
      price: 12.5,
      cost: 4.1234,
      weight: 0.3501,
      length: 12,
      width: 8.5,
      height: 9.25,
    };
    const images = [{ image: 'a.png', set_id: 9, sort_order: 2 }, { image: 'b.png' }];
    const [german, french] = [await addLanguage('de'), await addLanguage('fr')];
    const item_id = await add({
      ...plain,
      images,
      description: '<p>Holds <b>0.3</b> l</p><script>alert(1)</script>',
      locations: [{ location_id, quantity: 7, price: 11, stock_warning: 5, stock_danger: 2, location: 'A-1' }],
      customer_groups: [{ customer_group_id, price: 10.9 }],
      translations: [
        { language_id: german, name: 'Becher', description: '<p>Fasst 0,3 l</p>' },
        { language_id: french },
      ],
      bundle: false,
      item_bundles: [],
    });
    expect(await shown(item_id)).toEqual({
      ...plain,
      item_id,
      revision: 1,
      description: '<p>Holds <b>0.3</b> l</p>',
      plain_description: 'Holds 0.3 l',
      thumb: 'mug.png',
      images: [
        { ...images[0], thumb: 'a.png' },
        { image: 'b.png', thumb: 'b.png', set_id: 0, sort_order: 0 },
      ],
      quantity: 7,
      total_added: 7,
      total_deducted: 0,
      average_cost: 4.1234,
      pool_cost: 28.8638,
      date_added: date,
      date_modified: date,
      locations: [
        {
          location_id,
          quantity: 7,
          on_hand: 7,
          reserved: 0,
          incoming: 0,
          price: 11,
          name: 'Shop',
          stock_warning: 5,
          stock_danger: 2,
          stock_state: 'ok',
          location: 'A-1',
        },
      ],
      customer_groups: [{ customer_group_id, name: 'Wholesale', price: 10.9 }],
      categories: [],
      translations: [
        { language_id: german, name: 'Becher', description: '<p>Fasst 0,3 l</p>', plain_description: 'Fasst 0,3 l' },
        { language_id: french, name: '', description: '', plain_description: '' },
      ],
      bundle: false,
      item_bundles: [],
    });
  });

  it('keeps a plain description of its own', async () => {
    const item_id = await add({ name: 'Mug', description: '<p>Warm</p>', plain_description: 'Hot & <nice>' });
    expect(await shown(item_id)).toMatchObject({ description: '<p>Warm</p>', plain_description: 'Hot & <nice>' });
  });

  it('has at a location the thresholds of the location unless it has its own', async () => {
    const item_id = await add({ name: 'Mug', locations: [{ location_id, stock_danger: 0 }] });
    expect((await shown(item_id)).locations).toMatchObject([
      { location_id, quantity: 0, price: 0, name: 'Shop', stock_warning: 9, stock_danger: 0, location: '' },
    ]);
  });

  it('has at most 256 KiB of each description, and 1 MiB in all', async () => {
    const plain_description = 'x'.repeat(262_144);
    const item_id = await add({ name: 'Mug', description: '<p>Warm</p>', plain_description });
    expect((await shown(item_id)).plain_description).toHaveLength(262_144);
    const [reason] = refused(await items().add({ name: 'Mug', plain_description: `${plain_description}x` }));
    expect(reason).toMatch(/^plain_description .*262144/);
  });

  it('is refused when an edit would make its record larger than 1 MiB', async () => {
    const languages = await Promise.all(
      ['da', 'fi', 'sv', 'nb'].map((code) => user.api.setting.language.add({ name: code, code })),
    );
    const plain_description = 'x'.repeat(262_144);
    const translations = languages.map((each) => ({ language_id: ok(each).language_id, plain_description }));
    const item_id = await add({ name: 'Mug', translations: translations.slice(1) });
    const [reason] = refused(await items().edit({ item_id, translations }));
    expect(reason).toMatch(
      /^A record of inventory\/item has at most 1048576 bytes as JSON: this one would have 1\d{6}\.$/,
    );
    expect((await shown(item_id)).translations).toHaveLength(3);
  });
});

describe('an item is refused', () => {
  it('with every reason at once', async () => {
    const stranger = await world.account();
    const foreign = ok(await stranger.api.inventory.location.add({ name: 'Theirs' })).location_id;
    const given = [{ location_id }, { location_id: foreign }, { location_id }];
    const bundles = [{ bundle_item_id: 999_008, quantity: 2 }];
    const faults = await faultsOf({
      name: 'Mug',
      parent_id: 999_001,
      brand_id: 999_002,
      channel_group_id: 999_003,
      customer_groups: [{ customer_group_id: 999_004, price: 1 }],
      categories: [999_005, 999_006],
      locations: given,
      translations: [{ language_id: 999_007 }, { language_id: 999_007 }],
      item_bundles: bundles,
    });
    const unknown = (field: string, message: string) => ({ code: 'unknown_reference', field, message });
    expect(faults).toEqual(
      expect.arrayContaining([
        unknown('parent_id', 'There is no item 999001.'),
        unknown('brand_id', 'There is no brand 999002.'),
        unknown('channel_group_id', 'There is no channel group 999003.'),
        unknown('customer_groups[0].customer_group_id', 'There is no customer group 999004.'),
        unknown('categories[0]', 'There is no category 999005.'),
        unknown('categories[1]', 'There is no category 999006.'),
        unknown('translations[0].language_id', 'There is no language 999007.'),
        unknown('translations[1].language_id', 'There is no language 999007.'),
        unknown('locations[1].location_id', `There is no location ${foreign}.`),
        {
          code: 'invalid',
          field: 'locations[2].location_id',
          message: `locations[2].location_id ${location_id} is given twice.`,
        },
        {
          code: 'invalid',
          field: 'translations[1].language_id',
          message: 'translations[1].language_id 999007 is given twice.',
        },
        unknown('item_bundles[0].bundle_item_id', 'There is no item 999008.'),
      ]),
    );
    expect(faults).toHaveLength(12);
    expect(ok(await items().get({})).total).toBe(0);
  });

  it('with a negative opening stock, in words that do not name the id that is taken back', async () => {
    const locations = [{ location_id, quantity: -5 }];
    const field = 'locations[0].quantity';
    for (const [given, label] of [
      [{ name: 'Mug', model: 'MUG-BLUE' }, 'MUG-BLUE'],
      [{ name: 'Mug' }, 'Mug'],
    ] as const) {
      const message = `Item ${label} is short by 5 at Shop: 5 wanted, 0 available.`;
      expect(await faultsOf({ ...given, locations })).toEqual([{ code: 'insufficient_stock', field, message }]);
    }
  });

  it('with references to deleted records', async () => {
    const { brand_id } = ok(await user.api.inventory.brand.add({ name: 'Acme' }));
    const parent_id = await add({ name: 'Cups' });
    ok(await user.api.inventory.brand.delete({ brand_id }));
    ok(await items().delete({ item_id: parent_id }));
    ok(await user.api.inventory.location.delete({ location_id }));
    const faults = await faultsOf({ name: 'Mug', brand_id, parent_id, locations: [{ location_id }] });
    expect(faults.map(({ field }) => field)).toEqual(['brand_id', 'parent_id', 'locations[0].location_id']);
  });

  it('with the model of another living item', async () => {
    const first = await add({ name: 'Mug', model: 'M-1' });
    const duplicate = { code: 'duplicate', field: 'model', message: `Item ${first} has the model M-1 already.` };
    expect(await faultsOf({ name: 'Cup', model: 'M-1' })).toEqual([duplicate]);
    const others = [add({ name: 'None' }), add({ name: 'No model' }), add({ name: 'Other case', model: 'm-1' })];
    expect(await Promise.all(others)).toHaveLength(3);
    ok(await items().delete({ item_id: first }));
    await add({ name: 'Cup', model: 'M-1' });
    const stranger = await world.account();
    ok(await stranger.api.inventory.item.add({ name: 'Theirs', model: 'M-1' }));
  });

  it('but one, when several take the same model at once', async () => {
    const replies = await Promise.all([...Array(8).keys()].map((n) => items().add({ name: `Mug ${n}`, model: 'M-1' })));
    const added = replies.flatMap((reply) => (reply.error ? [] : [reply.item_id]));
    expect(added).toHaveLength(1);
    const reasons = replies.flatMap((reply) => reply.error ?? []);
    expect(reasons).toEqual(Array(7).fill(`Item ${added[0]} has the model M-1 already.`));
  });
});
