import { ok, openBucket, type TestBucket, World } from '@stockbook/testing';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { stripes } from './images.fixture.js';

let bucket: TestBucket;
let world: World;
beforeAll(async () => {
  bucket = await openBucket();
  world = await World.open({ env: bucket.env });
});
afterAll(async () => {
  await world.close();
  await bucket.close();
});

test('an image whose operator has a bucket is kept there, and served from there', async () => {
  const { item } = (await world.account()).api.inventory;
  const { item_id } = ok(await item.add({ name: 'Mug' }));
  const content = (await stripes(600, 300).png().toBuffer()).toString('base64');
  const { image, thumb } = ok(await item.addImage({ item_id, content }));
  expect(ok(await item.get({ item_id })).items).toMatchObject([{ image, thumb }]);
  for (const [path, width] of [
    [image, 600],
    [thumb, 320],
  ] as const) {
    const served = await fetch(new URL(path, world.url));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width });
    const stored = await fetch(new URL(path.replace('/media/', ''), bucket.env['MEDIA_BUCKET_URL']));
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(bytes);
  }
  expect(existsSync(world.mediaDirectory)).toBe(false);
});
