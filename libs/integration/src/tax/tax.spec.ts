import { failure, ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  shop = await openShop(user);
  ok(await user.api.setting.currency.add({ code: 'KWD', value: 0.3, decimal_place: 3 }));
});

const api = () => user.api.extension.module.tax;
type Add = Parameters<ReturnType<typeof api>['add']>[0];
const addTax = async (fields: Partial<Add>) =>
  ok(await api().add({ name: 'VAT', type: 'P', rate: 10, status: false, ...fields })).tax_id;
const mugs = { quantity: 2, price: 10 };

test('the taxes of a cart with promotions make an order whose totals add up', async () => {
  const tax_id = await addTax({
    name: 'VAT 20 %',
    code: 'VAT',
    rate: 20,
    inclusive: true,
    status: true,
    sort_order: 9,
  });
  const { promotion } = user.api.extension.total;
  const terms = { configuration: { percent: 10, coupons: ['TEN'] } };
  const { promotion_id } = ok(await promotion.add({ name: 'Ten off', type: 'percent', ...terms }));
  const total = { type: 'fixed', configuration: { amount: 6, coupons: ['SIX'] } } as const;
  ok(await promotion.add({ name: 'Six off', ...total }));
  const shipping = { code: 'shipping.flat', name: 'Shipping', price: 3, sort_order: 1 };
  const cart = { coupons: ['TEN', 'SIX'], products: [mugs], totals: [shipping] };
  const reduced = ok(await promotion.calculate(cart));
  const products = [{ ...mugs, totals: reduced.products[0]?.totals ?? [] }];
  const taxed = ok(await api().calculate({ products, totals: reduced.totals }));
  expect(taxed).toEqual({
    products: [
      {
        totals: [
          { code: `promotion.${promotion_id}.TEN`, name: 'Ten off', price: -2, sort_order: 0 },
          { code: `tax.${tax_id}.VAT`, name: 'VAT 20 %', price: 2.5, sort_order: 9 },
          { code: `tax_included.${tax_id}.VAT`, name: 'VAT 20 %', price: -2.5, sort_order: 9 },
        ],
      },
    ],
    totals: reduced.totals,
    total: 15,
  });
  const document = ok(await api().calculate({ products, totals: reduced.totals, rounding: 'document' }));
  expect(document.totals.slice(-2)).toMatchObject([{ price: 2.5 }, { price: -2.5 }]);

  for (const { products: lines, ...totals } of [taxed, document]) {
    const line = { item_id: 0, name: 'Mug', ...mugs, ...lines[0] };
    const { order } = ok(await user.api.sale.order.add({ ...orderOf(shop, [line]), ...totals }));
    const goods = order.products.reduce((sum, product) => sum + product.total, 0);
    expect(order.totals.reduce((sum, { price }) => sum + price, goods)).toBe(order.total);
    // Only the discount reduces the order: a tax that prices contain is no discount.
    expect(order.products[0]?.allocated).toBe(-6);
  }
  ok(await api().edit({ tax_id, status: false }));
});

test('fixed taxes are converted to the currency of the cart, which rounds by its decimals', async () => {
  const tax_ids = [await addTax({ type: 'F', rate: 0.5 }), await addTax({ rate: 5 })];
  ok(await api().edit({ tax_id: tax_ids[0] ?? 0, status: true }));
  ok(await api().edit({ tax_id: tax_ids[1] ?? 0, status: true }));
  const answer = ok(await api().calculate({ currency: 'KWD', products: [{ quantity: 3, price: 1.115 }] }));
  expect(answer.products[0]?.totals.map(({ price }) => price)).toEqual([0.45, 0.167]);
  expect(answer.total).toBe(3.962);
  const rate = { currency: 'KWD', currency_value: 0.31, tax_ids: tax_ids.slice(0, 1) };
  expect(ok(await api().calculate({ ...rate, products: [mugs] })).total).toBe(20.31);
  expect((await api().calculate({ currency: 'XXX', products: [mugs] })).error).toEqual(['There is no currency XXX.']);
});

test('refuses taxes that the account does not have or has disabled, all at once', async () => {
  const tax_id = await addTax({});
  const stranger = (await world.account()).api.extension.module.tax;
  const foreign = ok(await stranger.add({ name: 'VAT', type: 'P', rate: 10 })).tax_id;
  const products = [{ ...mugs, tax_ids: [foreign] }];
  const totals = [{ code: 'fee', name: 'Fee', price: 1, sort_order: 0, tax_ids: [97] }];
  const { error_details } = failure(await api().calculate({ products, totals, tax_ids: [tax_id] }));
  expect(error_details).toMatchObject([
    { code: 'invalid', field: 'tax_ids[0]', message: `Tax ${tax_id} is disabled.` },
    { field: 'products[0].tax_ids[0]', message: `There is no tax ${foreign}.` },
    { field: 'totals[0].tax_ids[0]', message: 'There is no tax 97.' },
  ]);
});

test('refuses amounts that no order could carry', async () => {
  const tax_ids = [await addTax({ rate: 100, status: true })];
  const refusal = ['The amounts of products have more than 11 digits.'];
  for (const inclusive of [false, true]) {
    ok(await api().edit({ tax_id: tax_ids[0] ?? 0, inclusive }));
    const products = [{ quantity: inclusive ? 3 : 1, price: 60_000_000_000 }];
    expect((await api().calculate({ products, tax_ids })).error).toEqual(refusal);
  }
});

test('a user sees and applies the taxes of their channel groups and of all', async () => {
  const { channel_group_id } = ok(await user.api.setting.channel_group.add({ name: 'Web', channels: [] }));
  const other = ok(await user.api.setting.channel_group.add({ name: 'Shops', channels: [] })).channel_group_id;
  const seen = await addTax({ channel_group_id, rate: 7, status: true });
  const hidden = await addTax({ channel_group_id: other, status: true });
  const rights = { access: ['extension/module/tax'], modify: [], channel_groups: [channel_group_id] };
  const clerk = (await world.colleague(user, rights)).api.extension.module.tax;
  const { products } = ok(await clerk.calculate({ products: [{ ...mugs, tax_ids: [seen] }] }));
  expect(products[0]?.totals).toMatchObject([{ code: `tax.${seen}`, price: 1.4 }]);
  const refused = await clerk.calculate({ products: [{ ...mugs, tax_ids: [hidden] }] });
  expect(refused.error).toEqual([`There is no tax ${hidden}.`]);
});

test('the taxes of all lines of a cart are bounded together, so that none holds the service', async () => {
  const { tax } = (await world.account()).api.extension.module;
  for (let i = 0; i < 21; i++) ok(await tax.add({ name: `T${i}`, type: 'P', rate: 1 }));
  const products = Array.from({ length: 1_000 }, () => ({ quantity: 1, price: 10 }));
  expect((await tax.calculate({ products })).error).toEqual(['The lines of a cart may have 20000 taxes together.']);
  expect(ok(await tax.calculate({ products: products.slice(0, 900) })).total).toBe(10_890);
});
