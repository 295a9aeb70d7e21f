import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket, type TestBucket } from '@stockbook/testing';
import { mediaPath, mediaTypeOf, newMediaName, thumbOf } from './media-name.js';
import { mediaStoreIn } from './media-settings.js';
import type { MediaStore } from './media-store.js';

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-media-'));
  bucket = await openBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

async function contentOf(store: MediaStore, name: string): Promise<Buffer | undefined> {
  const file = await store.open(name);
  if (!file) return undefined;
  const content = Buffer.concat(await file.stream.toArray());
  expect(content).toHaveLength(file.bytes);
  return content;
}

describe.each([
  ['a directory', () => mediaStoreIn({ MEDIA_DIRECTORY: join(folder, 'new/directory') })],
  ['an S3-compatible bucket', () => mediaStoreIn({ ...bucket.env, MEDIA_DIRECTORY: '/dev/null' })],
])('%s', (_, open) => {
  it('keeps a file until it is removed', async () => {
    const [store, name] = [open(), newMediaName('png')];
    expect(await contentOf(store, name)).toBeUndefined();
    await store.put(name, Buffer.from('image'), 'image/png');
    expect(await contentOf(store, name)).toEqual(Buffer.from('image'));
    await store.remove(name);
    await store.remove(name);
    expect(await contentOf(store, name)).toBeUndefined();
  });
});

test('a directory says when it cannot be written', async () => {
  const store = mediaStoreIn({ MEDIA_DIRECTORY: '/dev/null/images' });
  await expect(store.put(newMediaName('png'), Buffer.from('x'), 'image/png')).rejects.toThrow('ENOTDIR');
  expect(await readdir(folder)).not.toContain('images');
});

test('a bucket refuses a wrong secret', async () => {
  const store = mediaStoreIn({ ...bucket.env, MEDIA_BUCKET_SECRET: 'wrong' });
  const refused = 'The bucket answered PUT with 403.';
  await expect(store.put(newMediaName('png'), Buffer.from('x'), 'image/png')).rejects.toThrow(refused);
});

test('a bucket that does not exist takes no file', async () => {
  const store = mediaStoreIn({
    ...bucket.env,
    MEDIA_BUCKET_URL: bucket.env['MEDIA_BUCKET_URL']!.replace('images', 'others'),
  });
  const refused = 'The bucket answered PUT with 404.';
  await expect(store.put(newMediaName('png'), Buffer.from('x'), 'image/png')).rejects.toThrow(refused);
});

test('a store without a place keeps nothing and says why', async () => {
  const store = mediaStoreIn({});
  await expect(store.put('x', Buffer.from('x'), '')).rejects.toThrow('neither MEDIA_DIRECTORY nor MEDIA_BUCKET_URL');
  expect(await store.open('x')).toBeUndefined();
});

test.each([
  [{ MEDIA_BUCKET_URL: 'images' }, "MEDIA_BUCKET_URL must be the http or https URL of a bucket, not 'images'."],
  [
    { MEDIA_BUCKET_URL: 'https://s3.test/images' },
    'MEDIA_BUCKET_URL needs MEDIA_BUCKET_KEY_ID and MEDIA_BUCKET_SECRET.',
  ],
])('%j is refused at the start', (env, message) => {
  expect(() => mediaStoreIn(env)).toThrow(message);
});

test('a thumb belongs to a stored image alone', () => {
  const name = newMediaName('webp');
  expect(thumbOf(mediaPath(name))).toBe(mediaPath(name.replace('.webp', '.thumb.webp')));
  for (const other of ['', 'mug.png', '/media/mug.png', `https://shop.test/media/${name}`])
    expect(thumbOf(other)).toBe(other);
});

test.each([
  '../etc/passwd',
  'a'.repeat(32),
  `${'a'.repeat(32)}.svg`,
  `${'A'.repeat(32)}.png`,
  `${'a'.repeat(32)}.png\n`,
])('%j is no name of a file', (name) => expect(mediaTypeOf(name)).toBeUndefined());
