import { ok, type TestUser, World } from '@stockbook/testing';

let owner: TestUser;
beforeAll(async () => void (owner = await (await World.shared()).account()));

const items = () => owner.api.inventory.item;
const add = async (name: string, codes: object) => ok(await items().add({ name, ...codes }));

test('an item gets a code that another living item has, with a warning; codes are compared as GTIN-14', async () => {
  const { item_id } = await add('Mug', { barcode: '036000291452' });
  expect(await add('Plate', { barcode: '12345678' })).not.toHaveProperty('warnings');
  const same = await add('Cup', { gtin: '00036000291452', barcode: '0036000291452' });
  expect(same.warnings).toEqual([
    `The gtin 00036000291452 is also that of item ${item_id} (Mug).`,
    `The barcode 0036000291452 is also that of item ${item_id} (Mug).`,
  ]);
  const [cup] = ok(await items().get({ item_id: same.item_id })).items;
  expect(cup).toMatchObject({ gtin: '00036000291452', barcode: '0036000291452' });
});

test('an edit warns of the codes that it changes, and of those of living items alone', async () => {
  const lamp = await add('Lamp', { gtin: '4006381333931' });
  const { item_id } = await add('Shade', { barcode: 'SHADE' });
  const edit = async (fields: object) => ok(await items().edit({ item_id, strict: true, ...fields })).warnings;
  const warning = [`The barcode 4006381333931 is also that of item ${lamp.item_id} (Lamp).`];
  expect(await edit({ barcode: '4006381333931', dry_run: true })).toEqual(warning);
  expect(await edit({ barcode: '4006381333931' })).toEqual(warning);
  expect(await edit({ barcode: '04006381333931', name: 'Lampshade' })).toBeUndefined();
  ok(await items().delete({ item_id: lamp.item_id }));
  expect(await edit({ barcode: 'SHADE' })).toBeUndefined();
  expect(await edit({ barcode: '4006381333931' })).toBeUndefined();
});

test('an item of another channel group is not named', async () => {
  const world = await World.shared();
  const { channel_group_id } = ok(await owner.api.setting.channel_group.add({ name: 'Own', channels: [] }));
  const { channel_group_id: other } = ok(await owner.api.setting.channel_group.add({ name: 'Other', channels: [] }));
  await add('Theirs', { barcode: '55555555', channel_group_id: other });
  const permission = { access: ['*'], modify: ['*'], view_cost: true, channel_groups: [channel_group_id] };
  const clerk = await world.colleague(owner, permission);
  const mine = { name: 'Mine', barcode: '55555555', channel_group_id };
  expect(ok(await clerk.api.inventory.item.add(mine)).warnings).toEqual([
    'The barcode 55555555 is also that of another item.',
  ]);
});
