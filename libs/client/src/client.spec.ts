import { fieldsOf, listedBy, operations, resourceOf } from '@stockbook/contracts';
import { sign, type TestUser, World } from '@stockbook/testing';
import { inspect } from 'node:util';
import { Stockbook, type StockbookError, type StockbookOptions } from './index.js';

let world: World;
let user: TestUser;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
});

const identityOf = ({ credentials: { domain, api_key, api_secret } }: TestUser) => ({
  url: world.url,
  domain,
  apiKey: api_key,
  apiSecret: api_secret,
});

/** Makes a client, and lists the paths of the requests that it has sent. */
function connect(options: Partial<StockbookOptions> = {}) {
  const sent: string[] = [];
  const onRequest = ({ path }: { readonly path: string }) => sent.push(path);
  return { client: new Stockbook({ ...identityOf(user), onRequest, ...options }), sent };
}

describe('a call', () => {
  it('names the operation as its path does', async () => {
    const { client } = connect();
    const { brand_id } = await client.inventory.brand.add({ name: 'Path' });
    const named = await client.inventory.brand.get({ brand_id });
    expect(named).toMatchObject({ total: 1, brands: [{ brand_id, name: 'Path' }] });
    expect(await client.request('inventory/brand/get', { brand_id })).toEqual(named);
  });

  it('throws a refusal with its code, its sentences and the request', async () => {
    await expect(connect().client.inventory.brand.edit({ brand_id: 999_999, name: 'Nothing' })).rejects.toMatchObject({
      name: 'StockbookError',
      message: 'inventory/brand/edit: There is no brand 999999.',
      status: 404,
      code: 'unknown_record',
      errors: ['There is no brand 999999.'],
      details: [{ code: 'unknown_record' }],
      path: 'inventory/brand/edit',
      requestId: expect.stringMatching(/./),
      attempts: 1,
    });
  });

  it('answers a refusal where that is asked for', async () => {
    const { client } = connect();
    const refused = await client.safe.inventory.brand.delete({ brand_id: 999_999 });
    expect(refused.error).toEqual(['There is no brand 999999.']);
    expect(await client.safe.request('inventory/brand/delete', { brand_id: 999_999 })).toMatchObject({
      error: refused.error,
    });
  });

  it('refuses a misspelt field unless it says otherwise', async () => {
    const { client } = connect();
    const misspelt = { brand_id: 1, nmae: 'x' };
    await expect(client.request('inventory/brand/get', misspelt)).rejects.toMatchObject({ code: 'unknown_field' });
    const lenient = await client.request('inventory/brand/get', { strict: false, ...misspelt });
    expect(lenient['warnings']).toEqual([expect.stringContaining('nmae')]);
  });

  it('is done once by its key', async () => {
    const { client } = connect();
    const key = { idempotencyKey: 'brand-once' };
    const first = await client.inventory.brand.add({ name: 'Once' }, key);
    expect(await client.inventory.brand.add({ name: 'Once' }, key)).toEqual({ ...first, replayed: true });
    const { brand_id } = await client.inventory.brand.add({ name: 'Once' });
    expect(brand_id).toBeGreaterThan(first.brand_id);
  });

  it('changes a record only as it was read', async () => {
    const { client } = connect();
    const { brand_id } = await client.inventory.brand.add({ name: 'Read' });
    const [brand] = (await client.inventory.brand.get({ brand_id })).brands;
    const ifRevision = brand?.revision ?? 0;
    await client.inventory.brand.edit({ brand_id, name: 'Changed' }, { ifRevision });
    const stale = client.inventory.brand.edit({ brand_id, name: 'Changed again' }, { ifRevision });
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'stale', details: [{ fields: ['name'] }] });
  });

  it('takes the answer of an add as the request of a delete', async () => {
    const { client } = connect();
    await client.inventory.brand.delete(await client.inventory.brand.add({ name: 'Gone' }));
    expect(await client.inventory.brand.get({ filter_name: 'Gone' })).toMatchObject({ total: 0 });
  });

  it('has only fields that each operation knows', async () => {
    const { client } = connect({ retries: 0 });
    for (const path of operations.keys()) {
      const refused = client.request(path, { misspelt: 1 }).then(
        () => [],
        (error: StockbookError) => error.details,
      );
      const unknown = (await refused).filter(({ code }) => code === 'unknown_field');
      expect([path, unknown.map(({ field }) => field)]).toEqual([path, ['misspelt']]);
    }
  });
});

