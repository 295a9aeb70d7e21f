import type { Mapping } from '../mapping-terms.js';

const NO_AMOUNT = { '0': '', '0.0': '', '0.00': '' };

export const woocommerceProducts: Mapping = {
  about:
    'Products exported by WooCommerce. Each variation becomes an item; variable and grouped products are left out.',
  resource: 'inventory/item',
  key: 'sku',
  skip: { Type: '\\b(variable|grouped)\\b' },
  columns: {
    SKU: 'sku',
    'GTIN, UPC, EAN, or ISBN': 'gtin',
    Name: 'name',
    Description: 'description',
    'Regular price': 'price',
    'Weight (kg)': 'weight',
    'Length (cm)': 'length',
    'Width (cm)': 'width',
    'Height (cm)': 'height',
    Categories: { to: 'categories.name', split: ',' },
    Images: { to: 'image', cut: ',.*$' },
    Brands: { to: 'brand_id.name', cut: ',.*$' },
    Stock: 'locations.quantity',
  },
  asks: { 'locations.location_id.name': 'the location that has the stock' },
  others: 'ignore',
};

export const woocommerceOrders: Mapping = {
  about:
    'Orders of WooCommerce, as its extension Customer / Order / Coupon Export writes them with one row per item. ' +
    'Cancelled and failed orders are left out.',
  resource: 'sale/order',
  key: 'imported_order_id',
  group: 'order_number',
  skip: { status: '^(cancelled|failed|trash|checkout-draft)$' },
  columns: {
    order_number: 'imported_order_id',
    date: 'date_ordered',
    order_date: 'date_ordered',
    order_currency: 'currency',
    order_total: 'total',
    shipping_total: { to: 'totals[0].price', values: NO_AMOUNT },
    tax_total: { to: 'totals[1].price', values: NO_AMOUNT },
    fee_total: { to: 'totals[2].price', values: NO_AMOUNT },
    shipping_method: 'shipping_method',
    billing_first_name: 'firstname',
    billing_last_name: 'lastname',
    billing_company: 'company',
    billing_email: 'email',
    billing_phone: 'telephone',
    shipping_address_1: 'address_1',
    shipping_address_2: 'address_2',
    shipping_city: 'city',
    shipping_postcode: 'postcode',
    shipping_state: 'zone',
    shipping_country: 'country',
    customer_note: 'comment',
    item_name: 'products.name',
    item_sku: 'products.sku',
    item_quantity: 'products.quantity',
    item_price: 'products.price',
  },
  constants: {
    ...{ 'totals[0].code': 'shipping', 'totals[0].name': 'Shipping', 'totals[0].sort_order': '1' },
    ...{ 'totals[1].code': 'tax', 'totals[1].name': 'Taxes', 'totals[1].sort_order': '2' },
    ...{ 'totals[2].code': 'fee', 'totals[2].name': 'Fees', 'totals[2].sort_order': '3' },
  },
  asks: { 'channel_id.name': 'the channel of the orders' },
  others: 'ignore',
};
