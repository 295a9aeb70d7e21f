import { MOST_IMAGES } from '@stockbook/contracts';
import { mediaStoreIn } from '@stockbook/media';
import { statement } from '@stockbook/persistence';
import { openLog } from '@stockbook/process';
import { failure, ok, refused, type TestUser, World } from '@stockbook/testing';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { inflatingTexts, pngOf, stripes, webpOfCodes } from './images.fixture.js';
import { ReleasedFiles } from './released-files.js';

const WHOLE = 'content is not a whole PNG, JPEG or WebP image.';
const formats = ['png', 'jpeg', 'webp'] as const;

let world: World;
let user: TestUser;
let item_id: number;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => {
  user = await world.account();
  item_id = ok(await user.api.inventory.item.add({ name: 'Mug' })).item_id;
});

type Fields = Partial<Parameters<TestUser['api']['inventory']['item']['addImage']>[0]>;
const send = (content: Buffer, fields: Fields = {}, of = user) =>
  of.api.inventory.item.addImage({ item_id, content: content.toString('base64'), ...fields });
const add = async (content: Buffer, fields?: Fields) => ok(await send(content, fields));
const read = (path: string) => fetch(new URL(path, world.url));
const contentOf = async (path: string) => Buffer.from(await (await read(path)).arrayBuffer());
const shown = async () => ok(await user.api.inventory.item.get({ item_id, filter_deleted: true })).items[0]!;
/** Returns the stored files of all accounts; their folders do not count. */
const files = async () =>
  (await readdir(world.mediaDirectory, { recursive: true }).catch(() => [])).filter((name) => name.includes('.'));

test.each(formats)('a %s is stored as one, with a thumb, and shown by its item', async (format) => {
  const { image, thumb } = await add(await stripes(3_200, 1_600).toFormat(format).toBuffer(), { set_id: 2 });
  expect(image).toMatch(new RegExp(`^/media/[0-9a-f]{32}\\.${format}$`));
  expect(await sharp(await contentOf(image)).metadata()).toMatchObject({ format, width: 2_048, height: 1_024 });
  expect(await sharp(await contentOf(thumb)).metadata()).toMatchObject({ format, width: 320, height: 160 });
  const images = [{ image, thumb, set_id: 2, sort_order: 0 }];
  expect(await shown()).toMatchObject({ image, thumb, images });
});

test('the first image becomes that of the item, and later ones follow', async () => {
  const [first, second] = [await add(pngOf(4, 4)), await add(pngOf(5, 5))];
  expect(await shown()).toMatchObject({ image: first.image, images: [first, second].map(({ image }) => ({ image })) });
  const { images } = await shown();
  ok(await user.api.inventory.item.edit({ item_id, image: 'mug.png', images: images.reverse() }));
  expect(await shown()).toMatchObject({
    image: 'mug.png',
    thumb: 'mug.png',
    images: [second, first].map(({ image }) => ({ image })),
  });
});

test.each(formats)('a stored %s has the pixels alone, turned as the camera was held', async (format) => {
  const marks = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>SECRET-XMP</script></x:xmpmeta>';
  const given = await stripes(90, 30)
    .toFormat(format)
    .withMetadata({ orientation: 6, exif: marks })
    .withXmp(xmp)
    .withIccProfile('p3')
    .toBuffer();
  const tail = Buffer.from('<script>SECRET-TAIL</script>PK\x03\x04');
  expect(await sharp(given).metadata()).toMatchObject({
    orientation: 6,
    exif: expect.anything(),
    xmp: expect.anything(),
  });
  const { image, thumb } = await add(Buffer.concat([given, tail]));
  for (const path of [image, thumb]) {
    const content = await contentOf(path);
    expect(content.includes('SECRET') || content.includes('script')).toBe(false);
    const { width, height, orientation, exif, xmp: kept, icc } = await sharp(content).metadata();
    expect({ width, height, orientation, exif, kept, icc }).toEqual({ width: 30, height: 90 });
  }
});

