import type { SealedSecret } from '@stockbook/contracts';
import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (user = await world.account()));

type Methods = TestUser['api']['setting']['payment_method'];
const methods = (): Methods => user.api.setting.payment_method;
const add = async (input: Parameters<Methods['add']>[0]) => ok(await methods().add(input)).payment_method_id;
const list = async (input: Parameters<Methods['get']>[0] = {}) => ok(await methods().get(input)).payment_methods;

/** Returns the whole configuration, which no operation shows. */
async function stored(payment_method_id: number): Promise<unknown> {
  const { source } = world.assembly.running.settings.db;
  const sql = `SELECT sealed_configuration AS sealed FROM settings.payment_method
     WHERE account_id = $1 AND payment_method_id = $2`;
  const [row] = await source.query<{ sealed: SealedSecret }[]>(sql, [user.account_id, payment_method_id]);
  return row && JSON.parse(world.secretKeys.open(row.sealed, `setting/payment_method/${user.account_id}`));
}

describe('payment methods', () => {
  it('show no secret, and keep it when its mask comes back', async () => {
    const configuration = { merchant: 'M1', api_key: 'k-1', webhook: { secret: 's-1', url: 'https://pay.example' } };
    const id = await add({ name: 'Card', configuration });
    const [shown] = await list();
    expect(shown?.configuration).toEqual({
      merchant: 'M1',
      api_key: '********',
      webhook: '********',
    });
    ok(await methods().edit({ payment_method_id: id, configuration: { ...shown?.configuration, merchant: 'M2' } }));
    expect(await stored(id)).toEqual({ ...configuration, merchant: 'M2' });
    ok(await methods().edit({ payment_method_id: id, configuration: { api_key: 'k-2' } }));
    expect(await stored(id)).toEqual({ api_key: 'k-2' });
  });
});

describe('payment methods are refused', () => {
  it('when what they refer to does not exist, all of it at once', async () => {
    const status = ok(await user.api.setting.order_status.add({ name: 'Gone' })).order_status_id;
    ok(await user.api.setting.order_status.delete({ order_status_id: status }));
    const faults = [
      { code: 'unknown_reference', field: 'channel_group_id', message: 'There is no channel group 99.' },
      { code: 'unknown_reference', field: 'order_status_id', message: `There is no order status ${status}.` },
      { code: 'unknown_reference', field: 'credit_note_status_id', message: 'There is no credit note status 99.' },
    ];
    const wrong = { channel_group_id: 99, order_status_id: status, credit_note_status_id: 99 };
    expect(failure(await methods().add({ name: 'Card', ...wrong })).error_details).toEqual(faults);
    const id = await add({ name: 'Card' });
    expect(failure(await methods().edit({ payment_method_id: id, ...wrong })).error_details).toEqual(faults);
  });

  it('when the configuration is no object', async () => {
    const wrong = JSON.parse('{"name": "Card", "configuration": [1]}');
    expect(refused(await methods().add(wrong))).toEqual([
      'configuration must be an object of at most 65536 bytes as JSON, with at most 16 levels.',
    ]);
  });

  it('with an order status that the user does not see', async () => {
    const { channel_group, order_status } = user.api.setting;
    const group = async (name: string) => ok(await channel_group.add({ name })).channel_group_id;
    const [own, other] = [await group('Own'), await group('Other')];
    const { order_status_id } = ok(await order_status.add({ name: 'Hidden', channel_group_id: other }));
    const clerk = await world.colleague(user, { access: ['*'], modify: ['*'], channel_groups: [own] });
    const card = { name: 'Card', channel_group_id: own, order_status_id };
    expect(refused(await clerk.api.setting.payment_method.add(card))).toEqual([
      `There is no order status ${order_status_id}.`,
    ]);
  });
});
