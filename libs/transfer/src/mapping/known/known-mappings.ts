import type { Mapping } from '../mapping-terms.js';
import { shopifyCustomers, shopifyOrders, shopifyProducts } from './shopify.js';
import { woocommerceOrders, woocommerceProducts } from './woocommerce.js';

const opencartProducts: Mapping = {
  about: 'The sheet Products of the Export/Import Tool for OpenCart, saved as CSV. Weights are in kg, lengths in cm.',
  resource: 'inventory/item',
  key: 'model',
  columns: {
    model: 'model',
    'name*': 'name',
    'description*': 'description',
    sku: 'sku',
    upc: 'gtin',
    ean: 'barcode',
    manufacturer: 'brand_id.name',
    image_name: 'image',
    price: 'price',
    weight: 'weight',
    length: 'length',
    width: 'width',
    height: 'height',
    quantity: 'locations.quantity',
  },
  asks: { 'locations.location_id.name': 'the location that has the stock' },
  others: 'ignore',
};

const priceList: Mapping = {
  about: 'A list of prices: the columns sku and price, and cost where there is one.',
  resource: 'inventory/item',
  key: 'sku',
  columns: { sku: 'sku', SKU: 'sku', price: 'price', Price: 'price', cost: 'cost', Cost: 'cost' },
};

const stockCount: Mapping = {
  about: 'A count of the stock: the columns sku or barcode, and quantity. The whole file is one stock take.',
  resource: 'inventory/stock_take_job',
  group: '*',
  columns: {
    sku: 'items.item_id.sku',
    SKU: 'items.item_id.sku',
    barcode: 'items.item_id.barcode',
    Barcode: 'items.item_id.barcode',
    quantity: 'items.quantity',
    Quantity: 'items.quantity',
    name: null,
    Name: null,
  },
  asks: { 'location_id.name': 'the location that was counted' },
};

/** The mappings that come with Stockbook, by name. */
export const knownMappings: Readonly<Record<string, Mapping>> = {
  'shopify-products': shopifyProducts,
  'shopify-customers': shopifyCustomers,
  'shopify-orders': shopifyOrders,
  'woocommerce-products': woocommerceProducts,
  'woocommerce-orders': woocommerceOrders,
  'opencart-products': opencartProducts,
  'price-list': priceList,
  'stock-count': stockCount,
};
