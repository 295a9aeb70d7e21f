// Does three tasks of a shop in the console with the demo year, by the keyboard and a scanner alone. It says how many
// keys and seconds each takes, and fails where the API does not have the result or the receipt takes over a minute.
// npm run steps
import { chromiumOptions } from '@stockbook/testing';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { openDemo } from './demo.mjs';

const ARTICLES = 20;
/** A person takes up an article and scans it in this time, and types a key. */
const SCAN_S = 1.5;
const KEY_S = 0.15;
const RECEIPT_LIMIT_S = 60;
const NOTE = 'DN-4711';

const { newLink, call, close } = await openDemo();
const { items } = await call('inventory/item/get', { limit: 100, filter_bundle: false });
const { orders } = await call('sale/order/get', { limit: 100 });
const { locations } = await call('inventory/location/get', {});
const articles = items.filter(({ barcode }) => barcode).slice(0, ARTICLES);
const order = orders.find(({ telephone, products }) => telephone && products.some(({ quantity }) => quantity > 1));
const number = order.imported_order_id || String(order.order_id);
const sold = items.filter(({ quantity }) => quantity > 5).slice(0, 3);

const browser = await chromium.launch(chromiumOptions());
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en', reducedMotion: 'reduce' });
const faults = [];
page.on('pageerror', ({ message }) => faults.push(message));
await page.goto(await newLink());
await page.getByRole('heading', { name: 'Items' }).waitFor();

let keys = 0;
let scans = 0;
/** Presses one key after the other; one with Ctrl or Shift counts as one. */
async function press(...names) {
  for (const name of names) await page.keyboard.press(name);
  keys += names.length;
}
/** Sends a code as a scanner does: all keys at once, then Enter. */
async function scan(code) {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  scans += 1;
}
const focused = (label) => page.getByLabel(label).and(page.locator(':focus')).waitFor();
/** Types until what is wanted is the first that is found, and takes it. */
async function choose(text, name) {
  await press(...text);
  await page.locator('[data-combobox-selected], [data-selected]').filter({ hasText: name }).waitFor();
  await press('Enter');
}
async function choosePalette(text, name) {
  await press('Control+k');
  await focused('Find or do');
  await choose(text, name);
}

const TASKS = {
  'receive 20 articles by scanner': {
    limit_s: RECEIPT_LIMIT_S,
    async work() {
      await choosePalette('move', 'Move stock');
      await focused('Scan or search');
      await press('Shift+Tab', ...NOTE, 'Shift+Tab', ...locations[0].name.slice(0, 2), 'Enter');
      for (const { barcode } of articles) await scan(barcode);
      const saved = page.getByRole('listitem').filter({ has: page.getByText('Saved', { exact: true }) });
      await saved.nth(ARTICLES - 1).waitFor();
    },
    async prove() {
      const { additions } = await call('inventory/addition/get', { limit: 100, sort: 'date_added', order: 'DESC' });
      const lines = additions.filter(({ comment }) => comment === NOTE).flatMap((addition) => addition.items);
      const got = lines.map(({ item_id, location_id, quantity }) => ({ item_id, location_id, quantity }));
      const { location_id } = locations[0];
      const wanted = articles.map(({ item_id }) => ({ item_id, location_id, quantity: 1 }));
      assert.deepEqual(new Set(got), new Set(wanted));
      assert.equal(got.length, ARTICLES);
    },
  },
  'find an order by telephone, refund a piece': {
    async work() {
      await choosePalette(order.telephone, number);
      await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
      await press('r');
      await page.getByRole('checkbox').first().and(page.locator(':focus')).waitFor();
      await press('Tab', '1', 'Control+Enter');
      await page.getByRole('table', { name: 'Credit notes' }).waitFor();
    },
    async prove() {
      const { credit_notes } = await call('sale/credit_note/get', { filter_order_id: order.order_id });
      const pieces = credit_notes.map(({ products }) => products.map(({ quantity }) => quantity));
      assert.deepEqual(pieces, [[1]]);
    },
  },
  'order of 3 lines for a known customer': {
    async work() {
      await press('n');
      await focused('Add an item');
      for (const { sku, name } of sold) {
        await choose(sku, name);
        await page.getByRole('table', { name: 'Lines' }).getByText(name).waitFor();
      }
      await press('Enter');
      await choose(order.telephone, order.name);
      await page.getByText(order.email).waitFor();
      await press('Enter');
      await page.waitForURL((url) => /orders\/\d+$/.test(url) && !url.pathname.endsWith(`/${order.order_id}`));
    },
    async prove() {
      const [{ email, products }] = (await call('sale/order/get', { limit: 1 })).orders;
      assert.equal(email, order.email);
      assert.deepEqual(
        products.map(({ item_id }) => item_id),
        sold.map(({ item_id }) => item_id),
      );
    },
  },
};

const rows = {};
for (const [name, { work, prove, limit_s = Infinity }] of Object.entries(TASKS)) {
  [keys, scans] = [0, 0];
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  await prove();
  const person = seconds + keys * KEY_S + scans * SCAN_S;
  rows[name] = { keys, scans, seconds: Number(seconds.toFixed(1)), person: Number(person.toFixed(1)) };
  if (person > limit_s) faults.push(`${name} takes ${person.toFixed(1)} s, and should take ${limit_s} s.`);
}
console.table(rows);
console.log(`Without a mouse; person: with ${KEY_S * 1_000} ms for a key and ${SCAN_S} s for a scan.`);
await browser.close();
await close();
if (faults.length) throw new Error(faults.join('\n'));
