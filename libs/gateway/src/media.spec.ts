import { type MediaStore, mediaPath, mediaStoreIn, newMediaName } from '@stockbook/media';
import { openLog } from '@stockbook/process';
import { eventually, World } from '@stockbook/testing';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RawConnection } from './request/raw-connection.fixture.js';

/** The store may hold any bytes, even a page, and they are sent as an image. */
const PAGE = '<script>alert(1)</script>';

let world: World;
let store: MediaStore;
let path: string;
beforeAll(async () => {
  world = await World.open({ log: openLog('test', 'silent') });
  store = mediaStoreIn({ MEDIA_DIRECTORY: world.mediaDirectory });
  const name = newMediaName('png');
  await store.put(name, Buffer.from(PAGE), 'image/png');
  path = mediaPath(name);
});
afterAll(() => world.close());

const ask = (where: string, init?: RequestInit) => fetch(new URL(where, world.url), init);

/** Counts how often this process has a file open. */
async function timesOpen(name: string): Promise<number> {
  const open = await readdir('/proc/self/fd');
  const files = await Promise.all(open.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  return files.filter((file) => file.endsWith(name)).length;
}

test('serves a file for ever, as an image that runs nothing', async () => {
  const response = await ask(path, { headers: { accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([200, PAGE]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(PAGE.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('answers the head alone, and 304 to those who have the file', async () => {
  const { status, headers } = await ask(path, { method: 'HEAD' });
  expect([status, headers.get('content-length')]).toEqual([200, String(PAGE.length)]);
  const again = await ask(path, { headers: { 'if-none-match': headers.get('etag')! } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('takes reads alone', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect([method, (await ask(path, { method })).status]).not.toEqual([method, 200]);
  expect((await ask(path)).status).toBe(200);
});

describe('finds nothing but files of its store:', () => {
  const found = async (target: string) => {
    const connection = (await RawConnection.to(world.url)).head(target, {
      method: 'GET',
      'content-type': '',
      'transfer-encoding': '',
      connection: 'close',
    });
    await connection.ended;
    return connection;
  };

  beforeAll(async () => {
    await writeFile(`${world.mediaDirectory}/secret.png`, 'SECRET');
    await mkdir(`${world.mediaDirectory}/aa`, { recursive: true });
    await writeFile(`${world.mediaDirectory}/aa/aa.png`, 'SECRET');
    await writeFile(`${world.mediaDirectory}/aa/${'a'.repeat(32)}.svg`, 'SECRET');
  });

  it.each([
    'media',
    'media/',
    'media/secret.png',
    'media/aa.png',
    'media/aa/aa.png',
    'media/aa%2faa.png',
    'media/../media/secret.png',
    'media/../../../../../../etc/passwd',
    'media/..%2f..%2f..%2f..%2fetc%2fpasswd',
    'media/%2e%2e/%2e%2e/etc/passwd',
    'media/..%5c..%5csecret.png',
    'media/%252e%252e%252fsecret.png',
    'media//etc/passwd',
    `media/${'a'.repeat(32)}.svg`,
    `media/${'a'.repeat(32)}.png%00`,
    `media/${'a'.repeat(32)}.png%0a`,
    `media/${'A'.repeat(32)}.png`,
    `media/${'a'.repeat(32)}.thumb.thumb.png`,
    `media/${'a'.repeat(5_000)}`,
  ])('%s', async (target) => {
    const { status, received } = await found(target);
    expect([400, 404, 414, 431]).toContain(status);
    expect(received).not.toMatch(/SECRET|root:/);
  });
});

test('lets go of the file when its client leaves', async () => {
  const name = newMediaName('webp');
  await store.put(name, Buffer.alloc(16_000_000), 'image/webp');
  const clients = await Promise.all(Array.from({ length: 20 }, () => RawConnection.to(world.url)));
  for (const client of clients) {
    client.socket.pause();
    client.head(`media/${name}`, { method: 'GET', 'content-type': '', 'transfer-encoding': '' });
  }
  await eventually(async () => (await timesOpen(name)) === 20);
  for (const { socket } of clients) socket.destroy();
  await eventually(async () => (await timesOpen(name)) === 0);
});

test('sends 256 files at once, and the oldest of them gives way', async () => {
  const name = newMediaName('webp');
  await store.put(name, Buffer.alloc(16_000_000), 'image/webp');
  const clients = await Promise.all(Array.from({ length: 400 }, () => RawConnection.to(world.url)));
  for (const { socket } of clients) {
    socket.pause();
    socket.write(`GET ${mediaPath(name)} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(10));
  }
  await eventually(async () => (await timesOpen(name)) > 250);
  expect((await ask(path)).status).toBe(200);
  await eventually(async () => (await timesOpen(name)) <= 256, 2_000);
  for (const { socket } of clients) socket.destroy();
});

test('answers 503 without the headers of an image when its store fails', async () => {
  const name = newMediaName('png');
  // A folder can be opened as a file, and not be read.
  await mkdir(join(world.mediaDirectory, name.slice(0, 2), name), { recursive: true });
  const { status, headers } = await ask(mediaPath(name));
  expect(status).toBe(503);
  expect(headers.get('content-type')).toContain('application/json');
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual([null, null]);
});