test('what an image is decides its content, not the name or the type that a client believes', async () => {
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
  );
  const others = await Promise.all(
    (['gif', 'tiff', 'avif'] as const).map((format) => stripes().toFormat(format).toBuffer()),
  );
  const jpeg = await stripes(300, 100).jpeg().toBuffer();
  const damaged = [pngOf(9, 9).subarray(0, 50), jpeg.subarray(0, -40), pngOf(9, 9, [], 20), Buffer.from('GIF89a')];
  for (const content of [page, svg, ...others, ...damaged]) expect(refused(await send(content))).toEqual([WHOLE]);
  const before = await files();
  expect(before.filter((name) => !/\.(png|jpeg|webp)$/.test(name))).toEqual([]);
});

test('an image has at most 16,000,000 pixels, whatever few bytes promise them', async () => {
  for (const content of [pngOf(60_000, 60_000, [], 100), pngOf(4_001, 4_000)])
    expect(refused(await send(content))).toEqual(['content has more than 16000000 pixels.']);
  expect(await add(pngOf(4_000, 4_000))).toHaveProperty('image');
});

test.each([
  [
    'a PNG of 4 MB whose texts inflate to 4 GB',
    /takes more than 5 seconds|needs too much memory/,
    () => pngOf(9, 9, inflatingTexts(90)),
  ],
  ['a WebP of 300 KB whose tables take 350 MiB', /needs too much memory/, webpOfCodes],
])('%s ends its decoder alone, and the image of another account is decoded', async (_, fault, hostile) => {
  const other = await world.account();
  const cup = ok(await other.api.inventory.item.add({ name: 'Cup' }));
  const before = process.memoryUsage.rss();
  const reply = send(hostile());
  expect(ok(await send(pngOf(9, 9), { item_id: cup.item_id }, other))).toHaveProperty('image');
  expect(refused(await reply)).toEqual([expect.stringMatching(fault)]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1_048_576);
  expect(await add(pngOf(9, 9))).toHaveProperty('image');
});

test('images of two accounts that take long to decode hold up that of a third by a turn of each', async () => {
  const slow = await stripes(4_000, 4_000).webp({ lossless: true, effort: 0 }).toBuffer();
  const others = await Promise.all([world.account(), world.account()]);
  let decoded = 0;
  const replies: ReturnType<typeof send>[] = [];
  for (const other of others) {
    const cup = ok(await other.api.inventory.item.add({ name: 'Cup' }));
    for (let i = 0; i < 8; i++) replies.push(send(slow, { item_id: cup.item_id, dry_run: true }, other));
  }
  for (const reply of replies) void reply.then(({ error }) => error ?? decoded++);
  await Promise.race(replies);
  const before = decoded;
  expect(await add(pngOf(9, 9))).toHaveProperty('image');
  // Each of two replicas has a decoder. Without turns all 16 would come first.
  expect(decoded - before).toBeLessThan(10);
  await Promise.all(replies);
});

test('content is base64 of at most 5 MiB', async () => {
  const must = 'content must be base64 of 1 to 5242880 bytes, without line breaks.';
  for (const content of ['', 'abc', 'ab\n=', 'ab==cd==', 'data:image/png;base64,aaaa', 'A'.repeat(6_990_512)])
    expect(refused(await user.api.inventory.item.addImage({ item_id, content }))).toEqual([must]);
});

test('a repeated request answers the first image and stores none', async () => {
  const content = pngOf(9, 9);
  const idempotency_key = 'image-1';
  const first = await add(content, { idempotency_key });
  const before = await files();
  expect(ok(await send(content, { idempotency_key }))).toMatchObject({ image: first.image });
  expect(await files()).toEqual(before);
  expect((await shown()).images).toHaveLength(1);
});

test('a dry run judges the image and stores nothing', async () => {
  const before = await files();
  expect(ok(await send(pngOf(9, 9), { dry_run: true }))).toMatchObject({ item_id, image: '', thumb: '' });
  expect(refused(await send(Buffer.from('x'), { dry_run: true }))).toEqual([WHOLE]);
  expect([await files(), (await shown()).images]).toEqual([before, []]);
});

test('an image goes to a living item of the account', async () => {
  const stranger = await world.account();
  const unknown = [`There is no item ${item_id}.`];
  expect(refused(await send(pngOf(9, 9), {}, stranger))).toEqual(unknown);
  ok(await user.api.inventory.item.delete({ item_id }));
  expect(refused(await send(pngOf(9, 9)))).toEqual(unknown);
});

