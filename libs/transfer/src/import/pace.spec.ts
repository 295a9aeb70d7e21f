import { Stockbook, type StockbookOptions } from '@stockbook/client';
import { World } from '@stockbook/testing';
import { Account, NONE } from '../account.fixture.js';
import { importFile } from './import-file.js';
import { unhurried } from './pace.js';

const ADDITIONS = 'addition.item_id.sku,addition.location_id.name,addition.quantity,addition.cost\n';
const STOCK = { resource: 'inventory/addition' };

let account: Account;
beforeEach(async () => {
  account = await Account.open();
  await account.client.inventory.item.add({ sku: 'STOCKED', name: 'Mug' });
});
afterEach(() => account.close());

/** Imports this many pieces, one by one, and returns the counts with what is in stock then. */
async function stock(pieces: number, options: Partial<StockbookOptions>) {
  const file = await account.fileOf(ADDITIONS + 'STOCKED,Store,1,2\n'.repeat(pieces));
  const { counts } = await importFile(new Stockbook({ ...account.options, ...options }), { ...STOCK, file });
  const [item] = (await account.client.inventory.item.get({ sku: 'STOCKED' })).items;
  return { counts, quantity: item?.quantity };
}

test('goes on over a server that loses an answer and is away for seconds, and doubles nothing', async () => {
  let back_at: number | undefined;
  const options = unhurried(async (url, init) => {
    if (performance.now() < (back_at ?? 0)) throw new Error('The server is away.');
    const response = await fetch(url, init);
    if (back_at !== undefined || !init.body.includes('inventory/addition/add')) return response;
    back_at = performance.now() + 4_000;
    throw new Error('The answer is lost.');
  });
  const { counts, quantity } = await stock(300, { ...options, retryDelay: 100 });
  expect(counts).toMatchObject({ failed: 0, before: 0 });
  expect(counts.created + counts.unchanged).toBe(300);
  expect(quantity).toBe(300);
  expect(back_at).toBeGreaterThan(0);
});

test('waits as the headers of the rate limit say, and brings all', async () => {
  const world = await World.withGateway({ ratePerMinute: 3_000 });
  try {
    const began = performance.now();
    const { counts, quantity } = await stock(300, { ...unhurried(), url: world.url });
    expect({ counts, quantity }).toEqual({ counts: { ...NONE, created: 300 }, quantity: 300 });
    // A burst is 200, and the others come at 50 a second.
    expect(performance.now() - began).toBeGreaterThan(1_500);
  } finally {
    await world.close();
  }
});

test('does not count the wait for the rate limit as time of a try', async () => {
  const world = await World.withGateway({ ratePerMinute: 20 });
  try {
    const options = { ...account.options, ...unhurried(), url: world.url, timeout: 800, retries: 1 };
    const client = new Stockbook(options);
    await client.setting.user.whoami();
    const began = performance.now();
    await client.setting.user.whoami();
    expect(performance.now() - began).toBeGreaterThanOrEqual(2_500);
  } finally {
    await world.close();
  }
});
