import type { Mapping } from '../mapping-terms.js';

/** Shopify puts an apostrophe before codes and telephones, so that spreadsheets leave them alone. */
const code = (to: string) => ({ to, cut: "^'" });
const NO_AMOUNT = { '0': '', '0.0': '', '0.00': '' };

export const shopifyProducts: Mapping = {
  about: 'Products exported by Shopify. Each variant becomes an item, named after its product and its options.',
  resource: 'inventory/item',
  key: 'sku',
  fill: { by: 'Handle', columns: ['Title', 'Body (HTML)', 'Vendor', 'Type', 'Image Src'] },
  only: { 'Variant Price': '.' },
  columns: {
    Title: { to: [] },
    'Option1 Value': { to: [], values: { 'Default Title': '' } },
    'Option2 Value': { to: [] },
    'Option3 Value': { to: [] },
    'Body (HTML)': 'description',
    Vendor: 'brand_id.name',
    Type: 'categories.name',
    'Variant SKU': code('sku'),
    'Variant Barcode': code('barcode'),
    'Variant Grams': { to: 'weight', times: '0.001' },
    'Variant Price': 'price',
    'Cost per item': 'cost',
    'Variant Inventory Qty': 'locations.quantity',
    'Image Src': 'image',
  },
  texts: { name: '{Title} {Option1 Value} {Option2 Value} {Option3 Value}' },
  asks: { 'locations.location_id.name': 'the location that has the stock' },
  others: 'ignore',
};

export const shopifyCustomers: Mapping = {
  about: 'Customers exported by Shopify. One without a first name gets the e-mail as name.',
  resource: 'sale/customer',
  key: 'email',
  columns: {
    'First Name': 'firstname',
    'Last Name': 'lastname',
    Email: 'email',
    'Default Address Company': 'company',
    'Default Address Phone': code('telephone'),
    Phone: code('telephone'),
  },
  texts: { firstname: '{Email}' },
  others: 'ignore',
};

export const shopifyOrders: Mapping = {
  about: 'Orders exported by Shopify, with a row for each line. Cancelled orders are left out.',
  resource: 'sale/order',
  key: 'imported_order_id',
  group: 'Name',
  fill: { by: 'Name', columns: ['Cancelled at'] },
  skip: { 'Cancelled at': '.' },
  columns: {
    Name: 'imported_order_id',
    Email: 'email',
    'Created at': 'date_ordered',
    'Fulfilled at': 'shipping_date',
    Currency: 'currency',
    Total: 'total',
    Shipping: { to: 'totals[0].price', values: NO_AMOUNT },
    Taxes: { to: 'totals[1].price', values: NO_AMOUNT },
    'Discount Amount': { to: 'totals[2].price', values: NO_AMOUNT, times: '-1' },
    'Shipping Method': 'shipping_method',
    'Lineitem quantity': 'products.quantity',
    'Lineitem name': 'products.name',
    'Lineitem price': 'products.price',
    'Lineitem sku': code('products.sku'),
    'Billing Name': { to: ['firstname', 'lastname'], split: ' ' },
    'Billing Company': 'company',
    'Billing Phone': code('telephone'),
    Phone: code('telephone'),
    'Shipping Address1': 'address_1',
    'Shipping Address2': 'address_2',
    'Shipping City': 'city',
    'Shipping Zip': code('postcode'),
    'Shipping Province': 'zone',
    'Shipping Country': 'country',
    Notes: 'comment',
  },
  constants: {
    ...{ 'totals[0].code': 'shipping', 'totals[0].name': 'Shipping', 'totals[0].sort_order': '1' },
    ...{ 'totals[1].code': 'tax', 'totals[1].name': 'Taxes', 'totals[1].sort_order': '2' },
    ...{ 'totals[2].code': 'discount', 'totals[2].name': 'Discount', 'totals[2].sort_order': '3' },
  },
  asks: { 'channel_id.name': 'the channel of the orders' },
  others: 'ignore',
};
