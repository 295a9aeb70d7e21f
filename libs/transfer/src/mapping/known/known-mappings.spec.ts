import { Account, NONE } from '../../account.fixture.js';

let account: Account;
beforeEach(async () => void (account = await Account.open()));
afterEach(() => account.close());

const AT_STORE = {
  set: { 'locations.location_id.name': 'Store' },
  creates: ['inventory/brand', 'inventory/category'],
};
const AT_COUNTER = { set: { 'channel_id.name': 'Counter' } };

async function itemOf(sku: string) {
  return (await account.client.inventory.item.get({ sku })).items[0];
}

test('brings products, prices, a count, customers and orders of Shopify', async () => {
  await expect(account.bringFixture('shopify-products.csv')).rejects.toThrow('--set locations.location_id.name=');
  const products = await account.bringFixture('shopify-products.csv', AT_STORE);
  expect(products).toMatchObject({ counts: { ...NONE, created: 3 }, failed: '' });
  expect(await itemOf('AP-INK')).toMatchObject({
    ...{ name: 'Linen apron Ink', barcode: '0012345678912', price: 39, cost: 14.5, weight: 0.42, quantity: 7 },
    ...{ description: '<p>Washed linen, "one size".</p>', categories: [{ name: 'Aprons' }] },
  });
  expect(await itemOf('MUG-1')).toMatchObject({ name: 'Stoneware mug' });

  const prices = await account.bringFixture('price-list.csv');
  expect(prices).toMatchObject({ counts: { ...NONE, changed: 1, unchanged: 1 }, failed: '' });
  const count = await account.bringFixture('stock-count.csv', { set: { 'location_id.name': 'Store' } });
  expect(count).toMatchObject({ counts: { ...NONE, created: 1 }, failed: '' });
  expect(await itemOf('MUG-1')).toMatchObject({ price: 19, cost: 6.2, quantity: 38 });

  const customers = await account.bringFixture('shopify-customers.csv');
  expect(customers).toMatchObject({ counts: { ...NONE, created: 2 }, failed: '' });
  const orders = await account.bringFixture('shopify-orders.csv', AT_COUNTER);
  expect(orders).toMatchObject({ counts: { ...NONE, created: 1 }, failed: '' });
  const found = await account.client.sale.customer.get({ sort: 'name', order: 'ASC' });
  expect(found).toMatchObject({
    total: 2,
    customers: [{ telephone: '+441132000000' }, { firstname: 'grace@example.test' }],
  });
  expect((await account.client.sale.order.get()).orders).toMatchObject([
    {
      ...{ imported_order_id: '#1001', date_ordered: '2025-03-01T15:22:31Z', total: 57.5, postcode: 'LS1 4AP' },
      ...{ customer_id: found.customers[0]?.customer_id, products: [{ sku: 'AP-SAND' }, { sku: 'MUG-1' }] },
      totals: [
        { code: 'shipping', price: 5 },
        { code: 'discount', price: -5 },
      ],
    },
  ]);
});

test('brings products and orders of WooCommerce', async () => {
  const products = await account.bringFixture('woocommerce-products.csv', AT_STORE);
  expect(products).toMatchObject({ counts: { ...NONE, created: 2 }, failed: '' });
  const item = await itemOf('woo-vneck-tee-red');
  expect(item).toMatchObject({ gtin: '0012345678929', quantity: 8, image: 'https://shop.example/vneck-red.jpg' });
  expect(item?.categories.map(({ name }) => name).sort()).toEqual(['Sale', 'Tshirts']);
  const orders = await account.bringFixture('woocommerce-orders.csv', AT_COUNTER);
  expect(orders).toMatchObject({ counts: { ...NONE, created: 1 }, failed: '' });
  expect((await account.client.sale.order.get()).orders).toMatchObject([
    { imported_order_id: '71', total: 90, products: [{ price: 20 }, { price: 65 }], totals: [{ code: 'shipping' }] },
  ]);
});

test('brings products of OpenCart', async () => {
  const products = await account.bringFixture('opencart-products.csv', AT_STORE);
  expect(products).toMatchObject({ counts: { ...NONE, created: 2 }, failed: '' });
  const [item] = (await account.client.inventory.item.get({ model: 'Product 15' })).items;
  expect(item).toMatchObject({ name: 'Apple Cinema 30', gtin: '885909000000', weight: 12.5, quantity: 990 });
});
