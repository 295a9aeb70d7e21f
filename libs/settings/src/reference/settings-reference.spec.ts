import { ownCaller } from '@stockbook/contracts';
import { ok, World } from '@stockbook/testing';
import { SettingsReferenceHandlers } from './settings-reference.handlers.js';

let world: World;
beforeAll(async () => void (world = await World.shared()));

const referenceOf = (account_id: number) =>
  new SettingsReferenceHandlers(world.assembly.running.settings.db).get({
    caller: ownCaller(account_id),
    input: {},
    deadline: Date.now() + 2_000,
    request_id: '',
  });

test('names the living records of the account, and of no other', async () => {
  const user = await world.account();
  const { channel_group, company, credit_note_status, language, order_status, payment_method } = user.api.setting;
  const status = ok(await order_status.add({ name: 'Shipped', deduct: true, lock: true })).order_status_id;
  const { credit_note_status_id } = ok(await credit_note_status.add({ name: 'Refunded', restock: true }));
  const cash = ok(
    await payment_method.add({ name: 'Cash', order_status_id: status, credit_note_status_id }),
  ).payment_method_id;
  const group = ok(await channel_group.add({ name: 'Web' })).channel_group_id;
  const secret = ok(await order_status.add({ name: 'Secret', channel_group_id: group })).order_status_id;
  const voucher = ok(await payment_method.add({ name: 'Voucher', channel_group_id: group })).payment_method_id;
  ok(await order_status.delete(ok(await order_status.add({ name: 'Gone' }))));
  ok(await credit_note_status.delete(ok(await credit_note_status.add({ name: 'Gone' }))));
  ok(await payment_method.delete(ok(await payment_method.add({ name: 'Gone' }))));
  ok(await channel_group.delete(ok(await channel_group.add({ name: 'Gone' }))));
  ok(await company.edit({ default_order_status_id: status }));
  ok(await user.api.setting.currency.add({ code: 'SGD', value: 1.35, decimal_place: 2 }));
  const [{ language_id: english = 0 } = {}] = ok(await language.get({})).languages;
  const french = ok(await language.add({ name: 'Français', code: 'fr' })).language_id;
  const other = await world.account();

  const references = await referenceOf(user.account_id);
  expect(references).toEqual({
    order_statuses: [
      { order_status_id: status, name: 'Shipped', deduct: true, lock: true, void: false, channel_group_id: 0 },
      { order_status_id: secret, name: 'Secret', deduct: false, lock: false, void: false, channel_group_id: group },
    ],
    credit_note_statuses: [{ credit_note_status_id, name: 'Refunded', restock: true, channel_group_id: 0 }],
    payment_methods: [
      { payment_method_id: cash, name: 'Cash', order_status_id: status, credit_note_status_id, channel_group_id: 0 },
      {
        payment_method_id: voucher,
        name: 'Voucher',
        order_status_id: 0,
        credit_note_status_id: 0,
        channel_group_id: group,
      },
    ],
    currencies: [
      { code: 'USD', value: 1, decimal_place: 2 },
      { code: 'SGD', value: 1.35, decimal_place: 2 },
    ],
    channel_group_ids: [group],
    language_ids: [english, french],
    currency: 'USD',
    domain: user.credentials.domain,
    default_order_status_id: status,
    default_location_id: 0,
  });
  expect(await referenceOf(other.account_id)).toEqual({
    order_statuses: [],
    credit_note_statuses: [],
    payment_methods: [],
    currencies: [{ code: 'USD', value: 1, decimal_place: 2 }],
    channel_group_ids: [],
    language_ids: [expect.any(Number)],
    currency: 'USD',
    domain: other.credentials.domain,
    default_order_status_id: 0,
    default_location_id: 0,
  });
});
