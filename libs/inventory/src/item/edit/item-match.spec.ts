import { type ItemNamed, itemMatch, ownCaller } from '@stockbook/contracts';
import { ok, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

const add = async (input: Parameters<TestUser['api']['inventory']['item']['add']>[0]) =>
  ok(await user.api.inventory.item.add(input)).item_id;
const match = async (lines: Partial<ItemNamed>[], account_id = user.account_id, channel_group_ids?: number[]) => {
  const named = lines.map((line) => ({ item_id: 0, model: '', sku: '', ...line }));
  const caller = { ...ownCaller(account_id), channel_group_ids: channel_group_ids ?? null };
  const call = { caller, input: { lines: named }, deadline: Date.now() + 5_000, request_id: '' };
  return (await world.assembly.services.ask(itemMatch.match, call)).output.items;
};
const idsOf = async (...lines: Partial<ItemNamed>[]) => (await match(lines)).map(({ item_id }) => item_id);

describe('items for the lines of orders', () => {
  it('are found by id, else by model, else by sku, each once', async () => {
    const mug = await add({ name: 'Mug', model: 'M-1', sku: 'S-1', image: 'mug.png', weight: 0.35 });
    const cup = await add({ name: 'Cup', model: 'M-2', sku: 'S-2' });
    expect(await match([{ item_id: mug }])).toEqual([
      { item_id: mug, name: 'Mug', model: 'M-1', sku: 'S-1', image: 'mug.png', weight: 0.35, average_cost: '0' },
    ]);
    expect(await idsOf({ model: 'M-2' })).toEqual([cup]);
    expect(await idsOf({ model: 'none', sku: 'S-1' })).toEqual([mug]);
    expect(await idsOf({ item_id: mug }, { sku: 'S-1' }, { model: 'M-2' })).toEqual([mug, cup]);
    expect(await idsOf({ item_id: cup, model: 'M-1', sku: 'S-1' })).toEqual([cup]);
  });

  it('are those alone that the caller may see', async () => {
    const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Web' }));
    const hidden = await add({ name: 'Mug', model: 'M-1', channel_group_id });
    const shared = await add({ name: 'Cup', model: 'M-2' });
    const seenBy = async (group: number) =>
      (await match([{ item_id: hidden }, { model: 'M-1' }, { item_id: shared }], user.account_id, [group])).map(
        ({ item_id }) => item_id,
      );
    expect(await seenBy(channel_group_id)).toEqual([hidden, shared]);
    expect(await seenBy(channel_group_id + 1)).toEqual([shared]);
  });

  it('are not found by nothing, when deleted, or in another account', async () => {
    const item_id = await add({ name: 'Mug', model: 'M-1' });
    await add({ name: 'Cup' });
    expect(await idsOf({})).toEqual([]);
    expect(await idsOf({ model: 'm-1' })).toEqual([]);
    const stranger = await world.account();
    expect(await match([{ item_id }, { model: 'M-1' }], stranger.account_id)).toEqual([]);
    ok(await user.api.inventory.item.delete({ item_id }));
    expect(await idsOf({ item_id }, { model: 'M-1' })).toEqual([]);
  });
});
