import { Stockbook } from '../stockbook.js';

test('waits as long as a server says, also where that is longer than a timer takes', async () => {
  const stop = new AbortController();
  let asked = 0;
  const busy = () => {
    asked++;
    return Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': '9999999' } }));
  };
  const credentials = { url: 'http://stockbook.test', domain: 'shop', apiKey: 'owner@shop.test', apiSecret: 'secret' };
  const client = new Stockbook({ ...credentials, fetch: busy, retryDelay: 1 });
  setTimeout(() => stop.abort(new Error('The reader ends.')), 100);
  await expect(client.changes({}, { signal: stop.signal }).next()).rejects.toThrow('The reader ends.');
  expect(asked).toBe(1);
});