describe('a client', () => {
  it('shows its secret to nobody who looks at it', () => {
    const { client } = connect();
    expect(inspect(client, { depth: 9, showHidden: true, showProxy: true })).not.toContain(user.credentials.api_secret);
    expect(JSON.stringify(client)).not.toContain(user.credentials.api_secret);
  });

  it('signs by a key of WebCrypto, or by what signs elsewhere', async () => {
    const { apiSecret, ...identity } = identityOf(user);
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', Buffer.from(apiSecret), hmac, false, ['sign']);
    expect(await new Stockbook({ ...identity, key }).setting.user.whoami()).toMatchObject({ username: 'owner' });
    const sign = async (text: string) => {
      const bytes = await crypto.subtle.sign('HMAC', key, Buffer.from(text));
      return Buffer.from(bytes).toString('hex');
    };
    expect(await new Stockbook({ ...identity, sign }).setting.user.whoami()).toMatchObject({ username: 'owner' });
  });

  it('signs by the secret of a session, which is named in each request', async () => {
    const { client } = connect();
    const { session_id, session_secret } = await client.setting.user.addSession({ name: 'Page' });
    const identity = { ...identityOf(user), apiSecret: session_secret };
    const page = new Stockbook({ ...identity, session: session_id });
    expect((await page.setting.user.getSession()).sessions).toContainEqual(
      expect.objectContaining({ session_id, current: true }),
    );
    await expect(new Stockbook(identity).setting.user.whoami()).rejects.toMatchObject({ status: 401 });
  });

  it('signs the same bytes as the server does', async () => {
    const bodies: string[] = [];
    const client = new Stockbook({
      ...identityOf(user),
      fetch: async (url, init) => {
        bodies.push(init.body);
        return fetch(url, init);
      },
    });
    await client.inventory.brand.get({ filter_name: 'Cà phê "é" / \u2028' });
    const { domain, api_key, auth_signature, auth_timestamp, ...body } = JSON.parse(bodies[0] ?? '');
    expect(bodies).toEqual([sign('/inventory/brand/get', body, user.credentials, auth_timestamp * 1_000)]);
  });

  it('is not made without an address or a secret', () => {
    const { apiSecret, ...identity } = identityOf(user);
    expect(() => new Stockbook(identity)).toThrow('Stockbook needs an apiSecret, a key or sign.');
    expect(() => new Stockbook({ ...identity, apiSecret, url: 'stockbook' })).toThrow('Invalid URL');
  });

  it('ends a call with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('The user has left.'));
    const { client, sent } = connect();
    await expect(client.inventory.brand.get({}, { signal })).rejects.toThrow('The user has left.');
    await expect(client.batched().inventory.brand.add({ name: 'Left' }, { signal })).rejects.toThrow('has left');
    expect(sent).not.toContain('batch');
  });
});

describe('each()', () => {
  it('reads a whole list, also the records that come meanwhile', async () => {
    user = await world.account();
    const { client, sent } = connect();
    for (const name of ['A', 'B', 'C']) await client.inventory.brand.add({ name });
    const names: string[] = [];
    for await (const { name } of client.inventory.brand.each({ limit: 2 })) {
      names.push(name);
      if (name === 'B') await client.inventory.brand.add({ name: 'D' });
    }
    expect(names).toEqual(['A', 'B', 'C', 'D']);
    expect(sent.filter((path) => path.endsWith('/get'))).toHaveLength(3);
  });

  const lists = [...operations.values()].flatMap((operation) => {
    const listed = listedBy(operation);
    return listed && operation.path.endsWith('/get') ? [{ path: operation.path, operation, ...listed }] : [];
  });
  it.each(lists)('goes on behind the id of the last record of $path', async ({ operation, name, type, key }) => {
    const record = Object.fromEntries(Object.keys(fieldsOf(type)).map((field, i) => [field, i + 2]));
    const after: unknown[] = [];
    const { client } = connect({
      fetch: async (_, { body }) => {
        after.push(JSON.parse(body).after_id);
        const answer = { warnings: [], [name]: after.length === 1 ? [record] : [] };
        const headers = { 'content-type': 'application/json' };
        return new Response(JSON.stringify(answer), { headers });
      },
    });
    const list = resourceOf(operation)
      .split('/')
      .reduce<unknown>((node, part) => Reflect.get(Object(node), part), client);
    const found = [];
    for await (const each of Reflect.get(Object(list), 'each')({ limit: 1 })) found.push(each);
    expect(found).toEqual([record]);
    expect(after).toEqual([0, record[key]]);
  });
});