test(`an item has at most ${MOST_IMAGES} images`, async () => {
  const images = Array.from({ length: MOST_IMAGES }, (_, i) => ({ image: `${i}.png` }));
  ok(await user.api.inventory.item.edit({ item_id, images }));
  expect(refused(await send(pngOf(9, 9)))).toEqual([`Item ${item_id} has ${MOST_IMAGES} images.`]);
});

test('images side by side are all kept', async () => {
  const added = await Promise.all([3, 4, 5, 6, 7, 8].map((side) => add(pngOf(side, side))));
  const names = (list: readonly { image: string }[]) => list.map(({ image }) => image).sort();
  expect(names((await shown()).images)).toEqual(names(added));
});

describe('the files of an image', () => {
  const db = () => world.assembly.running.inventory.db;
  const HOUR = `UPDATE inventory.item_file SET date_released = date_released - interval '61 minutes'
    WHERE account_id = $1`;
  const hourPasses = () =>
    db().transactFor([user.account_id], (tx) => tx.query(statement('hour_passes', HOUR), [user.account_id]));
  const release = () => new ReleasedFiles(mediaStoreIn({ MEDIA_DIRECTORY: world.mediaDirectory })).run(db());
  const status = async (path: string) => (await read(path)).status;

  it.each([
    ['deleted', () => user.api.inventory.item.delete({ item_id })],
    ['without the image', () => user.api.inventory.item.edit({ item_id, image: '', images: [] })],
  ])('go an hour after their item is %s', async (_, change) => {
    const [kept, gone] = [
      await add(pngOf(8, 8), { item_id: ok(await user.api.inventory.item.add({ name: 'Cup' })).item_id }),
      await add(pngOf(9, 9)),
    ];
    ok(await change());
    await release();
    expect(await status(gone.image)).toBe(200);
    await hourPasses();
    await release();
    expect([await status(gone.image), await status(gone.thumb)]).toEqual([404, 404]);
    expect([await status(kept.image), await status(kept.thumb)]).toEqual([200, 200]);
  });

  it.each([
    ['its only one', (image: string) => ({ image })],
    ['one of several', (image: string) => ({ images: [{ image: 'cup.png' }, { image }] })],
  ])('stay while another item names the image as %s', async (_, naming) => {
    const { image, thumb } = await add(pngOf(9, 9));
    const other = ok(await user.api.inventory.item.add({ name: 'Cup', ...naming(image) })).item_id;
    ok(await user.api.inventory.item.delete({ item_id }));
    await hourPasses();
    await release();
    expect([await status(image), await status(thumb)]).toEqual([200, 200]);
    ok(await user.api.inventory.item.edit({ item_id: other, image: '', images: [] }));
    await hourPasses();
    await release();
    expect([await status(image), await status(thumb)]).toEqual([404, 404]);
  });

  it('do not stay for an item of another account', async () => {
    const { image } = await add(pngOf(9, 9));
    const stranger = await world.account();
    ok(await stranger.api.inventory.item.add({ name: 'Cup', image }));
    ok(await user.api.inventory.item.delete({ item_id }));
    await hourPasses();
    await release();
    expect(await status(image)).toBe(404);
  });

  it('stay when the item takes the image back in time', async () => {
    const { image } = await add(pngOf(9, 9));
    ok(await user.api.inventory.item.edit({ item_id, image: '', images: [] }));
    await hourPasses();
    ok(await user.api.inventory.item.edit({ item_id, images: [{ image }] }));
    await release();
    expect(await status(image)).toBe(200);
  });
});

test('a place that cannot be written refuses the image, and reads of it, as unavailable', async () => {
  const broken = await World.open({ env: { MEDIA_DIRECTORY: '/dev/null/media' }, log: openLog('test', 'silent') });
  const owner = await broken.account();
  const cup = ok(await owner.api.inventory.item.add({ name: 'Cup' }));
  const content = pngOf(9, 9).toString('base64');
  const reply = failure(await owner.api.inventory.item.addImage({ item_id: cup.item_id, content }));
  expect(reply.error_details).toMatchObject([{ code: 'unavailable' }]);
  expect(ok(await owner.api.inventory.item.get({})).items).toMatchObject([{ images: [] }]);
  expect((await fetch(`${broken.url}/media/${'a'.repeat(32)}.png`)).status).toBe(503);
  await broken.close();
});
