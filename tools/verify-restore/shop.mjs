// The clients of the drill: orders through the front door, each under a key of its own, and a receiver of webhooks.
import { connect } from '@stockbook/testing/requests';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const CLIENTS = 3;
const PIECES = 100_000;
const PAGE = 100;
const EXAMPLE = new URL('../../docs/examples/order.json', import.meta.url);

/** Sends a request of the owner; throws unless it is granted. */
export const ask = (shop, path, input) => connect(shop.url, shop.credentials).request(path, input);

/** Adds an item with stock, a status that deducts it, and a subscription to orders. */
export async function openShop(url, credentials, receiverUrl) {
  const shop = { url, credentials };
  const { locations } = await ask(shop, 'inventory/location/get', {});
  const { order_statuses } = await ask(shop, 'setting/order_status/get', {});
  const stock = locations.map(({ location_id }) => ({ location_id, quantity: PIECES }));
  const { item_id } = await ask(shop, 'inventory/item/add', {
    name: 'Drill mug',
    price: 10,
    cost: 4,
    locations: stock,
  });
  const { order_status_id } = order_statuses.find(({ deduct }) => deduct);
  await ask(shop, 'integration/webhook/add', { url: receiverUrl, events: ['sale_order'] });
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8'));
  const [line] = example.products;
  const template = { ...example, order_status_id, products: [{ ...line, item_id, quantity: 1 }] };
  return { ...shop, template };
}

/**
 * Places orders until it is stopped; `placed` has each acknowledged write with its order and the time of its answer.
 */
export function startLoad(shop) {
  const placed = [];
  let [isStopping, count] = [false, 0];
  const client = async () => {
    while (!isStopping) {
      const write = { ...shop.template, idempotency_key: `drill-${++count}` };
      const { order } = await ask(shop, 'sale/order/add', write);
      placed.push({ write, order_id: order.order_id, at: Date.now() });
      await delay(20);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const broken = Promise.all(clients);
  return {
    placed,
    async stop() {
      isStopping = true;
      await broken;
    },
  };
}

/** Returns the ids of the orders that have their stock. */
export async function settledOrders(shop) {
  const [filter_product] = shop.template.products.map(({ item_id }) => item_id);
  const settled = new Set();
  for (let page = 1; ; page++) {
    const { orders } = await ask(shop, 'sale/order/get', { filter_product, filter_deducted: true, page, limit: PAGE });
    for (const { order_id } of orders) settled.add(order_id);
    if (orders.length < PAGE) return settled;
  }
}

/** Opens a receiver that takes every webhook. */
export async function openReceiver() {
  const taken = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { data, event_id } = JSON.parse(Buffer.concat(chunks).toString());
    taken.push({ order_id: data?.order_id, event_id });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { taken, url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
