import { ok, stockItem, World } from '@stockbook/testing';
import { Counter, product } from '../counter.fixture.js';

let world: World;
let counter: Counter;
let kiosk_id: number;
let channel_id: number;
beforeAll(async () => void (world = await World.open()));
beforeEach(async () => {
  counter = await Counter.open(world);
  await counter.place();
  const { integration, inventory } = counter.user.api;
  kiosk_id = ok(await inventory.location.add({ name: 'Kiosk' })).location_id;
  const configuration = { location_id: kiosk_id };
  channel_id = ok(await integration.channel.add({ type: 'pos', name: 'Kiosk', configuration })).channel_id;
});
afterAll(() => world.close());

const close = async (location_id: number) => {
  ok(await counter.user.api.inventory.location.delete({ location_id }));
  await world.settled();
};

describe('the location of a new order', () => {
  it("is its channel's, which may have been added a moment ago", async () => {
    expect((await counter.place({ channel_id })).location_id).toBe(kiosk_id);
  });

  it("is the company's once its channel's is deleted", async () => {
    await counter.place({ channel_id });
    await close(kiosk_id);
    expect((await counter.place({ channel_id })).location_id).toBe(counter.shop.store_id);
  });

  it('is none when both are deleted, which is refused', async () => {
    await close(kiosk_id);
    await close(counter.shop.store_id);
    expect(await counter.refusals({ channel_id })).toEqual([
      `Channel ${channel_id} has no location for its orders: neither its own, ${kiosk_id}, nor the company's, ${counter.shop.store_id}, exists.`,
    ]);
    expect(await counter.refusals({})).toEqual([
      `Channel ${counter.shop.channel_id} has no location for its orders: location ${counter.shop.store_id} does not exist.`,
    ]);
  });

  it('is taken as it is configured while the inventory cannot be asked', async () => {
    const item_id = await stockItem(counter.user, counter.shop, 1);
    const runner = world.assembly.running.inventory.db.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('LOCK TABLE inventory.location');
      expect((await counter.place({ channel_id, products: [product()] })).location_id).toBe(kiosk_id);
      await runner.query('LOCK TABLE inventory.item');
      expect((await counter.place({ channel_id, products: [product({ item_id })] })).location_id).toBe(kiosk_id);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
