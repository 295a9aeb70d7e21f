import { ok, post, sign, type TestUser, World } from '@stockbook/testing';
import { createHook } from 'node:async_hooks';
import { request } from 'node:http';
import * as zlib from 'node:zlib';

const BRANDS = 'inventory/brand/get';
const ADD = 'inventory/brand/add';

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.shared();
  owner = await world.account();
  for (const name of NAMES) ok(await owner.api.inventory.brand.add(brand(name)));
});

/** The list of all is compressed in a thread, and each brand alone is not. */
const NAMES = Array.from({ length: 12 }, (_, i) => `Brand ${i + 10}`);
const brand = (name: string) => ({ name, image: `${name} `.padEnd(2_000, 'brand ') });

const answer = async (accepted: string, body: object = {}, { url } = world) => {
  const text = sign(`/${BRANDS}`, body, owner.credentials);
  const { headers, body: answered } = await post(url, BRANDS, text, { 'accept-encoding': accepted });
  return { encoding: headers.get('content-encoding'), length: Number(headers.get('content-length')), answered };
};

/** Returns an answer as it is sent; `fetch` does not know zstd, and decompresses the others in a thread. */
const answerSent = (accepted: string, body: object = {}) =>
  new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': accepted };
    const sending = request(`${world.url}/${BRANDS}`, { method: 'POST', headers }, (response) => {
      const encoding = response.headers['content-encoding'];
      response.toArray().then((chunks) => resolve({ encoding, bytes: Buffer.concat(chunks) }), reject);
    });
    sending.on('error', reject).end(sign(`/${BRANDS}`, body, owner.credentials));
  });

/** Node has zstd since 22.15, and the types of the oldest Node that is supported do not know it. */
const unzstd: ((bytes: Buffer) => Buffer) | undefined = Reflect.get(zlib, 'zstdDecompressSync');
const inThisNode = unzstd ? '' : ', but for this Node, which has no zstd';

(unzstd ? it : it.skip)(`an answer for a client that takes zstd is zstd${inThisNode}`, async () => {
  const plain = await answer('identity');
  const { encoding, bytes } = await answerSent('gzip, deflate, br, zstd');
  expect(encoding).toBe('zstd');
  expect(JSON.parse(unzstd?.(bytes).toString() ?? '')).toEqual(plain.answered);
  expect(bytes.length).toBeLessThan(plain.length / 10);
});

test.each(['br', 'gzip', ...(unzstd ? ['zstd'] : [])])(
  '%s compresses large answers in a thread alone',
  async (accepted) => {
    const compressing = new Set<number>();
    let threads = 0;
    const hook = createHook({
      init: (id, type) => void (type === 'ZLIB' && compressing.add(id)),
      before: (id) => void (compressing.has(id) && threads++),
    });
    hook.enable();
    try {
      expect(await answerSent(accepted, { filter_name: NAMES[0] })).toMatchObject({ encoding: accepted });
      expect(threads).toBe(0);
      expect(await answerSent(accepted)).toMatchObject({ encoding: accepted });
      expect(threads).toBeGreaterThan(0);
    } finally {
      hook.disable();
    }
  },
);

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
])('an answer for a client that takes %s is %s', async (accepted, encoding) => {
  const plain = await answer('identity');
  expect(plain.encoding).toBeNull();
  expect(plain.length).toBeGreaterThan(1_024);
  const compressed = await answer(accepted);
  expect(compressed).toEqual({ encoding, length: expect.any(Number), answered: plain.answered });
  expect(compressed.length).toBeLessThan(plain.length / 10);
});

test.each(['', 'identity', 'deflate', 'brotli', 'br;q=0, gzip;q=0.0'])(
  'an answer for %p is not compressed',
  async (accepted) => {
    expect(await answer(accepted)).toMatchObject({ encoding: null });
  },
);

test('leaves small answers as they are', async () => {
  const { encoding, length } = await answer('br', { filter_name: 'nothing' });
  expect(encoding).toBeNull();
  expect(length).toBeLessThan(1_024);
});

test('compresses answers of all sizes side by side, each for its own request', async () => {
  const requests = [...NAMES, '', ...NAMES, ''];
  const answers = await Promise.all(
    requests.map((filter_name, i) => answer(i % 2 ? 'br' : 'gzip', { filter_name, sort: 'name', order: 'ASC' })),
  );
  const found = answers.map(({ answered }) => Object(answered).brands.map(({ name }: { name: string }) => name));
  expect(found).toEqual(requests.map((name) => (name ? [name] : NAMES)));
});

test('compresses a replay as its client takes it now', async () => {
  const warned = Object.fromEntries(
    Array.from({ length: 15 }, (_, i) => [`a_field_that_no_brand_has_${i}`.padEnd(80, '_'), 1]),
  );
  const text = sign(`/${ADD}`, { name: 'Once', ...warned }, owner.credentials);
  const send = (accepted: string) => post(world.url, ADD, text, { 'accept-encoding': accepted });
  const [first, second] = [await send('identity'), await send('br')];
  expect([first, second].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'br']);
  expect(second.body).toEqual({ ...first.body, replayed: true });
});

test('compresses nothing where the operator has switched it off', async () => {
  const plain = await World.withGateway({ compressAnswers: false });
  try {
    const { credentials, api } = await plain.account();
    ok(await api.inventory.brand.add(brand('Plain')));
    const text = sign(`/${BRANDS}`, {}, credentials);
    const { headers } = await post(plain.url, BRANDS, text, { 'accept-encoding': 'br, gzip' });
    expect(headers.get('content-encoding')).toBeNull();
  } finally {
    await plain.close();
  }
});
