import { call, ok, World } from '@stockbook/testing';

test('a request that waits for a locked row is answered with a retry and holds up no other', async () => {
  const world = await World.open();
  const { source } = world.assembly.running.inventory.db;
  const locker = source.createQueryRunner();
  try {
    const { api, credentials } = await world.account();
    const { brand_id } = ok(await api.inventory.brand.add({ name: 'Hot' }));
    await locker.startTransaction();
    await locker.query('SELECT 1 FROM inventory.brand FOR UPDATE');
    const edits = Array.from({ length: 6 }, (_, i) =>
      call(world.url, credentials, 'inventory/brand/edit', { brand_id, name: `name ${i}` }),
    );
    expect(ok(await api.inventory.brand.get({})).total).toBe(1);
    for (const { status, headers, body } of await Promise.all(edits)) {
      expect({ status, body }).toMatchObject({
        status: 504,
        body: { error: ['Another request is changing the same record; the same request can be repeated safely.'] },
      });
      expect(headers.get('retry-after')).toBe('1');
    }
    await locker.rollbackTransaction();
    expect((await api.inventory.brand.edit({ brand_id, name: 'Cool' })).error).toBeUndefined();
  } finally {
    await locker.release();
    await world.close();
  }
});
