import { company, ownCaller } from '@stockbook/contracts';
import { ok, openShop, orderOf, type Shop, stockItem, type TestUser, World } from '@stockbook/testing';
import { type Api, cachedRights, type Setting } from './cached-rights.fixture.js';

const ROUNDS = Number(process.env['STOCKBOOK_TEST_ROUNDS'] ?? 20);

let world: World;
let owner: TestUser;
let shop: Shop;
let item_id: number;
/** The owner has one client for each gateway. */
let apis: Api[];
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  owner = await world.account();
  apis = world.clientsOf(owner);
  shop = await openShop(owner);
  item_id = await stockItem(owner, shop, 1_000);
});

let names = 0;
const aName = () => `Name ${++names}`;

const place = (api: Api, fields: Parameters<typeof orderOf>[2]) =>
  api.sale.order.add(orderOf(shop, [{ item_id, quantity: 1 }], fields));

/** Tells whether an order was refused for this and nothing else. */
const isRefusedFor = async (reply: ReturnType<typeof place>, reason: string) => {
  const { error } = await reply;
  return error?.join() === reason;
};

const settings: Record<string, () => Promise<Setting> | Setting> = {
  ...cachedRights(() => ({ world, owner, apis })),
  'the deduction of an order status': () => {
    let deduct = true;
    return {
      change: (api) => api.setting.order_status.edit({ order_status_id: shop.paid_id, deduct: (deduct = !deduct) }),
      async isUsed(api) {
        const { order_id } = ok(await place(api, { order_status_id: shop.paid_id })).order;
        await world.settled();
        const { products } = ok(await api.sale.order.get({ order_id })).orders[0]!;
        return products[0]!.deducted === deduct;
      },
    };
  },
  'whether a channel is enabled': () => {
    let status = 1;
    return {
      change: (api) => api.integration.channel.edit({ channel_id: shop.channel_id, status: (status = 1 - status) }),
      async isUsed(api) {
        const isRefused = await isRefusedFor(place(api, {}), `Channel ${shop.channel_id} is disabled.`);
        return isRefused === !status;
      },
    };
  },
  'the location of a channel': () => {
    let location_id = 0;
    return {
      async change(api) {
        ({ location_id } = ok(await api.inventory.location.add({ name: aName() })));
        const { channel_id } = shop;
        return api.integration.channel.edit({ channel_id, configuration: { location_id } });
      },
      isUsed: async (api) => ok(await place(api, {})).order.location_id === location_id,
    };
  },
  "the company's default location": () => {
    let location_id = 0;
    return {
      async change(api) {
        if (!location_id) ok(await api.integration.channel.edit({ channel_id: shop.channel_id, configuration: {} }));
        ({ location_id } = ok(await api.inventory.location.add({ name: aName() })));
        return api.setting.company.edit({ default_location_id: location_id });
      },
      isUsed: async (api) => ok(await place(api, {})).order.location_id === location_id,
    };
  },
  "the company's default status": () => {
    let status = 0;
    return {
      async change(api) {
        const name = aName();
        ({ order_status_id: status } = ok(await api.setting.order_status.add({ name })));
        return api.setting.company.edit({ default_order_status_id: status });
      },
      isUsed: async (api) => ok(await place(api, { order_status_id: 0 })).order.order_status_id === status,
    };
  },
  'the status of a payment method': () => {
    const { cash_id, paid_id, pending_id } = shop;
    let order_status_id = 0;
    return {
      change(api) {
        order_status_id = order_status_id === paid_id ? pending_id : paid_id;
        return api.setting.payment_method.edit({ payment_method_id: cash_id, order_status_id });
      },
      isUsed: async (api) => ok(await place(api, { order_status_id: 0 })).order.order_status_id === order_status_id,
    };
  },
  'that a payment method is deleted': () => {
    let payment_method = 0;
    return {
      async change(api) {
        ({ payment_method_id: payment_method } = ok(await api.setting.payment_method.add({ name: aName() })));
        ok(await place(api, { payment_method }));
        return api.setting.payment_method.delete({ payment_method_id: payment_method });
      },
      isUsed: (api) => isRefusedFor(place(api, { payment_method }), `There is no payment method ${payment_method}.`),
    };
  },
  'the name of a credit note status': async () => {
    const status = ok(await owner.api.setting.credit_note_status.add({ name: aName() }));
    const { credit_note_status_id } = status;
    const products = [{ item_id, quantity: 1, price: 1 }];
    const terms = { currency: 'USD', payment_method: shop.cash_id };
    const given = { ...terms, products, credit_note_status_id };
    let name = '';
    return {
      change: (api) => api.setting.credit_note_status.edit({ credit_note_status_id, name: (name = aName()) }),
      async isUsed(api) {
        const { credit_note_id } = ok(await api.sale.credit_note.add(given));
        const [note] = ok(await api.sale.credit_note.get({ credit_note_id })).credit_notes;
        return note?.credit_note_status === name;
      },
    };
  },
  'the rate of a currency': async () => {
    const { currency_id } = ok(await owner.api.setting.currency.add({ code: 'EUR', value: 1 }));
    let value = 1;
    return {
      change: (api) => api.setting.currency.edit({ currency_id, value: (value += 0.125) }),
      isUsed: async (api) => ok(await place(api, { currency: 'EUR' })).order.currency_value === value,
    };
  },
  'that a language is deleted': () => {
    let language_id = 0;
    const translate = (api: Api) => api.inventory.item.edit({ item_id, translations: [{ language_id }] });
    return {
      async change(api) {
        const code = aName().replace(' ', '-');
        ({ language_id } = ok(await api.setting.language.add({ name: code, code })));
        ok(await translate(api));
        ok(await api.inventory.item.edit({ item_id, translations: [] }));
        return api.setting.language.delete({ language_id });
      },
      isUsed: async (api) => Boolean((await translate(api)).error),
    };
  },
  'the time zone': () => {
    let zone = '';
    return {
      change(api) {
        zone = zone === 'Asia/Tokyo' ? 'Pacific/Honolulu' : 'Asia/Tokyo';
        return api.setting.company.edit({ timezone: zone });
      },
      async isUsed(api) {
        const { date_ordered } = ok(await place(api, { date_ordered: '2026-01-02 12:00:00' })).order;
        return date_ordered === (zone === 'Asia/Tokyo' ? '2026-01-02T03:00:00Z' : '2026-01-02T22:00:00Z');
      },
    };
  },
  'whether stock may be negative': () => {
    let allow_negative_stock = false;
    return {
      change: (api) =>
        api.setting.company.edit({
          allow_negative_stock: (allow_negative_stock = !allow_negative_stock),
          logo: aName(),
        }),
      async isUsed(api) {
        const locations = [{ location_id: shop.depot_id, quantity: -1 }];
        const { error } = await api.inventory.item.add({ name: aName(), locations });
        return !error === allow_negative_stock;
      },
    };
  },
  'inventory integrity': () => {
    let inventory_integrity = false;
    return {
      change: (api) => api.setting.company.edit({ inventory_integrity: (inventory_integrity = !inventory_integrity) }),
      async isUsed(api) {
        const locations = [{ location_id: shop.depot_id, quantity: 3 }];
        const added = ok(await api.inventory.item.add({ name: aName(), locations }));
        const { quantity } = ok(await api.inventory.item.get(added)).items[0]!;
        return quantity === (inventory_integrity ? 0 : 3);
      },
    };
  },
  'the channels that a user sees': async () => {
    const { channel_id } = shop;
    const { channel_group_id } = ok(await owner.api.setting.channel_group.add({ name: 'Web' }));
    const clerk = await world.colleague(owner, { access: ['*'], modify: [], channel_groups: [channel_group_id] });
    const clerks = world.clientsOf(clerk);
    ok(await place(owner.api, {}));
    let channels: number[] = [];
    return {
      change(api) {
        channels = channels.length ? [] : [channel_id];
        return api.setting.channel_group.edit({ channel_group_id, channels });
      },
      async isUsed(api) {
        const seen = ok(await clerks[apis.indexOf(api)]!.sale.order.get({})).total;
        return seen === channels.length;
      },
    };
  },
  'that a channel group is deleted': () => {
    let channel_group_id = 0;
    return {
      async change(api) {
        ({ channel_group_id } = ok(await api.setting.channel_group.add({ name: aName() })));
        ok(await api.inventory.brand.delete(ok(await api.inventory.brand.add({ name: aName(), channel_group_id }))));
        return api.setting.channel_group.delete({ channel_group_id });
      },
      isUsed: async (api) => Boolean((await api.inventory.brand.add({ name: aName(), channel_group_id })).error),
    };
  },
  'the name of a customer group': async () => {
    const { customer_group_id } = ok(await owner.api.sale.customer_group.add({ name: 'Trade' }));
    ok(await owner.api.inventory.item.edit({ item_id, customer_groups: [{ customer_group_id, price: 1 }] }));
    let name = '';
    return {
      change: (api) => api.sale.customer_group.edit({ customer_group_id, name: (name = aName()) }),
      async isUsed(api) {
        const { customer_groups } = ok(await api.inventory.item.get({ item_id })).items[0]!;
        return customer_groups[0]!.name === name;
      },
    };
  },
  'that a customer group is deleted': () => {
    let customer_group_id = 0;
    const price = (api: Api) =>
      api.inventory.item.add({ name: aName(), customer_groups: [{ customer_group_id, price: 1 }] });
    return {
      async change(api) {
        ({ customer_group_id } = ok(await api.sale.customer_group.add({ name: aName() })));
        ok(await price(api));
        return api.sale.customer_group.delete({ customer_group_id });
      },
      isUsed: async (api) => Boolean((await price(api)).error),
    };
  },
};

describe('the next request uses', () => {
  it.each(Object.entries(settings))(
    '%s',
    async (_, prepare) => {
      const { change, isUsed } = await prepare();
      // Fills the caches, which alone can be outdated.
      for (const api of apis) await isUsed(api);
      const stale: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const [one, other] = [apis[round % apis.length]!, apis.at(-1 - (round % apis.length))!];
        ok(await change(one));
        if (!(await isUsed(other))) stale.push(round);
      }
      expect(stale).toEqual([]);
    },
    ROUNDS * 3_000,
  );
});

test('a replayed change is acknowledged no earlier than the change, whose answer may have been lost', async () => {
  const { services } = world.assembly;
  const changes = services.watch('settings');
  const edit = () =>
    services.forward(company.edit, {
      caller: ownCaller(owner.account_id),
      input: { name: 'Renamed' },
      deadline: Date.now() + 5_000,
      request_id: 'r',
      request_key: { key: 'a'.repeat(32), hash: 'b'.repeat(32) },
    });
  expect(await edit()).toMatchObject({ replayed: false });
  const first = changes.since(owner.account_id);
  expect(await edit()).toMatchObject({ replayed: true });
  expect(changes.since(owner.account_id)).toBeGreaterThan(first);
});