describe('changes()', () => {
  it('reads events in the order of their commits, waits for more, and goes on behind a cursor', async () => {
    user = await world.account();
    const { client } = connect();
    const { webhook_id } = await client.integration.webhook.add({ kind: 'pull', events: ['inventory_brand'] });
    const stop = new AbortController();
    const names: string[] = [];
    let last = '';
    await client.inventory.brand.add({ name: 'First' });
    for await (const { events, cursor } of client.changes({ webhook_id }, { signal: stop.signal })) {
      last = cursor;
      for (const each of events) if (each.event === 'inventory_brand.added') names.push(each.data.name);
      if (names.length === 2) break;
      if (names.length) await client.inventory.brand.add({ name: 'Second' });
    }
    expect(names).toEqual(['First', 'Second']);
    const behind = [];
    for await (const { events } of client.changes({ webhook_id, after: last, wait: 0 })) behind.push(...events);
    expect(behind).toEqual([]);
    stop.abort();
  });

  it('waits for a server that is away, until its signal aborts', async () => {
    const stop = new AbortController();
    let asked = 0;
    const away = () => {
      if (++asked === 5) stop.abort(new Error('The reader ends.'));
      return Promise.reject(new Error('The server is away.'));
    };
    const { client } = connect({ fetch: away, retryDelay: 1 });
    await expect(client.changes({}, { signal: stop.signal }).next()).rejects.toThrow('The reader ends.');
    expect(asked).toBe(5);
  });
});

describe('batched()', () => {
  it('sends the requests of a moment as batches of a hundred, and each has its own answer', async () => {
    user = await world.account();
    const { client, sent } = connect();
    const { brand } = client.batched().inventory;
    const names = Array.from({ length: 250 }, (_, i) => `Brand ${i}`);
    const added = await Promise.all(names.map((name) => brand.add({ name })));
    expect(sent).toEqual(['batch', 'batch', 'batch']);
    const stored = new Map<number, string>();
    for await (const { brand_id, name } of client.inventory.brand.each()) stored.set(brand_id, name);
    expect(added.map(({ brand_id }) => stored.get(brand_id))).toEqual(names);
    expect(stored.size).toBe(names.length);
  });

  it('refuses one request alone', async () => {
    const { client } = connect();
    const { brand } = client.batched().inventory;
    const outcomes = await Promise.allSettled([brand.add({ name: 'Good' }), brand.delete({ brand_id: 999_999 })]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { brand_id: expect.any(Number) } },
      { status: 'rejected', reason: { path: 'inventory/brand/delete', code: 'unknown_record', attempts: 1 } },
    ]);
  });

  it('names the request and its key when the batch has no answer', async () => {
    const fetch = () => Promise.reject(new Error('The network is away.'));
    const { client } = connect({ fetch, retries: 0 });
    const named = { idempotencyKey: 'mine' };
    await expect(client.batched().inventory.brand.add({ name: 'Lost' }, named)).rejects.toMatchObject({
      path: 'inventory/brand/add',
      code: 'no_answer',
      idempotencyKey: 'mine',
    });
  });

  it('is sent again as often as the most patient of its calls says', async () => {
    let lost = 3;
    const { client, sent } = connect({
      fetch: (url, init) => (lost-- > 0 ? Promise.reject(new Error('The server is away.')) : fetch(url, init)),
      retries: 0,
      retryDelay: 1,
    });
    const { brand } = client.batched().inventory;
    const added = await Promise.all([brand.add({ name: 'Hurried' }), brand.add({ name: 'Patient' }, { retries: 3 })]);
    expect(new Set(added.map(({ brand_id }) => brand_id)).size).toBe(2);
    expect(sent).toEqual(['batch', 'batch', 'batch', 'batch']);
  });

  it('ends a call at its own deadline, though the batch goes on', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { client } = connect({ fetch: (url, init) => held.then(() => fetch(url, init)) });
    const { brand } = client.batched().inventory;
    const patient = brand.add({ name: 'Patient' });
    const hurried = brand.add({ name: 'Hurried' }, { deadline: 200, idempotencyKey: 'hurried' });
    const late = { path: 'inventory/brand/add', code: 'no_answer', idempotencyKey: 'hurried' };
    await expect(hurried).rejects.toMatchObject(late);
    release();
    expect(await patient).toMatchObject({ success: true });
  });
});
