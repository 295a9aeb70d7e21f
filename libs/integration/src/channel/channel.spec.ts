import { channelTypes, ownCaller, type SealedSecret } from '@stockbook/contracts';
import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';
import { ChannelsReferenceHandlers } from './channels-reference.handlers.js';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Channels = TestUser['api']['integration']['channel'];
const channels = (): Channels => user.api.integration.channel;
const add = async (input: Parameters<Channels['add']>[0]) => ok(await channels().add(input)).channel_id;
const list = async (input: Parameters<Channels['get']>[0] = {}) => ok(await channels().get(input)).channels;
const location = async () => ok(await user.api.inventory.location.add({ name: 'Store' })).location_id;

const database = () => world.assembly.running.integration.db.source;
/** Returns the whole configuration, which no operation shows. */
async function stored(channel_id: number): Promise<unknown> {
  const sql =
    'SELECT sealed_configuration AS sealed FROM integration.channel WHERE account_id = $1 AND channel_id = $2';
  const [row] = await database().query<{ sealed: SealedSecret }[]>(sql, [user.account_id, channel_id]);
  return row && JSON.parse(world.secretKeys.open(row.sealed, `integration/channel/${user.account_id}`));
}

describe('channels', () => {
  it('are listed as they were added', async () => {
    const configuration = { location_id: await location(), receipt: { footer: 'Thank you' } };
    const id = await add({ type: 'pos', name: 'Till', configuration, status: 0 });
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(ok(await channels().get({}))).toEqual({
      total: 1,
      channels: [
        {
          channel_id: id,
          type: 'pos',
          name: 'Till',
          configuration,
          date_added: date,
          date_modified: date,
          date_active: '',
          status: 0,
          revision: 1,
        },
      ],
    });
  });

  it.each(channelTypes)('of type %s need no more than a name, and are enabled', async (type) => {
    await add({ type, name: 'Shop' });
    expect(await list({ filter_type: type })).toMatchObject([{ type, name: 'Shop', configuration: {}, status: 1 }]);
  });

  it('keep their type', async () => {
    const id = await add({ type: 'lazada', name: 'Shop' });
    ok(await channels().edit({ channel_id: id, type: 'lazada', name: 'Shop 2' }));
    expect(failure(await channels().edit({ channel_id: id, type: 'pos' })).error_details).toEqual([
      { code: 'invalid', field: 'type', message: `type cannot change: channel ${id} is of type lazada.` },
    ]);
  });

  it('show no secret, and keep it when its mask comes back', async () => {
    const id = await add({ type: 'shopify', name: 'Shop', configuration: { access_token: 't-1', shop: 'rose' } });
    const [shown] = await list();
    expect(shown?.configuration).toEqual({ access_token: '********', shop: 'rose' });
    ok(await channels().edit({ channel_id: id, configuration: { ...shown?.configuration, shop: 'tulip' } }));
    expect(await stored(id)).toEqual({ access_token: 't-1', shop: 'tulip' });
  });

  it('keep the secret of each shop when one of them is removed, and refuse a mask that is of none', async () => {
    const shops = ['A', 'B'].map((shop) => ({ shop, token: `tok-${shop}` }));
    const id = await add({ type: 'shopify', name: 'Shops', configuration: { shops } });
    const [shown] = await list();
    expect(JSON.stringify(shown)).not.toContain('tok-');
    const [, b] = [shown?.configuration['shops']].flat();
    ok(await channels().edit({ channel_id: id, configuration: { shops: [b] } }));
    expect(await stored(id)).toEqual({ shops: [{ shop: 'B', token: 'tok-B' }] });
    const configuration = { shops: [b, { shop: 'C', token: '********' }] };
    const expected = [
      {
        code: 'invalid',
        field: 'configuration.shops[1].token',
        message: 'configuration.shops[1].token is a mask that stands for no stored secret: give the secret itself.',
      },
    ];
    expect(failure(await channels().edit({ channel_id: id, configuration })).error_details).toEqual(expected);
    const copy = { type: 'shopify', name: 'Copy', configuration: { shops: [b] } } as const;
    expect(refused(await channels().add(copy))).toHaveLength(1);
  });

  it('are what other services refer to', async () => {
    const at = await location();
    const till = await add({ type: 'pos', name: 'Till', configuration: { location_id: String(at) } });
    const shop = await add({ type: 'shopify', name: 'Shop', configuration: { location_id: at }, status: 0 });
    ok(await channels().delete({ channel_id: await add({ type: 'pos', name: 'Gone' }) }));
    const handlers = new ChannelsReferenceHandlers(world.assembly.running.integration.db);
    const call = { input: {}, deadline: Date.now() + 2_000, request_id: '' };
    expect(await handlers.get({ ...call, caller: ownCaller(user.account_id) })).toEqual({
      channels: [
        { channel_id: till, type: 'pos', name: 'Till', status: 1, location_id: at },
        { channel_id: shop, type: 'shopify', name: 'Shop', status: 0, location_id: at },
      ],
      strict_promotion_ids: [],
    });
  });
});

describe('channels are refused', () => {
  it('with a type or status that is none, and without a name', async () => {
    const wrong = JSON.parse('{"type": "ebay", "status": 2}');
    expect(refused(await channels().add(wrong))).toEqual([
      'type must be one of pos, shopee, lazada, tiktok, shopify, woocommerce.',
      'name is required.',
      'status must be true, false, 1 or 0.',
    ]);
  });

  it.each(['pos', 'shopee'] as const)('of type %s with a location that does not exist', async (type) => {
    const id = await add({ type, name: 'Till' });
    const unknown = [
      { code: 'unknown_reference', field: 'configuration.location_id', message: 'There is no location 99.' },
    ];
    const configuration: Record<string, unknown> = { location_id: 99 };
    expect(failure(await channels().add({ type, name: 'Till', configuration })).error_details).toEqual(unknown);
    expect(failure(await channels().edit({ channel_id: id, configuration })).error_details).toEqual(unknown);
    configuration['location_id'] = 'here';
    expect(refused(await channels().add({ type, name: 'Till', configuration }))).toEqual([
      'configuration.location_id must be an integer of at least 0.',
    ]);
  });

  it('when they are not of the channel groups that the user is limited to', async () => {
    const [own, other] = [await add({ type: 'pos', name: 'Own' }), await add({ type: 'pos', name: 'Other' })];
    const { channel_group } = user.api.setting;
    const group = ok(await channel_group.add({ name: 'Own', channels: [own] })).channel_group_id;
    const empty = ok(await channel_group.add({ name: 'Empty' })).channel_group_id;
    const permission = { access: ['*'], modify: ['*'] };
    const clerk = await world.colleague(user, { ...permission, channel_groups: [group] });
    const limited = clerk.api.integration.channel;

    expect(ok(await limited.get({})).channels).toMatchObject([{ name: 'Own' }]);
    ok(await limited.edit({ channel_id: own, status: 0 }));
    expect(refused(await limited.edit({ channel_id: other, status: 0 }))).toEqual([`There is no channel ${other}.`]);
    expect(refused(await limited.delete({ channel_id: other }))).toEqual([`There is no channel ${other}.`]);
    expect(failure(await limited.add({ type: 'pos', name: 'New' })).error_details).toEqual([
      {
        code: 'forbidden',
        message: 'integration/channel/add concerns all channel groups, and you are limited to some.',
      },
    ]);
    const nobody = await world.colleague(user, { ...permission, channel_groups: [empty] });
    expect(ok(await nobody.api.integration.channel.get({})).channels).toEqual([]);
  });
});
